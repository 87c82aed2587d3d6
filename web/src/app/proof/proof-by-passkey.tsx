import Button from '@mui/material/Button';
import { call } from '../../shared/api/client.ts';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { askForPasskey } from '../../shared/second-factor/passkeys.ts';
import { Problem } from '../../ui/feedback/banner.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { proofText as text } from './text.ts';

/** Another way than the field of the dialog: the browser asks for a passkey. */
export default function ProofByPasskey({ onProved }: { onProved(): void }) {
  const { submit, isPending, outcome } = useSubmit({
    async send() {
      const { options } = await call('beginPasskeyProof', {});
      const passkey = await askForPasskey(options).catch(() => null);
      return passkey && (await call('proveIdentity', { passkey }));
    },
    onDone: (reply) => {
      if (reply === null) return text.declined;
      onProved();
      return undefined;
    },
    failed: text.failed,
  });
  return (
    <Stack gap={1} sx={{ justifyItems: 'start' }}>
      <Button variant="outlined" onClick={() => void submit()} loading={isPending}>
        {text.usePasskey}
      </Button>
      <Problem>{outcome?.sentence}</Problem>
    </Stack>
  );
}
