import { type Paid, paymentWords } from '@dayline/contracts/appointments';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { paidWords } from '@dayline/contracts/fields/visit-money';
import type { CommandHandlers, Reply } from '@dayline/http/handler';
import type { PaymentChanged, PaymentCommands } from '../money/payment-commands.ts';

/** Corrections of payments and refunds. */
export const paymentCalls = (commands: PaymentCommands): Pick<CommandHandlers, 'correctPayment' | 'refundPayment'> => ({
  correctPayment: async ({ paymentStatus: payment, undo, appointmentId, ...request }, by) =>
    paymentReply(
      undo === undefined
        ? await commands.correctPayment({ appointmentId, payment, ...request }, by)
        : await commands.undoPaymentCorrection({ appointmentId, payment, eventId: undo }, by),
    ),

  refundPayment: async ({ undo, appointmentId, ...request }, by) =>
    paymentReply(
      undo === undefined
        ? await commands.refundPayment({ appointmentId, ...request }, by)
        : await commands.undoRefund({ appointmentId, eventId: undo }, by),
    ),
});

function paymentReply(changed: PaymentChanged | Refusal): Reply<ResponseOf<'correctPayment'>> | Refusal {
  if (isRefusal(changed)) return changed;
  const { payment: paymentStatus, event, ...rest } = changed;
  const moved = event && { amount: event.data.amount, method: event.data.method ?? 'unknown' };
  const body = { success: true, message: sentenceOf(changed), paymentStatus, moved, ...rest } as const;
  return { body, position: changed.position };
}

/** Composed from the event, never from the request. */
function sentenceOf({ payment, money, event }: PaymentChanged): string {
  const now = wordsOf(paymentWords[payment], payment === 'Paid' ? paidOf(money) : null);
  if (event === null) return `Nothing changed. The payment is ${now}`;
  switch (event.type) {
    case 'AppointmentPaymentCorrected':
      return event.data.undoneEventId === null
        ? `Payment changed to ${now}`
        : `Undo successful! Payment back to ${now}`;
    case 'PaymentRefunded':
      return wordsOf('Payment refunded', { ...event.data, method: event.data.method ?? 'unknown' });
    default:
      return `Undo successful! Payment back to ${now}`;
  }
}

const paidOf = ({ amount, method = 'unknown' }: PaymentChanged['money']): Paid => ({ amount, method });

const wordsOf = (sentence: string, paid: Paid | null): string =>
  [sentence, paid && paidWords(paid.amount, paid.method)].filter(Boolean).join(', ');
