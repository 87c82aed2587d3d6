import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { Decided, OtherVisit, VisitFees } from './visit-fees.ts';
import {
  corrected,
  isSameList,
  leftOf,
  type Moved,
  type Payment,
  type Sums,
  sumOf,
  taken,
  without,
} from './visit-payments.ts';
import { overbookPerSlot, type Session, slotMinutes, times, undoSeconds } from './visit-steps.ts';

/**
 * The possible states of the desks' visits, folded plainly from the log. Written independently of the product: it knows
 * the events, but neither the decider nor the views.
 */

type Event = Recorded<DoctorDayEvent>;
type EventOf<Type extends DoctorDayEvent['type']> = Recorded<Extract<DoctorDayEvent, { type: Type }>>;
type StatusChange = Extract<Event, { data: { statusAfter: unknown } }>;

interface Visit {
  readonly id: string;
  readonly pocId: string;
  readonly date: string;
  readonly patientId: string;
  visitId: string;
  time: string;
  kind: 'first' | 'again' | undefined;
  status: string;
  readonly type: string;
  payment: string | null;
  /** The payments kept here for it, oldest first. */
  payments: readonly Payment[];
  /** The amount due in paise, as of its booking. */
  due: number | null;
  fee: (Decided & { readonly isOther?: boolean }) | null;
  /** Whether the current time was overbooked. */
  isOver: boolean;
  token: number | null;
  /** Null: not arrived. */
  presence: { readonly token: number; readonly isCalled: boolean } | null;
  /** The started move away from here. */
  leaving: EventOf<'AppointmentMoveStarted'> | null;
}

/** An appointment as the views show it. */
export interface ShownVisit {
  readonly id: string;
  readonly status: string;
  readonly time: string;
  readonly payment: string | null;
  readonly payments: readonly Payment[];
  readonly due: number | null;
  readonly fee: (Omit<Decided, 'reason'> & { readonly isOther: boolean }) | null;
  readonly isOver: boolean;
  readonly movingTo: string | null;
  readonly token: number | null;
  readonly isCalled: boolean;
}

const holds = ({ status }: Visit): boolean => status !== 'Cancelled' && status !== 'Moved';
const changesStatus = (event: Event): event is StatusChange => 'statusAfter' in event.data;

export class VisitOracle {
  readonly #hoursOf: ReadonlyMap<string, readonly Session[]>;
  readonly #fees: VisitFees;
  readonly #visits = new Map<string, Visit>();
  readonly #events = new Map<string, Event>();
  readonly #undone = new Set<string>();
  /** Day and time of blocked slots. */
  readonly #blocked = new Set<string>();
  /** The value before each change of time. */
  readonly #wasOver = new Map<string, boolean>();
  /** The state before each event of a payment or of a change of time. */
  readonly #moneyBefore = new Map<string, Pick<Visit, 'payment' | 'payments' | 'due' | 'fee'>>();
  readonly #moved = new Map<string, readonly Moved[]>();
  /** Paise by visit: taken less refunded. */
  readonly #taken = new Map<string, number>();
  /** By the clinic's date of the event. */
  readonly #takings = new Map<string, Map<string, number>>();

  constructor(hoursOf: ReadonlyMap<string, readonly Session[]>, fees: VisitFees) {
    this.#hoursOf = hoursOf;
    this.#fees = fees;
  }

