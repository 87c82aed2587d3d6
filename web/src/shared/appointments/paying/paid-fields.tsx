import { type PaymentMethod, paymentMethods } from '@dayline/contracts/appointments';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import { appointmentText as text } from '../text.ts';
import { amountTyped, type Payment, paiseTyped } from './amount.ts';

/** The amount as it is typed, prefilled with what is due. */
export function useAmount(due: number | null) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? amountTyped(due);
  const paise = paiseTyped(value);
  const error = paise === null ? text.amountWrong : undefined;
  return { value, setTyped, error, paise: typed === undefined ? undefined : paise };
}

export function AmountField({ amount }: { amount: ReturnType<typeof useAmount> }) {
  const { value, setTyped, error } = amount;
  return (
    <TextField
      label={text.amount}
      value={value}
      onChange={setTyped}
      error={error}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}

/** Cash · UPI · Card · Other: a click pays. */
export function MethodButtons(props: {
  amount: ReturnType<typeof useAmount>;
  label: string;
  disabled?: boolean;
  onPay(payment: Payment): void;
}) {
  const { amount, label, disabled = false, onPay } = props;
  const pay = (method: PaymentMethod) => () => {
    if (amount.paise !== null) onPay({ amount: amount.paise, method });
  };
  return (
    <Stack
      role="group"
      aria-label={label}
      gap={1}
      sx={{ gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' }, width: '100%' }}
    >
      {paymentMethods.map((method) => (
        <Button key={method} variant="outlined" disabled={disabled || amount.paise === null} onClick={pay(method)}>
          {text.methods[method]}
        </Button>
      ))}
    </Stack>
  );
}
