import type { QueueRule } from '@dayline/contracts/clinic/queue';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { tokenText } from '@dayline/contracts/hall/tokens';
import { waitingInOrder } from '../doctor-day/presence.ts';
import type { Appointment, DoctorDayState } from '../doctor-day/state.ts';
import type { QueueNow } from '../message/message.ts';

/** @param appointment one of the day's */
export function queueNow(day: DoctorDayState, appointment: Appointment, rule: QueueRule): QueueNow {
  const { presence, booked } = appointment;
  const { appointmentId } = booked.data;
  const before = idsInOrder(day, rule).indexOf(appointmentId);
  const change = [...day.appointments.values()].map(lastChangeOf).reduce(later, lastChangeOf(appointment));
  return {
    isCalled: presence !== null && presence.call !== null,
    before: before === -1 ? null : before,
    token: presence ? tokenText(presence) : '',
    changedAt: requestedAt(change.metadata),
    causedBy: change.id,
  };
}

/** The appointments of a day's waiting patients, in the order in which they are called. */
export const idsInOrder = (day: DoctorDayState, rule: QueueRule): string[] =>
  waitingInOrder(day, rule).map(({ booked }) => booked.data.appointmentId);

type Change = ReturnType<typeof lastChangeOf>;
const later = (one: Change, other: Change): Change => (other.position > one.position ? other : one);

/** The last event that set its status, time, arrival or call. */
function lastChangeOf({ booked, lanes }: Appointment) {
  const status = lanes.status.at(-1) ?? booked;
  return [lanes.time.at(-1), lanes.presence.at(-1)].reduce<
    typeof status | (typeof lanes.time)[number] | (typeof lanes.presence)[number]
  >((last, event) => (event && event.position > last.position ? event : last), status);
}
