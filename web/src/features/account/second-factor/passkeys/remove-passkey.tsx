import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { call } from '../../../../shared/api/client.ts';
import { useSubmit } from '../../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../../ui/feedback/banner.tsx';
import { Muted } from '../../../../ui/layout/boxes.tsx';
import { passkeysText as text } from '../text.ts';

export type Passkey = ResponseOf<'getSecondFactor'>['passkeys'][number];

interface RemovePasskeyProps {
  readonly passkey: Passkey;
  readonly isLast: boolean;
  onRemoved(): void;
  onClose(): void;
}

/** Asks before a passkey is removed. */
export function RemovePasskey({ passkey: { passkeyId, name }, isLast, onRemoved, onClose }: RemovePasskeyProps) {
  const { submit, isPending, outcome } = useSubmit({
    send: () => call('removePasskey', { passkeyId }),
    onDone: () => void onRemoved(),
    failed: text.failed,
  });
  return (
    <FormDialog
      title={text.removeTitle(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.remove}
      isPending={isPending}
    >
      <Muted block>{isLast ? text.lastLead : text.removeLead}</Muted>
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
    </FormDialog>
  );
}
