import { sentenceOf } from '@dayline/contracts/errors';
import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import type { Payment } from '../../../shared/appointments/payment/amount.ts';
import { AmountField, MethodButtons, useAmount } from '../../../shared/appointments/payment/paid-fields.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { errorText } from '../../../shared/sentences/errors-text.ts';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import type { Booking } from '../api/use-booking.ts';
import { useVisitFee } from '../api/use-visit-fee.ts';
import { paidUpfront } from '../rules.ts';
import { bookingText as text } from '../text.ts';
import { VisitFee } from './visit-fee.tsx';

/**
 * Step 7: "choosing Pay Now or Pay Later creates the appointment" (section 4). Neither is focused when the step opens,
 * so that an extra Enter at Confirm doesn't pay.
 */
export function PaymentStep({ booking: { draft, busy, pay, refusals } }: { booking: Booking }) {
  const reasonId = useId();
  const upfront = paidUpfront(draft.fields.type);
  const later = draft.payment === 'Pay_later';
  const chosenButton = useRef<HTMLButtonElement>(null);
  const fee = useVisitFee(draft);
  const amount = useAmount(fee?.amount ?? null);
  const [reason, setReason] = useState<string>();
  const isOther = fee?.hasRules === true && typeof amount.paise === 'number' && amount.paise !== fee.amount;
  const feeReason = isOther ? reason?.trim() || undefined : undefined;
  const payNow = (money: Payment) => {
    if (isOther && feeReason === undefined) setReason('');
    else if (amount.paise !== null) pay('Paid', { ...money, feeReason });
  };
  const refusalsSeen = useRef(refusals);
  // After the alert about a failed attempt, the previous choice is focused; never after a refusal of an earlier step.
  useEffect(() => {
    if (refusals === refusalsSeen.current) return;
    refusalsSeen.current = refusals;
    chosenButton.current?.focus();
  }, [refusals]);
  return (
    <Stack gap={1.5} sx={{ gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start', pb: 1 }}>
      <Typography sx={{ gridColumn: '1 / -1', minHeight: 24 }}>
        {fee === undefined ? null : (
          <>
            {fee.amount === null ? null : `${text.fee} `}
            <VisitFee fee={fee} />
          </>
        )}
      </Typography>
      <AmountField amount={amount} />
      {isOther ? (
        <TextField
          label={appointmentText.feeReason}
          value={reason ?? ''}
          onChange={setReason}
          maxLength={maxReasonLength}
          error={reason?.trim() === '' ? appointmentText.feeReasonMissing : undefined}
        />
      ) : null}
      <Box sx={{ gridColumnStart: 1 }}>
        <Button
          fullWidth
          ref={later && !upfront ? null : chosenButton}
          loading={busy && !later}
          disabled={busy || amount.paise === null}
          onClick={() => payNow({ amount: amount.paise ?? undefined })}
          sx={{ minHeight: 56 }}
        >
          {text.payNow}
        </Button>
        <Muted component="p" sx={{ m: 0, mt: 0.75 }}>
          {text.payNowHint}
        </Muted>
        <Box sx={{ mt: 1.5 }}>
          <MethodButtons label={appointmentText.howPaid} amount={amount} disabled={busy} onPay={payNow} />
        </Box>
      </Box>
      <Box>
        <Button
          fullWidth
          variant="outlined"
          ref={later && !upfront ? chosenButton : null}
          loading={busy && later}
          disabled={busy || upfront}
          aria-describedby={reasonId}
          onClick={() => pay('Pay_later')}
          sx={{ minHeight: 56 }}
        >
          {text.payLater}
        </Button>
        <Muted id={reasonId} component="p" sx={{ m: 0, mt: 0.75 }}>
          {upfront ? (errorText['payment.upfront'] ?? sentenceOf('payment.upfront')) : text.payLaterHint}
        </Muted>
      </Box>
    </Stack>
  );
}
