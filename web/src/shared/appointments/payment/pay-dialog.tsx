import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { uiText } from '../../../ui/text.ts';
import { useChangedMeanwhile } from '../marking/changed-meanwhile.ts';
import { markingText } from '../marking/text.ts';
import { appointmentText as text } from '../text.ts';
import type { VisitRow } from '../visit/visit-row.ts';
import type { Payment } from './amount.ts';
import { AmountField, MethodButtons, useAmount } from './paid-fields.tsx';

/** The entry to make: a payment, its correction, or a refund. */
export type PayKind = 'pay' | 'change' | 'refund';

/** Asks for the amount paid or refunded, and the method: one click on the method records it. */
export default function PayDialog(props: {
  kind: PayKind;
  visit: VisitRow;
  /** Paise. */
  due: number | null;
  /** The amount already paid, as text. */
  paid?: string | undefined;
  onClose(): void;
  onPay(payment: Payment & { reason?: string }): void;
}) {
  const { kind, visit, due, paid, onClose, onPay } = props;
  const problem = useChangedMeanwhile(visit, 'payment');
  const amount = useAmount(due);
  const [reason, setReason] = useState('');
  const [isRefused, setRefused] = useState(false);
  const isRefund = kind === 'refund';
  const isMissing = kind === 'change' && reason.trim() === '';
  const titles = { pay: markingText.payNow, change: markingText.changeTitle, refund: markingText.refundTitle };
  return (
    <FormDialog
      title={titles[kind]}
      about={visit.about}
      problem={problem}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {uiText.cancel}
        </Button>
      }
    >
      {paid === undefined ? null : <Muted block>{paid}</Muted>}
      <AmountField amount={amount} />
      {kind === 'pay' ? null : (
        <TextField
          label={markingText.reason}
          optional={isRefund}
          value={reason}
          onChange={setReason}
          error={isRefused && isMissing ? markingText.reasonMissing : undefined}
          maxLength={maxReasonLength}
          multiline
          rows={2}
        />
      )}
      <MethodButtons
        label={isRefund ? markingText.howRefunded : text.howPaid}
        amount={amount}
        disabled={problem !== undefined}
        onPay={(payment) => {
          if (isMissing || tooLong(reason, maxReasonLength)) {
            setRefused(true);
            return;
          }
          onClose();
          onPay({ ...payment, ...(reason.trim() !== '' && { reason: reason.trim() }) });
        }}
      />
    </FormDialog>
  );
}
