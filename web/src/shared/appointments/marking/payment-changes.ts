import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { call } from '../../api/client.ts';
import type { Payment } from '../payment/amount.ts';
import type { VisitRow } from '../visit/visit-row.ts';
import type { Change } from './change.ts';
import { markingText } from './text.ts';

type Reply = ResponseOf<'correctPayment'>;
type PaymentRequest = RequestOf<'correctPayment'>;
type RefundRequest = RequestOf<'refundPayment'>;

/** The amount and method in the reply, if both are known. */
function paymentWords({ paymentStatus, eventId, moved }: Reply): string {
  if (eventId === null) return markingText.paymentStays(paymentStatus);
  if (paymentStatus !== 'Paid' || moved === null || moved.amount === null || moved.method === 'unknown') {
    return markingText.paid(paymentStatus);
  }
  return markingText.recorded(paiseAmount(moved.amount), moved.method);
}

const refundWords = ({ moved }: Reply): string =>
  moved?.amount == null ? markingText.refunded : markingText.refundedAmount(paiseAmount(moved.amount));

const changeOf = ({ paymentStatus, money }: Reply) => ({ Payment_Status: paymentStatus, money });

/** Names the payment that the page saw, so that another desk's is never replaced unseen. */
const seenOf = ({ money: { eventId } }: VisitRow) => (eventId === undefined ? {} : { seen: eventId });

function changeOfPayment(
  visit: VisitRow,
  change: Omit<PaymentRequest, 'appointmentId' | 'undo' | 'seen'>,
): Change<Reply> {
  const { AppointmentId: appointmentId, about } = visit;
  const before = visit.Payment_Status ?? 'Pay_later';
  return {
    about,
    appointmentId,
    shown: { Payment_Status: change.paymentStatus },
    settled: changeOf,
    send: () => call('correctPayment', { appointmentId, ...change, ...seenOf(visit) }),
    done: paymentWords,
    failed: markingText.paymentFailed,
    back: {
      shown: { Payment_Status: before },
      send: (undo) => call('correctPayment', { appointmentId, paymentStatus: before, undo }),
      done: (reply) => markingText.paymentReverted(reply.paymentStatus),
      failed: markingText.paymentRevertFailed,
    },
  };
}

function changeOfRefund(
  visit: VisitRow,
  refund: Omit<RefundRequest, 'appointmentId' | 'undo' | 'seen'>,
): Change<Reply> {
  const { AppointmentId: appointmentId, about } = visit;
  return {
    about,
    appointmentId,
    // The reply contains the amount that remains paid.
    shown: {},
    settled: changeOf,
    send: () => call('refundPayment', { appointmentId, ...refund, ...seenOf(visit) }),
    done: refundWords,
    failed: markingText.refundFailed,
    back: {
      shown: {},
      send: (undo) => call('refundPayment', { appointmentId, undo }),
      done: (reply) => markingText.paymentReverted(reply.paymentStatus),
      failed: markingText.paymentRevertFailed,
    },
  };
}

/** A desk's actions on payments. */
export const paymentCommands = (perform: (change: Change<Reply>) => Promise<unknown>) => ({
  pay: async (visit: VisitRow, payment: Payment & { reason?: string }) => {
    // The reason for another fee at booking is not a reason for a correction.
    const { feeReason: _, ...paid } = payment;
    await perform(changeOfPayment(visit, { paymentStatus: 'Paid', ...paid }));
  },
  undoPayment: async (visit: VisitRow, reason: string) => {
    await perform(changeOfPayment(visit, { paymentStatus: 'Pay_later', reason }));
  },
  refund: async (visit: VisitRow, { amount, method, reason }: Payment & { reason?: string }) => {
    const refund = { amount, method, ...(reason !== undefined && { reason }) };
    await perform(changeOfRefund(visit, refund));
  },
});
