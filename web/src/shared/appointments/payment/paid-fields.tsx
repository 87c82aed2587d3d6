import { type PaymentMethod, paymentMethods } from '@dayline/contracts/appointments';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import { appointmentText as text } from '../text.ts';
import { amountTyped, type Payment, paidWords, paiseTyped } from './amount.ts';

/**
 * The typed amount, prefilled with the amount due. An emptied field is not an amount, so that nobody pays the whole fee
 * by it. If nothing is due yet, because no fee is set, nothing has to be typed.
 */
export function useAmount(due: number | null) {
  const [input, setInput] = useState<string>();
  const value = input ?? amountTyped(due);
  const paise = paiseTyped(value);
  const isEmptied = paise === undefined && input !== undefined;
  const error = paise === null ? text.amountWrong : isEmptied ? text.amountMissing : undefined;
  return { value, setTyped: setInput, error, paise: isEmptied ? null : paise };
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

/** "₹400 cash" · "₹400 UPI" · "₹400 card" · "₹400 other": a click records that payment. */
export function MethodButtons(props: {
  amount: ReturnType<typeof useAmount>;
  label: string;
  disabled?: boolean;
  onPay(payment: Payment): void;
}) {
  const { amount, label, disabled = false, onPay } = props;
  const pay = (method: PaymentMethod) => () => {
    const { paise } = amount;
    if (paise !== null) onPay({ ...(paise !== undefined && { amount: paise }), method });
  };
  return (
    <Stack role="group" aria-label={label} gap={1} sx={{ gridTemplateColumns: '1fr 1fr', width: '100%' }}>
      {paymentMethods.map((method) => (
        <Button key={method} variant="outlined" disabled={disabled || amount.paise === null} onClick={pay(method)}>
          {amount.paise == null ? text.methods[method] : paidWords(amount.paise, method)}
        </Button>
      ))}
    </Stack>
  );
}
