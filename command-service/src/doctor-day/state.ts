import type { AppointmentStatus, PaymentStatus } from '@dayline/contracts/appointments';
import type { Presence } from '@dayline/contracts/clinic/queue';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { type DayBook, emptyDayBook } from '@dayline/contracts/clinic/slots';
import { type Span, spanFrom } from '@dayline/contracts/clinic/spans';
import { foldDayBook, foldPresence, minutesIn } from '@dayline/contracts/day-book';
import type { Recorded } from '@dayline/contracts/events/definition';
import {
  type DoctorDayEvent,
  isPresenceEvent,
  isStatusEvent,
  type PresenceEvent,
  type StatusEvent,
} from '@dayline/contracts/events/doctor-day';
import { unreachable } from '@dayline/contracts/unreachable';

export type UndoEvent = Extract<StatusEvent, { data: { undoneEventId: string } }>;
export type PaymentCorrectedEvent = Extract<DoctorDayEvent, { type: 'AppointmentPaymentCorrected' }>;
type PaymentEvent = Extract<
  DoctorDayEvent,
  { type: 'AppointmentPaymentCorrected' | 'PaymentRefunded' | 'PaymentRefundUndone' }
>;
export type RescheduledEvent = Extract<DoctorDayEvent, { type: 'AppointmentRescheduled' }>;
export type BookedEvent = Extract<DoctorDayEvent, { type: 'AppointmentBooked' }>;

export interface Appointment {
  readonly booked: Recorded<BookedEvent>;
  /** HH:mm. */
  readonly time: string;
  /** The length of its slot when it got this time. */
  readonly minutes: number;
  /** The list of its session in which it counts; undefined: in none. */
  readonly visit: VisitKind | undefined;
  /** What the session of this time says, and its branch. */
  readonly place: Pick<BookedEvent['data'], 'branchId' | 'session'>;
  readonly status: AppointmentStatus;
  /** Null between the booking and its payment event, which directly follows. */
  readonly payment: PaymentStatus | null;
  readonly presence: Presence | null;
  /** Kept after a withdrawn arrival; null before the first. */
  readonly token: number | null;
  readonly lanes: Lanes;
}

/** What can be undone, oldest first: each lane by itself, so that marks and payments don't block each other's undo. */
export interface Lanes {
  /** From the booking on; the last one set the current status. */
  readonly status: readonly Recorded<StatusEvent>[];
  /** The last one set the current payment. */
  readonly payment: readonly Recorded<PaymentEvent>[];
  /** The last one set the current time. */
  readonly time: readonly Recorded<RescheduledEvent>[];
  /** The last one set the current presence. */
  readonly presence: readonly Recorded<PresenceEvent>[];
}

/** One doctor on one date: the state for every rule that concurrent users could break. */
export interface DoctorDayState {
  readonly book: DayBook;
  readonly appointments: ReadonlyMap<string, Appointment>;
}

export const emptyDay: DoctorDayState = { book: emptyDayBook, appointments: new Map() };

export function foldDoctorDay(state: DoctorDayState, events: readonly Recorded<DoctorDayEvent>[]): DoctorDayState {
  let book = state.book;
  const appointments = new Map(state.appointments);
  for (const event of events) {
    if ('appointmentId' in event.data) {
      const { appointmentId } = event.data;
      const after = foldAppointment(appointments.get(appointmentId), event, book);
      if (after) appointments.set(appointmentId, after);
    }
    book = foldDayBook(book, event);
  }
  return { book, appointments };
}

function foldAppointment(
  before: Appointment | undefined,
  event: Recorded<DoctorDayEvent>,
  /** Before the event. */
  book: DayBook,
): Appointment | undefined {
  if (event.type === 'AppointmentBooked') {
    const { time, visit, branchId, session, statusAfter: status } = event.data;
    const minutes = minutesIn(book, event.data);
    const place = { branchId, ...(session && { session }) };
    return {
      booked: event,
      time,
      minutes,
      visit,
      place,
      status,
      payment: null,
      presence: null,
      token: null,
      lanes: { status: [event], payment: [], time: [], presence: [] },
    };
  }
  if (!before) return undefined;
  if (isStatusEvent(event)) {
    // An event of version 1 that takes a place back takes the one that the book counts for it.
    const minutes = before.status === 'Cancelled' ? minutesIn(book, event.data) : before.minutes;
    const lanes = { ...before.lanes, status: [...before.lanes.status, event] };
    return {
      ...before,
      minutes,
      status: event.data.statusAfter,
      presence: foldPresence(before.presence, event),
      lanes,
    };
  }
  if (isPresenceEvent(event)) {
    const presence = foldPresence(before.presence, event);
    const lanes = { ...before.lanes, presence: [...before.lanes.presence, event] };
    return { ...before, presence, token: presence?.token ?? before.token, lanes };
  }
  switch (event.type) {
    case 'AppointmentRescheduled': {
      const { time, minutes, visit, branchId, session } = event.data;
      const lanes = { ...before.lanes, time: [...before.lanes.time, event] };
      return { ...before, time, minutes, visit, place: { branchId, ...(session && { session }) }, lanes };
    }
    case 'AppointmentPaymentRecorded':
      return { ...before, payment: event.data.payment };
    case 'AppointmentPaymentCorrected':
    case 'PaymentRefunded':
    case 'PaymentRefundUndone': {
      const lanes = { ...before.lanes, payment: [...before.lanes.payment, event] };
      return { ...before, payment: paymentAfter(event), lanes };
    }
    case 'SlotsPlanned':
    case 'DayHoursSet':
    case 'DayHoursCleared':
    case 'DayBlocked':
    case 'SlotsBlocked':
    case 'DayUnblocked':
    case 'SlotsUnblocked':
      return before;
    default:
      return unreachable(event);
  }
}

/** What is refunded is no longer paid. */
function paymentAfter(event: PaymentEvent): PaymentStatus {
  if (event.type === 'AppointmentPaymentCorrected') return event.data.paymentAfter;
  return event.type === 'PaymentRefunded' ? 'Pay_later' : 'Paid';
}

/** The fields of every event that changes a status. */
export function statusChange<After extends AppointmentStatus>(appointment: Appointment, statusAfter: After) {
  const { time, minutes, visit, status: statusBefore } = appointment;
  const { appointmentId, patientId, type } = appointment.booked.data;
  return { appointmentId, patientId, time, minutes, ...(visit && { visit }), type, statusBefore, statusAfter };
}

export const spanOfVisit = ({ time, minutes }: Appointment): Span => spanFrom(time, minutes);
