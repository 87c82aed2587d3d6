import Button from '@mui/material/Button';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { uiText } from '../../../ui/text.ts';
import { markingText } from '../marking/text.ts';
import { appointmentText as text } from '../text.ts';
import type { Payment } from './amount.ts';
import { AmountField, MethodButtons, useAmount } from './paid-fields.tsx';

/** Asks how much was paid and how: one click on the method pays what is due. */
export default function PayDialog(props: {
  about: string;
  /** Paise. */
  due: number | null;
  onClose(): void;
  onPay(payment: Payment): void;
}) {
  const { about, due, onClose, onPay } = props;
  const amount = useAmount(due);
  return (
    <FormDialog
      title={markingText.payNow}
      about={about}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {uiText.cancel}
        </Button>
      }
    >
      <AmountField amount={amount} />
      <MethodButtons
        label={text.howPaid}
        amount={amount}
        onPay={(payment) => {
          onClose();
          onPay(payment);
        }}
      />
    </FormDialog>
  );
}
