import { newFeeOf, type PlacePrices } from '@dayline/contracts/clinic/fee-change';
import type { Fee } from '@dayline/contracts/clinic/fees';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { amountWords } from '@dayline/contracts/fields/money';
import {
  type Difference,
  type FeeChange,
  surplusOf,
  type VisitMoney,
  withNewFee,
} from '@dayline/contracts/fields/visit-money';
import type { Appointment, RescheduledEvent } from '../state.ts';
import { refunded, refundUndone } from './refund.ts';
import { moneyBefore, paymentChangedSince, recordedMoney } from './visit-money.ts';

/** The desk's decision about the fee at the new place. */
export interface FeeRequest {
  /** The fee there as it was shown, in paise; absent: any. */
  readonly seen?: number | null | undefined;
  readonly difference?: Difference | undefined;
}

/** The change of fee by a move; undefined if there is none. Refused if the desk has to decide first. */
export function feeChangeOf(
  { money, fees }: Appointment,
  prices: PlacePrices | undefined,
  { seen, difference }: FeeRequest,
): FeeChange | Refusal | undefined {
  const decided = fees.at(-1)?.data;
  const found = prices && newFeeOf(money, decided !== undefined && decided.paise !== money.due, prices);
  const after = found ? found.change.after : money.due;
  const details = { fee: { before: money.due, after } };
  if (seen !== undefined && seen !== after) {
    const message =
      after === null ? undefined : `The fee has changed since you opened it. It is now ${amountWords(after)}.`;
    return refuse('fee.changed', { details, ...(message !== undefined && { message }) });
  }
  if (!found) return undefined;
  if (found.asks && difference === undefined) return refuse('fee.undecided', { details });
  return { ...found.change, difference: difference ?? 'taken' };
}

type DecidedFee = Omit<Extract<DoctorDayEvent, { type: 'FeeDecided' }>['data'], 'appointmentId' | 'patientId'>;
interface OfVisit {
  readonly appointmentId: string;
  readonly patientId: string;
}

/** The events of a move about money: the refund of the amount beyond the new fee, and the fee rule that applies. */
export function feeEvents(
  visit: OfVisit,
  money: VisitMoney,
  {
    change,
    before,
  }: { readonly change: FeeChange | undefined; readonly before: Recorded<FeeDecidedEvent> | undefined },
): DoctorDayEvent[] {
  const after = withNewFee(money, change);
  const isTaken = change?.difference === 'taken';
  const surplus = isTaken ? surplusOf(after) : 0;
  const back = { amount: surplus, method: undefined, reason: null };
  return [
    ...(surplus > 0 ? [refunded({ booked: { data: visit }, money: after, status: 'Confirmed' }, back)] : []),
    ...(isTaken && change.fee ? [feeDecided(visit, { ...change.fee, reason: null })] : []),
    ...(!isTaken && before ? [feeDecided(visit, repeated(before.data))] : []),
  ];
}
type FeeDecidedEvent = Extract<DoctorDayEvent, { type: 'FeeDecided' }>;

const feeDecided = ({ appointmentId, patientId }: OfVisit, fee: DecidedFee): FeeDecidedEvent => ({
  type: 'FeeDecided',
  data: { appointmentId, patientId, ...fee },
});
const repeated = ({ paise, rule, registration, reason }: Fee & { readonly reason: string | null }): DecidedFee => ({
  ...{ paise, rule, registration, reason, repeated: true },
});

/** The undo of a new time with another fee restores the previous amount; refused once the money has changed. */
export function feeBack(appointment: Appointment, undone: Recorded<RescheduledEvent>): RestoredFee | Refusal | null {
  const { moneyEvents, lanes, booked, fees } = appointment;
  if (!undone.data.money) return null;
  const last = lanes.payment.at(-1);
  const isOwnRefund = last?.type === 'PaymentRefunded' && last.metadata.commandId === undone.metadata.commandId;
  if (moneyEvents.at(-1)?.id !== (isOwnRefund ? last.id : undone.id)) return paymentChangedSince(appointment);
  const before = moneyBefore(appointment, undone.id);
  const wasDecided = fees.findLast(({ metadata }) => metadata.commandId !== undone.metadata.commandId);
  const isDecidedAnew = fees.at(-1) !== wasDecided;
  const oneFee = { paise: before.due, rule: null, registration: 0, reason: null };
  return {
    money: recordedMoney(before, before.status ?? 'Pay_later'),
    paidAgain: isOwnRefund ? [refundUndone(appointment, last)] : [],
    decided: isDecidedAnew ? [feeDecided(booked.data, repeated(wasDecided?.data ?? oneFee))] : [],
  };
}

interface RestoredFee {
  readonly money: ReturnType<typeof recordedMoney>;
  /** The refund is paid again before the time is restored. */
  readonly paidAgain: readonly DoctorDayEvent[];
  readonly decided: readonly DoctorDayEvent[];
}
