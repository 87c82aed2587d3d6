import type { Money } from '@dayline/contracts/appointments';
import Button from '@mui/material/Button';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import type { VisitRow } from '../visit/visit-row.ts';
import { useChangedMeanwhile } from './changed-meanwhile.ts';
import { markingText as text } from './text.ts';

/** Before a paid visit is cancelled, asks whether to refund the money. */
export default function RefundDialog(props: {
  title: string;
  /** Absent if several are cancelled. */
  visit?: VisitRow;
  message: string;
  onClose(): void;
  onCancel(money: Money): void;
}) {
  const { title, visit, message, onClose, onCancel } = props;
  const problem = useChangedMeanwhile(visit, 'both');
  const isOff = problem !== undefined;
  const cancel = (money: Money) => () => {
    onClose();
    onCancel(money);
  };
  return (
    <FormDialog
      title={title}
      wide
      problem={problem}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose} autoFocus sx={{ mr: 'auto' }}>
            {text.keepAll}
          </Button>
          <Button variant="outlined" color="error" disabled={isOff} onClick={cancel('notRefunded')}>
            {text.cancelNotRefunded}
          </Button>
          <Button variant="contained" color="error" disabled={isOff} onClick={cancel('refunded')}>
            {text.cancelRefunded}
          </Button>
        </>
      }
    >
      {message}
    </FormDialog>
  );
}
