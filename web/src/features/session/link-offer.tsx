import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { OutcomeBanner } from '../../shared/forms/form-frame.tsx';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { Stack } from '../../ui/layout/boxes.tsx';
import { signInText as text } from './text.ts';

/** Offers a mailed link to a person whose sign-in is delayed, perhaps by a stranger's wrong passwords. */
export function LinkOffer({ email }: { readonly email: string }) {
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (email.trim() === '' ? text.emailMissing : undefined),
    send: () => sendPatiently('requestSignInLink', { email: email.trim() }),
    failed: text.linkFailed,
  });
  return (
    <Stack gap={1}>
      {outcome ? <OutcomeBanner outcome={outcome} /> : <Typography>{text.linkLead}</Typography>}
      {outcome?.isDone ? null : (
        <Button variant="outlined" onClick={submit} loading={isPending}>
          {text.mailLink}
        </Button>
      )}
    </Stack>
  );
}
