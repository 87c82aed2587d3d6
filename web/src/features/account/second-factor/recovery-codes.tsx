import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { showToast, toastError } from '../../../shared/actions/toast.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { secondFactorText as text } from './text.ts';

/** On paper only the codes, with whose they are. */
const onPaper = {
  '@media print': { '#root, .MuiBackdrop-root, .MuiDialogActions-root': { display: 'none !important' } },
};

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { name } = useIdentity();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ kind: 'info', message: text.copied }),
      // Without https, or denied by the person.
      () => toastError(text.notCopied),
    );
  return (
    <FormDialog
      title={text.codesTitle}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={() => void copy()}>
            {text.copy}
          </Button>
          <Button variant="outlined" onClick={() => window.print()}>
            {text.print}
          </Button>
          <Button onClick={onClose}>{text.kept}</Button>
        </>
      }
    >
      <GlobalStyles styles={onPaper} />
      <Muted block>{text.codesLead}</Muted>
      <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>{text.codesOf(name)}</Box>
      <PlainList
        aria-label={text.recoveryCodes}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))', gap: 1, fontWeight: 600 }}
      >
        {codes.map((code) => (
          <Box component="li" key={code} sx={{ fontFamily: 'ui-monospace, monospace', whiteSpace: 'nowrap' }}>
            {code}
          </Box>
        ))}
      </PlainList>
    </FormDialog>
  );
}
