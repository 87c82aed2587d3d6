import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { paiseAmount } from '../../../ui/locale/words.ts';
import type { Payment } from '../paying/amount.ts';
import type { Change, Paying } from './change.ts';
import { markingText } from './text.ts';

type Reply = ResponseOf<'correctPayment'>;
type Send<Request> = (call: { request: Request }) => Promise<Reply>;
type PaymentRequest = RequestOf<'correctPayment'>;
type RefundRequest = RequestOf<'refundPayment'>;

/** What was taken and how, as the reply says, where both are known. */
function paymentWords({ paymentStatus, eventId, moved }: Reply): string {
  if (eventId === null) return markingText.paymentStays(paymentStatus);
  if (paymentStatus !== 'Paid' || moved === null || moved.amount === null || moved.method === 'unknown') {
    return markingText.paid(paymentStatus);
  }
  return markingText.recorded(paiseAmount(moved.amount), moved.method);
}

const refundWords = ({ moved }: Reply): string =>
  moved?.amount == null ? markingText.refunded : markingText.refundedAmount(paiseAmount(moved.amount));

const settled = ({ paymentStatus, money }: Reply) => ({ Payment_Status: paymentStatus, money });

/** It names the payment that the page saw, so that another desk's is never replaced unseen. */
const seenOf = ({ money: { eventId } }: Paying) => (eventId === undefined ? {} : { seen: eventId });

function changeOfPayment(
  paying: Paying,
  change: Omit<PaymentRequest, 'appointmentId' | 'undo' | 'seen'>,
  send: Send<PaymentRequest>,
): Change<Reply> {
  const { AppointmentId: appointmentId, Payment_Status: before, about } = paying;
  return {
    about,
    appointmentId,
    shown: { Payment_Status: change.paymentStatus },
    settled,
    send: () => send({ request: { appointmentId, ...change, ...seenOf(paying) } }),
    done: paymentWords,
    failed: markingText.paymentFailed,
    back: {
      shown: { Payment_Status: before },
      send: (undo) => send({ request: { appointmentId, paymentStatus: before, undo } }),
      done: (reply) => markingText.paymentReverted(reply.paymentStatus),
      failed: markingText.paymentRevertFailed,
    },
  };
}

function changeOfRefund(
  paying: Paying,
  refund: Omit<RefundRequest, 'appointmentId' | 'undo' | 'seen'>,
  send: Send<RefundRequest>,
): Change<Reply> {
  const { AppointmentId: appointmentId, about } = paying;
  return {
    about,
    appointmentId,
    // How much stays paid is the reply's to say.
    shown: {},
    settled,
    send: () => send({ request: { appointmentId, ...refund, ...seenOf(paying) } }),
    done: refundWords,
    failed: markingText.refundFailed,
    back: {
      shown: {},
      send: (undo) => send({ request: { appointmentId, undo } }),
      done: (reply) => markingText.paymentReverted(reply.paymentStatus),
      failed: markingText.paymentRevertFailed,
    },
  };
}

/** What a desk does with payments. */
export const paymentCommands = (
  perform: (change: Change<Reply>) => Promise<unknown>,
  { correctPayment, refundPayment }: { correctPayment: Send<PaymentRequest>; refundPayment: Send<RefundRequest> },
) => ({
  pay: async (appointment: Paying, payment: Payment & { reason?: string }) => {
    // Why a booking's fee is another one is no reason of a correction.
    const { feeReason: _, ...paid } = payment;
    await perform(changeOfPayment(appointment, { paymentStatus: 'Paid', ...paid }, correctPayment));
  },
  takeBackPayment: async (appointment: Paying, reason: string) => {
    await perform(changeOfPayment(appointment, { paymentStatus: 'Pay_later', reason }, correctPayment));
  },
  refund: async (appointment: Paying, { amount, method, reason }: Payment & { reason?: string }) => {
    const refund = { amount, method, ...(reason !== undefined && { reason }) };
    await perform(changeOfRefund(appointment, refund, refundPayment));
  },
});
