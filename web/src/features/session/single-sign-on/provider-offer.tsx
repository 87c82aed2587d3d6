import Button from '@mui/material/Button';
import { sendPatiently } from '../../../shared/api/plain-calls.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { keepClientOfDevice } from '../kept-sign-in.ts';
import { leaveFor } from './leave-for.ts';
import { singleSignOnText as text } from './text.ts';

/** Leads to the sign-in page of a hospital's own provider. */
export default function ProviderOffer({ clientId, name }: { clientId: string; name: string }) {
  const { submit, isPending, outcome } = useSubmit({
    send: () => sendPatiently('beginSingleSignOn', { clientId, origin: location.origin }),
    onDone({ address }) {
      keepClientOfDevice(clientId);
      leaveFor(address);
      return undefined;
    },
    failed: text.failed,
  });
  return (
    <>
      <Button variant="outlined" onClick={() => void submit()} loading={isPending} sx={{ minHeight: 44 }}>
        {text.signInWith(name)}
      </Button>
      <Problem>{outcome?.sentence}</Problem>
    </>
  );
}
