import type { MoneyMoved } from '@dayline/contracts/clinic/takings';
import { streamKey } from '@dayline/contracts/events/categories';
import { hoursTypes, noteTypes, statusTypes } from '@dayline/contracts/events/doctor-day';
import { holdTypes } from '@dayline/contracts/events/doctor-day/holds';
import { moveSteps } from '@dayline/contracts/events/doctor-day/moves';
import { presenceTypes } from '@dayline/contracts/events/doctor-day/presence';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { dateOfClientDay } from '@dayline/contracts/ids';
import type { ClosedDayRow, PaymentRow } from '@dayline/contracts/views';
import { ignored, type View } from '../projection.ts';

type OfAppointment = RecordedDaylineEvent & { readonly data: { readonly appointmentId: string } };

const ofEvent = ({ id }: RecordedDaylineEvent) => [id];

function rowOf(event: OfAppointment, key: string, money: Omit<MoneyMoved, 'actorId' | 'actorName'>): PaymentRow {
  const { position: at, data, metadata } = event;
  const { clientId, recordedAt, actor } = metadata;
  const { appointmentId } = data;
  return { key, at, clientId, recordedAt, appointmentId, actorId: actor.id, actorName: actor.name, ...money };
}

type Corrected = Extract<RecordedDaylineEvent, { type: 'AppointmentPaymentCorrected' }>;
/** The rows of other payments that the event makes unpaid. */
const replacedKeys = ({ id, data: { replaced = [] } }: Corrected): string[] =>
  replaced.map((_, index) => `${id}.${index}`);

/**
 * Every event that moved money, from which takings are summed: one row each, and one more for each payment that it
 * replaces, so that a day's sums are known as of any position. Events don't have the clinic's zone, so a row has the
 * instant and no date. A move copies the payment; it is not a new payment.
 */
export const payments: View<PaymentRow, 'doctorDay'> = {
  name: 'payments',
  indexes: [{ name: 'byClient', fields: ['clientId', 'recordedAt', 'key'] }],
  changes: {
    AppointmentPaymentRecorded: {
      rows: (event) => (event.data.payment === 'Paid' ? ofEvent(event) : []),
      fold(_, event, key) {
        const { amount, method } = event.data;
        return rowOf(event, key, { kind: 'taken', isUndo: false, amount, method });
      },
    },
    AppointmentPaymentCorrected: {
      rows: (event) => [event.id, ...replacedKeys(event)],
      fold(_, event, key) {
        const { paymentBefore, paymentAfter, undoneEventId, amount, method, replaced = [] } = event.data;
        const isUndo = undoneEventId !== null;
        const replacedPayment = replaced[replacedKeys(event).indexOf(key)];
        if (replacedPayment) return rowOf(event, key, { kind: 'corrected', isUndo, ...replacedPayment });
        // The undo of a correction pays again, and the undo of a payment cancels it.
        const kind = (isUndo ? paymentBefore : paymentAfter) === 'Paid' ? 'taken' : 'corrected';
        return rowOf(event, key, { kind, isUndo, amount, method });
      },
    },
    PaymentRefunded: {
      rows: ofEvent,
      fold: (_, event, key) => rowOf(event, key, refunded(event.data, false)),
    },
    PaymentRefundUndone: {
      rows: ofEvent,
      fold: (_, event, key) => rowOf(event, key, refunded(event.data, true)),
    },
    ...ignored(...statusTypes, ...presenceTypes, ...hoursTypes, ...noteTypes, ...moveSteps, ...holdTypes),
    ...ignored('DoctorLatenessSet'),
    ...ignored('FeeDecided', 'AppointmentRescheduled', 'AppointmentReassigned'),
  },
};

type Refund = Extract<RecordedDaylineEvent, { type: 'PaymentRefunded' }>['data'];
const refunded = ({ amount, method }: Pick<Refund, 'amount' | 'method'>, isUndo: boolean) =>
  ({ kind: 'refunded', isUndo, amount, method: method ?? 'unknown' }) as const;

/** The closed days, with the takings of each close. */
export const closedDays: View<ClosedDayRow, 'clientDay'> = {
  name: 'closedDays',
  indexes: [],
  changes: {
    DayClosed: {
      fold(row, { data, stream, position, metadata }, key) {
        const closing = { at: metadata.recordedAt, by: metadata.actor.name, ...data };
        const closings = [...(row?.closings ?? []), closing];
        return { key, at: position, clientId: metadata.clientId, date: dateOfClientDay(streamKey(stream)), closings };
      },
    },
    ...ignored('TokenLetterAssigned'),
  },
};
