import type { Money } from '@dayline/contracts/appointments';
import Button from '@mui/material/Button';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { markingText as text } from './text.ts';

/** Before a paid visit is cancelled, asks whether to refund the money. */
export default function RefundDialog(props: {
  title: string;
  message: string;
  onClose(): void;
  onCancel(money: Money): void;
}) {
  const { title, message, onClose, onCancel } = props;
  const cancel = (money: Money) => () => {
    onClose();
    onCancel(money);
  };
  return (
    <FormDialog
      title={title}
      wide
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose} autoFocus sx={{ mr: 'auto' }}>
            {text.keepAll}
          </Button>
          <Button variant="outlined" color="error" onClick={cancel('notRefunded')}>
            {text.cancelNotRefunded}
          </Button>
          <Button variant="contained" color="error" onClick={cancel('refunded')}>
            {text.cancelRefunded}
          </Button>
        </>
      }
    >
      {message}
    </FormDialog>
  );
}
