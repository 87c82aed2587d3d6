import type { StoredStatus } from './appointments.ts';
import type { Presence } from './clinic/queue.ts';
import type { VisitKind } from './clinic/sessions.ts';
import type { DayBook, Visits } from './clinic/slots.ts';
import { inTimeOrder, isSame, joined, type Span, spanFrom, without } from './clinic/spans.ts';
import type { Recorded } from './events/definition.ts';
import { type DoctorDayEvent, isPresenceEvent, isStatusEvent } from './events/doctor-day.ts';
import type { VisitMoney } from './fields/visit-money.ts';
import { unreachable } from './unreachable.ts';

/** Every status but Cancelled and Moved takes up capacity in its slot. */
export const holdsPlace = (status: StoredStatus | null): boolean =>
  status !== null && status !== 'Cancelled' && status !== 'Moved';

/**
 * Folds one event into a doctor's day. Pure. The decider and the view share it, so decisions and screens agree. Returns
 * the same object if the event doesn't affect capacity.
 */
export function foldDayBook(book: DayBook, event: DoctorDayEvent): DayBook {
  if (isStatusEvent(event)) {
    const { time, minutes, visit, statusBefore, statusAfter } = event.data;
    const change = Number(holdsPlace(statusAfter)) - Number(holdsPlace(statusBefore));
    if (change === 0) return book;
    // The place that was held for it.
    const freed = event.type === 'AppointmentBooked' ? withoutHold(book, event.data.appointmentId) : book;
    return { ...freed, visits: countVisits(book.visits, spanFrom(time, minutes), { change, visit }) };
  }
  if (isPresenceEvent(event)) return book;
  switch (event.type) {
    case 'SlotsPlanned': {
      return { ...book, plan: event.data };
    }
    case 'AppointmentRescheduled': {
      const { timeBefore, minutesBefore, visitBefore, time, minutes, visit } = event.data;
      const without = withoutVisit(book, { ...spanFrom(timeBefore, minutesBefore), visit: visitBefore });
      const visits = countVisits(without.visits, spanFrom(time, minutes), { change: 1, visit });
      return { ...book, visits };
    }
    case 'AppointmentPaymentRecorded':
    case 'AppointmentPaymentCorrected':
    case 'FeeDecided':
    case 'AppointmentOverbooked':
    case 'AppointmentConfirmedByPatient':
    case 'AppointmentReassigned':
    case 'PatientContacted':
    case 'PatientContactUndone':
    case 'PaymentRefunded':
    case 'PaymentRefundUndone':
    case 'AppointmentMoveStarted':
    case 'AppointmentMovedIn':
    case 'MoveRefused':
    case 'AppointmentMoveAbandoned':
      return book;
    case 'PlaceHeld': {
      const { appointmentId, time, minutes, until } = event.data;
      return { ...book, holds: [...(book.holds ?? []), { ...spanFrom(time, minutes), appointmentId, until }] };
    }
    case 'HoldReleased':
    case 'HoldLapsed':
      return withoutHold(book, event.data.appointmentId);
    case 'DoctorLatenessSet':
      return { ...book, lateBy: event.data.lateBy };
    case 'DayHoursSet':
      return { ...book, hours: { intervals: event.data.intervals, reason: event.data.reason } };
    case 'DayHoursCleared':
      return { ...book, hours: null };
    case 'DayBlocked':
      return { ...book, dayBlock: { reason: event.data.reason }, opened: [] };
    case 'SlotsBlocked': {
      const { spans, reason } = event.data;
      const blocked = spans.map((span) => ({ ...span, reason }));
      const blocks = [...without(book.blocks, blocked), ...blocked].sort(inTimeOrder);
      return { ...book, blocks, opened: without(book.opened, blocked) };
    }
    case 'DayUnblocked':
      return { ...book, dayBlock: null, opened: [], blocks: [] };
    case 'SlotsUnblocked': {
      const freed = event.data.spans;
      // A blocked day lists the unblocked spans; an open day needs no list.
      const opened = book.dayBlock ? joined([...book.opened, ...freed]) : book.opened;
      return { ...book, blocks: without(book.blocks, freed), opened };
    }
    default:
      return unreachable(event);
  }
}

/**
 * Folds one event of an appointment into its presence; null before the arrival. Pure; the decider and the view share
 * it. A change of the status keeps the presence, although it counts only while the appointment is Confirmed: an undo, a
 * correction or a move back restores it with the same token.
 */
export function foldPresence(before: Presence | null, event: Recorded<DoctorDayEvent>): Presence | null {
  switch (event.type) {
    case 'PatientArrived': {
      const { token, letter, arrivedAt } = event.data;
      return { token, ...(letter !== undefined && { letter }), arrivedAt, call: null };
    }
    case 'ArrivalWithdrawn':
      return null;
    case 'PatientCalled':
      return before && { ...before, call: { room: event.data.room, calledAt: event.metadata.recordedAt } };
    case 'CallWithdrawn':
      return before && { ...before, call: event.data.call };
    default:
      return before?.call && isStatusEvent(event) && event.data.statusAfter === 'Confirmed'
        ? { ...before, call: null }
        : before;
  }
}

/**
 * Folds one event into a visit's money. Pure; the decider and the view share it. Returns the same object if no money
 * moved.
 */
export function foldMoney(before: VisitMoney, event: DoctorDayEvent): VisitMoney {
  switch (event.type) {
    case 'AppointmentPaymentRecorded': {
      const { payment: status, amount, method } = event.data;
      return { status, due: amount, payments: status === 'Paid' ? [{ amount, method }] : [] };
    }
    case 'AppointmentMovedIn':
      return event.data.payment;
    case 'AppointmentRescheduled':
      return event.data.money ?? before;
    case 'AppointmentPaymentCorrected':
    case 'PaymentRefunded':
    case 'PaymentRefundUndone':
      return event.data.money;
    default:
      return before;
  }
}

/** The book without a held place. */
export const withoutHold = (book: DayBook, appointmentId: string): DayBook =>
  book.holds?.some((hold) => hold.appointmentId === appointmentId)
    ? { ...book, holds: book.holds.filter((hold) => hold.appointmentId !== appointmentId) }
    : book;

/** The book without one of the visits of a span. */
export const withoutVisit = (book: DayBook, { visit, ...span }: Span & { visit: VisitKind | undefined }): DayBook => ({
  ...book,
  visits: countVisits(book.visits, span, { change: -1, visit }),
});

/** Sorted and without empty spans, so that equal books are equal values. */
function countVisits(
  visits: readonly Visits[],
  { from, to }: Span,
  { change, visit }: { readonly change: number; readonly visit: VisitKind | undefined },
): Visits[] {
  const { count, ...kinds }: Visits = visits.find((visit) => isSame(visit, { from, to })) ?? { from, to, count: 0 };
  const others = visits.filter((visit) => !isSame(visit, { from, to }));
  if (count + change <= 0) return others;
  const ofKind = visit && { [visit]: (kinds[visit] ?? 0) + change };
  return [...others, { ...kinds, count: count + change, ...ofKind }].sort(inTimeOrder);
}
