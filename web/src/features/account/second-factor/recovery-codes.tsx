import GlobalStyles from '@mui/material/GlobalStyles';
import { CodeList, KeepCodes } from '../../../shared/second-factor/recovery-codes.tsx';
import { addAppText as text } from '../../../shared/second-factor/text.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';

/** On paper only the codes, with whose they are. */
const onPaper = {
  '@media print': { '#root, .MuiBackdrop-root, .MuiDialogActions-root': { display: 'none !important' } },
};

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { name } = useIdentity();
  return (
    <FormDialog title={text.codesTitle} onClose={onClose} actions={<KeepCodes codes={codes} onKept={onClose} />}>
      <GlobalStyles styles={onPaper} />
      <Muted block>{text.codesLead}</Muted>
      <CodeList codes={codes} person={name} />
    </FormDialog>
  );
}
