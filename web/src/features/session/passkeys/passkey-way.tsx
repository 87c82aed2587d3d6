import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../shared/api/client.ts';
import { sendPatiently } from '../../../shared/api/plain-calls.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { askForPasskey } from '../../../shared/second-factor/passkeys.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { arrive } from '../arrival.ts';
import { passkeyText as text } from './text.ts';

/** The second step of a sign-in by a passkey. */
export function PasskeyWay({ onExpired }: { onExpired(sentence: string): void }) {
  const navigate = useNavigate();
  const { submit, isPending, outcome } = useSubmit({
    async send() {
      const { options } = await call('beginPasskey', { step: 'second' });
      const passkey = await askForPasskey(options).catch(() => null);
      return passkey && (await sendPatiently('completeSignIn', { passkey }));
    },
    onDone: (reply) => {
      if (reply === null) return text.declined;
      arrive(reply, navigate);
      return undefined;
    },
    failed: text.failed,
    onFailed: (refusal) => refusal?.code === 'factor.sign-in-expired' && onExpired(refusal.message),
  });
  return (
    <Stack gap={1}>
      <Button onClick={() => void submit()} loading={isPending} autoFocus sx={{ minHeight: 48 }}>
        {text.use}
      </Button>
      <Muted block sx={{ textAlign: 'center' }}>
        {text.hint}
      </Muted>
      <Problem>{outcome?.sentence}</Problem>
    </Stack>
  );
}

/** Between two ways to go on. */
export const Or = () => (
  <Box
    sx={{
      ...{ display: 'grid', gridTemplateColumns: '1fr auto 1fr', alignItems: 'center', gap: 1.5 },
      ...{ color: 'text.secondary', fontSize: '0.8125rem' },
      '&::before, &::after': { content: '""', borderTop: '1px solid', borderColor: 'divider' },
    }}
  >
    {text.or}
  </Box>
);
