import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { foldDayBook } from '@dayline/contracts/day-book';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { type DayBook, emptyDayBook } from '@dayline/contracts/slots';
import type { RecordedFact } from '../../kernel/decider.ts';

/** An event that says which status an appointment had before and has after. */
export type StatusEvent = Extract<DoctorDayEvent, { data: { statusAfter: unknown } }>;
export type UndoEvent = Extract<DoctorDayEvent, { data: { undoneEventId: string } }>;
export type BookedEvent = Extract<DoctorDayEvent, { type: 'AppointmentBooked' }>;

export interface Appointment {
  readonly booked: RecordedFact<BookedEvent>;
  readonly status: AppointmentStatus;
  /** Its status events from the booking on; the last one made the present status. */
  readonly history: readonly RecordedFact<StatusEvent>[];
}

/** One doctor on one date: what every rule that two people can break at once is decided by. */
export interface DoctorDayState {
  readonly book: DayBook;
  readonly appointments: ReadonlyMap<string, Appointment>;
}

export const emptyDay: DoctorDayState = { book: emptyDayBook, appointments: new Map() };

export function evolveDoctorDay(
  state: DoctorDayState,
  events: readonly RecordedFact<DoctorDayEvent>[],
): DoctorDayState {
  let book = state.book;
  const appointments = new Map(state.appointments);
  for (const event of events) {
    book = foldDayBook(book, event);
    if (event.type === 'AppointmentBooked') {
      appointments.set(event.data.appointmentId, { booked: event, status: event.data.statusAfter, history: [event] });
    } else if (isStatusEvent(event)) {
      const before = appointments.get(event.data.appointmentId);
      if (!before) continue;
      const history = [...before.history, event];
      appointments.set(event.data.appointmentId, { booked: before.booked, status: event.data.statusAfter, history });
    }
  }
  return { book, appointments };
}

export const isStatusEvent = (event: RecordedFact<DoctorDayEvent>): event is RecordedFact<StatusEvent> =>
  'statusAfter' in event.data;

/** What every event that changes a status carries. */
export function statusChange<After extends AppointmentStatus>(appointment: Appointment, statusAfter: After) {
  const { appointmentId, patientId, time, type } = appointment.booked.data;
  return { appointmentId, patientId, time, type, statusBefore: appointment.status, statusAfter };
}