  /** Applies the events of one append. @throws Error naming the invariant that is broken after it */
  take(append: readonly Event[]): void {
    for (const [index, event] of append.entries()) {
      try {
        this.#fold(event, append.slice(index + 1));
      } catch (error) {
        throw new Error(`${event.type} at ${event.position}: ${(error as Error).message}`, { cause: error });
      }
    }
    const [event] = append;
    if (!event) return;
    try {
      this.#checkDay(event);
      this.#checkVisits();
    } catch (error) {
      throw new Error(`after ${append.map(({ type }) => type).join(', ')}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Checks that no move is open any more. */
  settled(): void {
    for (const { id, leaving } of this.#visits.values()) must(leaving === null, `the move of ${id} is still open`);
  }

  /** The listed appointments, by id. */
  shown(): ShownVisit[] {
    return [...this.#visits.values()]
      .filter(({ status }) => status !== 'Moved')
      .map(({ id, status, time, payment, payments, due, fee, isOver, leaving, presence }) => ({
        ...{ id, status, time, payment, isOver, movingTo: leaving?.data.to ?? null },
        ...{ payments, due, fee: fee && shownFee(fee) },
        ...{ token: presence?.token ?? null, isCalled: presence?.isCalled ?? false },
      }))
      .sort(({ id: a }, { id: b }) => (a < b ? -1 : 1));
  }

  moved(): string[] {
    return [...this.#visits.values()].flatMap(({ id, status }) => (status === 'Moved' ? [id] : [])).sort();
  }

  /** By the clinic's date on which it happened. */
  takings(): ReadonlyMap<string, Sums> {
    return this.#takings;
  }

  /** Of a month, yyyy-mm, by the time of recording. */
  movedIn(month: string): Sums {
    const all = new Map<string, number>();
    for (const [date, sums] of this.#takings) {
      if (!date.startsWith(month)) continue;
      for (const [name, sum] of sums) all.set(name, (all.get(name) ?? 0) + sum);
    }
    return all;
  }

  /** What views know of visits once they have caught up. */
  forViews(): OtherVisit[] {
    return [...this.#visits.values()].map(({ patientId, pocId, date, type, status, payment, payments, due, fee }) => ({
      ...{ patientId, pocId, date, type, status, isPaid: payment === 'Paid' },
      ...{ charged: payment === 'Paid' ? sumOf(payments) : due, registration: fee?.registration ?? 0 },
    }));
  }

  #fold(event: Event, rest: readonly Event[]): void {
    this.#events.set(event.id, event);
    this.#checkUndo(event);
    if (event.type === 'AppointmentBooked') this.#book(event, rest);
    else if (changesStatus(event)) this.#changeStatus(event);
    else if ('appointmentId' in event.data) this.#change(this.#of(event.data.appointmentId), event);
    else this.#block(event);
  }

  #of(appointmentId: string): Visit {
    const visit = this.#visits.get(appointmentId);
    if (!visit) throw new Error(`there is no ${appointmentId}`);
    return visit;
  }

  /** Checks that an undo is in time, and done only once. */
  #checkUndo({ type, data, metadata }: Event): void {
    if (!('undoneEventId' in data) || data.undoneEventId === null) return;
    const undone = this.#events.get(data.undoneEventId);
    must(undone, 'what it undoes was recorded');
    if (type === 'AppointmentMovedAway' || type === 'AppointmentMoveUndone') return;
    if (type !== 'AppointmentMoveStarted') {
      must(!this.#undone.has(undone.id), 'it is undone once');
      this.#undone.add(undone.id);
    }
    // A desk may also undo earlier arrivals and calls.
    if (type === 'ArrivalWithdrawn' || type === 'CallWithdrawn') return;
    const until = requestedAt(undone.metadata) + (undone.metadata.batchId ? 60 : undoSeconds) * 1_000;
    must(requestedAt(metadata) <= until, 'it is undone in time');
  }

  #book({ data, metadata }: EventOf<'AppointmentBooked'>, rest: readonly Event[]): void {
    const { appointmentId: id, patientId, time, visit: kind, type } = data;
    must(!this.#visits.has(id), 'it is booked once');
    const { pocId, date } = doctorDayOf(id);
    const isWalkIn = rest.some((event) => event.type === 'PatientArrived');
    const now = clinicNow(requestedAt(metadata), 'Asia/Kolkata');
    // The only slot of a session is open until its end.
    const isOnly = this.#hoursOf.get(pocId)?.some((session) => session.times.join() === time);
    const until = isOnly ? spanFrom(time, slotMinutes).to : time;
    must(date > now.date || (date === now.date && (isWalkIn || until > now.time)), 'its time has not passed');
    this.#mustBeOpen({ pocId, date, time });
    const fee = rest.find((event) => event.type === 'FeeDecided')?.data ?? null;
    const recorded = rest.find((event) => event.type === 'AppointmentPaymentRecorded');
    if (recorded)
      this.#fees.check({
        commandId: metadata.commandId,
        patientId,
        pocId,
        date,
        time,
        type,
        ...{ fee, amount: recorded.data.amount },
      });
    else
      must(
        rest.some((event) => event.type === 'AppointmentMovedIn'),
        'a booking says its payment',
      );
    this.#visits.set(id, {
      ...{
        id,
        pocId,
        date,
        patientId,
        visitId: id,
        time,
        kind,
        type,
        status: 'Confirmed',
        payment: null,
        payments: [],
      },
      ...{ due: recorded?.data.amount ?? null, fee },
      ...{ isOver: rest.some((event) => event.type === 'AppointmentOverbooked') },
      ...{ token: null, presence: null, leaving: null },
    });
  }

  #changeStatus(event: Exclude<StatusChange, EventOf<'AppointmentBooked'>>): void {
    const { appointmentId, time, statusBefore, statusAfter } = event.data;
    const visit = this.#of(appointmentId);
    must(visit.status === statusBefore, `it was ${visit.status}, not ${statusBefore}`);
    must(visit.time === time, `its time is ${visit.time}, not ${time}`);
    const isMoveEvent = event.type === 'AppointmentMovedAway' || event.type === 'AppointmentMoveUndone';
    must(isMoveEvent || !visit.leaving, 'nothing else happens while it moves');
    if (event.type === 'AppointmentMovedAway') {
      must(visit.leaving?.data.moveId === event.data.moveId, 'its move was begun');
      const there = this.#of(event.data.to);
      must(there.visitId === visit.visitId, 'the destination has it');
      must(there.patientId === visit.patientId, 'it is the same patient');
      visit.leaving = null;
    }
    visit.status = statusAfter;
    // A patient who was called waits again.
    if (statusAfter === 'Confirmed' && visit.presence) visit.presence = { ...visit.presence, isCalled: false };
  }

  #change(visit: Visit, event: Event): void {
    switch (event.type) {
      case 'AppointmentRescheduled': {
        const { timeBefore, time, visit: kind, undoneEventId } = event.data;
        must(visit.time === timeBefore, `its time was ${visit.time}, not ${timeBefore}`);
        must(visit.status === 'Confirmed' && !visit.leaving, 'only what is Confirmed gets another time');
        this.#wasOver.set(event.id, visit.isOver);
        Object.assign(visit, { time, kind, isOver: this.#wasOver.get(undoneEventId ?? '') ?? false });
        if (undoneEventId === null) this.#setMoney(visit, event, after(visit, event.data.feeChange));
        else if (event.data.money) this.#setMoney(visit, event, this.#before(undoneEventId));
        if (undoneEventId === null) this.#mustBeOpen(visit);
        return;
      }
      case 'AppointmentMoveStarted':
        must(visit.status === 'Confirmed' && !visit.leaving, 'it moves once at a time');
        visit.leaving = event;
        return;
      case 'AppointmentMoveAbandoned':
        must(visit.leaving?.data.moveId === event.data.moveId, 'its move was begun');
        must(!this.#visits.has(event.data.to) || this.#of(event.data.to).status === 'Moved', 'nothing has moved');
        visit.leaving = null;
        return;
      case 'AppointmentMovedIn':
        this.#moveIn(visit, event);
        return;
      case 'PatientArrived':
      case 'ArrivalWithdrawn':
      case 'PatientCalled':
      case 'CallWithdrawn':
        this.#changePresence(visit, event);
        return;
      case 'AppointmentPaymentRecorded': {
        must(visit.payment === null, 'it is recorded once');
        const payments = event.data.payment === 'Paid' ? [paymentIn(event)] : [];
        this.#setMoney(visit, event, { payment: event.data.payment, payments }, payments.map(taken));
        return;
      }
      case 'AppointmentPaymentCorrected':
        must(visit.payment === event.data.paymentBefore, `it was ${visit.payment}`);
        this.#correct(visit, event);
        return;
      case 'PaymentRefunded': {
        const given = paymentIn(event);
        const held = sumOf(visit.payments);
        must(given.amount <= held, `${held} was paid and ${given.amount} given back`);
        const payments = without(visit.payments, given);
        const isWhole = visit.payment === 'Paid' && visit.status !== 'Cancelled';
        const due = isWhole && visit.due !== null ? Math.min(visit.due, sumOf(payments)) : visit.due;
        const payment = payments.length > 0 ? visit.payment : 'Pay_later';
        this.#setMoney(visit, event, { payment, payments, due }, [{ kind: 'refunded', ...given }]);
        return;
      }
      case 'PaymentRefundUndone':
        must(amountIn(event) === this.#amountOf(event.data.undoneEventId), 'as much as was given back is here again');
        this.#undoMoney(visit, event, event.data.undoneEventId);
        return;
      case 'FeeDecided':
        visit.fee = { ...event.data, isOther: visit.due !== event.data.paise };
        return;
      default:
    }
  }

  /** The payment moves along, adjusted to the fee that the desk agreed on. */
  #moveIn(visit: Visit, event: EventOf<'AppointmentMovedIn'>): void {
    const from = this.#of(event.data.from);
    const { visitId, feeChange, payment } = event.data;
    must(from.leaving?.data.to === visit.id, 'its move was begun');
    must(visitId === from.visitId, 'it is the same visit');
    must(JSON.stringify(feeChange) === JSON.stringify(from.leaving.data.feeChange), 'the fee is as it was begun with');
    const isTaken = feeChange?.difference === 'taken';
    must(
      isTaken ? (visit.fee?.paise ?? feeChange.after) === feeChange.after : isSameFee(visit.fee, from.fee),
      'what it costs goes along',
    );
    Object.assign(visit, { visitId, ...after(from, feeChange) });
    must(isSameMoney(visit, payment), 'the payment goes along');
  }

  #correct(visit: Visit, event: EventOf<'AppointmentPaymentCorrected'>): void {
    const { paymentBefore, paymentAfter, undoneEventId, replaced = [] } = event.data;
    const own = paymentIn(event);
    if (undoneEventId !== null) {
      must(own.amount === this.#amountOf(undoneEventId), 'as much is undone');
      this.#undoMoney(visit, event, undoneEventId);
      return;
    }
    const { payments } = visit;
    const others = replaced.map(({ amount, method }) => ({ amount: amount ?? 0, method }));
    if (paymentAfter === 'Pay_later') {
      const back = [...others, own];
      must(isSameList(back, payments), 'what was paid is taken back');
      this.#setMoney(visit, event, { payment: paymentAfter, payments: [] }, back.map(corrected));
      return;
    }
    const isReplaced = paymentBefore === 'Paid';
    must(isSameList(others, isReplaced ? payments : []), 'what was paid is replaced');
    const open = Math.max(0, (visit.due ?? 0) - sumOf(payments));
    const requested = this.#fees.requestOf(event.metadata.commandId).amount ?? open;
    must(own.amount === requested, `${own.amount} is taken, not ${requested}`);
    const after = isReplaced ? [own] : [...payments, own];
    this.#setMoney(visit, event, { payment: paymentAfter, payments: after }, [...others.map(corrected), taken(own)]);
  }

  /** The money that an event moved is moved back, and the visit has its earlier state again. */
  #undoMoney(visit: Visit, event: Event, undoneEventId: string): void {
    const back = (this.#moved.get(undoneEventId) ?? []).map((move) => ({ ...move, amount: -move.amount }));
    this.#setMoney(visit, event, this.#before(undoneEventId), back);
  }

  #before(eventId: string) {
    const before = this.#moneyBefore.get(eventId);
    must(before, 'what is undone changed the money');
    return before;
  }

  /** The amount of a payment event, in paise. */
  #amountOf(eventId: string): number | null {
    const { data } = this.#events.get(eventId) ?? {};
    return data && 'amount' in data ? data.amount : null;
  }

  /** Replaces the state of the money; the difference counts as moved on the day of the event. */
  #setMoney(
    visit: Visit,
    event: Event,
    after: Partial<Pick<Visit, 'payment' | 'payments' | 'due' | 'fee'>>,
    moves: readonly Moved[] = [],
  ): void {
    const { payment, payments, due, fee } = visit;
    this.#moneyBefore.set(event.id, { payment, payments, due, fee });
    this.#moved.set(event.id, moves);
    Object.assign(visit, after);
    if ('money' in event.data && event.data.money)
      must(isSameMoney(visit, event.data.money), 'the event says its money');
    const moved = sumOf(visit.payments) - sumOf(payments);
    must(moved === leftOf(moves), `${moved} is here and ${leftOf(moves)} was taken`);
    const { date } = clinicNow(Date.parse(event.metadata.recordedAt), 'Asia/Kolkata');
    this.#taken.set(visit.visitId, (this.#taken.get(visit.visitId) ?? 0) + moved);
    const sums = this.#takings.get(date) ?? new Map<string, number>();
    for (const { kind, method, amount } of moves)
      sums.set(`${kind} ${method}`, (sums.get(`${kind} ${method}`) ?? 0) + amount);
    if (moves.length > 0) this.#takings.set(date, sums);
  }

  #changePresence(
    visit: Visit,
    event: EventOf<'PatientArrived' | 'ArrivalWithdrawn' | 'PatientCalled' | 'CallWithdrawn'>,
  ): void {
    const now = clinicNow(requestedAt(event.metadata), 'Asia/Kolkata');
    must(visit.date === now.date && visit.status === 'Confirmed' && !visit.leaving, 'who is Confirmed today is there');
    if (event.type === 'PatientArrived') {
      const { token } = event.data;
      must(visit.presence === null, 'nobody arrives twice');
      must(visit.token === null || visit.token === token, `the token was ${visit.token}, not ${token}`);
      const others = [...this.#visits.values()].filter(
        (candidate) => candidate !== visit && isSameDay(candidate, visit),
      );
      must(!others.some((visit) => visit.token === token), `token ${token} was given`);
      const highest = Math.max(0, ...others.map((visit) => visit.token ?? 0));
      const isNew = visit.token === null && !this.#hoursOf.get(visit.pocId)?.some(({ quota }) => quota);
      must(!isNew || token === highest + 1, `the next token is ${highest + 1}, not ${token}`);
      Object.assign(visit, { token, presence: { token, isCalled: false } });
      return;
    }
    const { presence } = visit;
    must(presence, 'only who is there leaves or is called');
    if (event.type === 'ArrivalWithdrawn') visit.presence = null;
    else if (event.type === 'PatientCalled') visit.presence = { ...presence, isCalled: true };
    else visit.presence = { ...presence, isCalled: event.data.call !== null };
  }

  #block(event: Event): void {
    const place = (time: string) => `${event.stream} ${time}`;
    const within = (spans: readonly { readonly from: string; readonly to: string }[]) =>
      times.filter((time) => spans.some(({ from, to }) => from <= time && time < to));
    if (event.type === 'DayBlocked') for (const time of times) this.#blocked.add(place(time));
    if (event.type === 'DayUnblocked') for (const time of times) this.#blocked.delete(place(time));
    if (event.type === 'SlotsBlocked') for (const time of within(event.data.spans)) this.#blocked.add(place(time));
    if (event.type === 'SlotsUnblocked') for (const time of within(event.data.spans)) this.#blocked.delete(place(time));
  }

  #mustBeOpen({ pocId, date, time }: Pick<Visit, 'pocId' | 'date' | 'time'>): void {
    must(!this.#blocked.has(`doctorDay-${pocId}_${date.replaceAll('-', '')} ${time}`), `${time} is not blocked`);
  }

  /** Checks the day of an event: its capacity, its quotas, and that no patient is there twice at one time. */
  #checkDay({ stream, metadata }: Event): void {
    const [pocId = '', day = ''] = stream.replace('doctorDay-', '').split('_');
    const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    const sessions = this.#hoursOf.get(pocId);
    must(sessions, 'it is a doctor of the history');
    const isAhead = date > clinicNow(requestedAt(metadata), 'Asia/Kolkata').date;
    const held = [...this.#visits.values()].filter((visit) => isSameDay(visit, { pocId, date }) && holds(visit));
    for (const session of sessions) {
      checkSession(
        session,
        held.filter(({ time }) => session.times.includes(time)),
        isAhead,
      );
    }
  }

  /** Checks where each visit is, and what was paid for it. */
  #checkVisits(): void {
    const visits = new Map<string, Visit[]>();
    for (const visit of this.#visits.values()) visits.set(visit.visitId, [...(visits.get(visit.visitId) ?? []), visit]);
    for (const [visitId, all] of visits) {
      const here = all.filter(({ status }) => status !== 'Moved');
      const open = all.filter(({ leaving }) => leaving).length;
      must(here.length >= 1, `${visitId} is nowhere`);
      must(here.length <= 1 + open, `${visitId} is in ${here.length} places with ${open} open moves`);
      const end = here.findLast(({ leaving }) => !leaving) ?? here.at(-1);
      const taken = this.#taken.get(visitId) ?? 0;
      // A move's refund is paid again once its undo has ended.
      const held = here.map(({ payments }) => sumOf(payments));
      const endSum = end && sumOf(end.payments);
      must(open > 0 ? held.includes(taken) : endSum === taken, `${visitId} took ${taken} and has ${endSum}`);
    }
  }
}

/** @param held the visits that occupy its places */
function checkSession({ times: own, capacity, quota }: Session, held: readonly Visit[], isAhead: boolean): void {
  for (const time of own) {
    const at = held.filter((visit) => visit.time === time);
    const over = at.filter(({ isOver }) => isOver).length;
    must(at.length <= capacity + overbookPerSlot, `${at.length} are at ${time} of ${capacity}`);
    must(at.length - over <= capacity, `${at.length - over} are at ${time} of ${capacity}`);
    must(new Set(at.map(({ patientId }) => patientId)).size === at.length, `a patient is twice at ${time}`);
  }
  if (!quota) return;
  const listed = held.filter(({ isOver }) => !isOver);
  for (const kind of ['first', 'again'] as const) {
    const of = listed.filter((visit) => visit.kind === kind).length;
    must(of <= quota[kind], `${of} are in the list "${kind}" of ${quota[kind]}`);
  }
  const ahead = own.length * capacity - quota.sameDay;
  must(!isAhead || listed.length <= ahead, `${listed.length} are booked ahead of ${ahead}`);
}

const shownFee = ({ paise, rule, registration, isOther = false }: NonNullable<Visit['fee']>) => ({
  ...{ paise, rule, registration, isOther },
});
const isSameFee = (a: Decided | null, b: Decided | null): boolean =>
  JSON.stringify(a && [a.paise, a.rule, a.registration, a.reason]) ===
  JSON.stringify(b && [b.paise, b.rule, b.registration, b.reason]);

/** The amount of a payment event, in paise. */
function amountIn({ data }: Event): number {
  const amount = 'amount' in data ? data.amount : null;
  must(amount !== null, 'the amount is recorded');
  return amount;
}

const paymentIn = (
  event: EventOf<'AppointmentPaymentRecorded' | 'AppointmentPaymentCorrected' | 'PaymentRefunded'>,
) => ({
  amount: amountIn(event),
  method: event.data.method ?? 'unknown',
});
type Change = EventOf<'AppointmentMovedIn'>['data']['feeChange'];
/** The payments in a slot with a different fee, before any refund. */
function after({ payment, payments, due }: Pick<Visit, 'payment' | 'payments' | 'due'>, change: Change) {
  if (change?.difference !== 'taken') return { payment, payments, due };
  must(change.before === due, `${due} was to be paid, not ${change.before}`);
  const real = payments.filter(({ amount }) => amount !== 0);
  const isPaid = (payment === 'Paid' || real.length > 0) && sumOf(payments) >= change.after;
  return { payment: isPaid ? 'Paid' : 'Pay_later', payments: isPaid ? payments : real, due: change.after };
}

const isSameMoney = (
  { payment, payments, due }: Visit,
  money: EventOf<'AppointmentMovedIn'>['data']['payment'],
): boolean =>
  money.status === payment &&
  money.due === due &&
  isSameList(
    payments,
    money.payments.map(({ amount, method }) => ({ amount: amount ?? 0, method })),
  );

const isSameDay = (a: Pick<Visit, 'pocId' | 'date'>, b: Pick<Visit, 'pocId' | 'date'>): boolean =>
  a.pocId === b.pocId && a.date === b.date;

function must(holdsTrue: unknown, what: string): asserts holdsTrue {
  if (!holdsTrue) throw new Error(what);
}
