import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { eventsByCategory } from '@dayline/contracts/events/table';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/event-log/port';
import { verifyChain } from '@dayline/event-log/sealed-log/chain';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { ClientDesk } from '../desk/desk.ts';
import type { DayEvent } from './story.ts';

const dayTypes: ReadonlySet<string> = new Set(eventsByCategory.doctorDay.map(({ type }) => type));
/** Cast is safe: the log refuses events that are unknown or malformed. */
const isDayEvent = (event: Recorded): event is Recorded & DayEvent => dayTypes.has(event.type);

interface Logs {
  /** As stored: the chain is verified on these. */
  readonly eventLog: Pick<EventLog, 'readStream'>;
  /** Decrypted. */
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
}

/** A doctor's day as logged, and whether its chain is intact. */
export async function loggedDay({ eventLog, sealedLog }: Logs, appointmentId: string) {
  const { pocId, date } = doctorDayOf(appointmentId);
  const stream = streams.doctorDay(pocId, date);
  const [plainEvents, storedEvents] = await Promise.all([sealedLog.readStream(stream), eventLog.readStream(stream)]);
  return { stream, events: plainEvents.filter(isDayEvent), isWhole: verifyChain(storedEvents).length === 0 };
}
export type LoggedDay = Awaited<ReturnType<typeof loggedDay>>;

/** All days of the visit that an appointment of one of them belongs to: moves to other days or doctors continue it. */
export async function daysOfVisit(logs: Logs, desk: Pick<ClientDesk, 'page'>, appointmentId: string, own: LoggedDay) {
  const movedIn = own.events.find((event) => event.type === 'AppointmentMovedIn' && isOf(event, appointmentId));
  const visitId = movedIn?.type === 'AppointmentMovedIn' ? movedIn.data.visitId : appointmentId;
  const { rows } = await desk.page({ view: 'movedAppointments', where: { visitId } });
  const ids = [...new Set([appointmentId, visitId, ...rows.flatMap(({ key, to }) => [key, to])])];
  const days = new Map([[own.stream, own]]);
  for (const id of ids) {
    const { pocId, date } = doctorDayOf(id);
    if (!days.has(streams.doctorDay(pocId, date))) {
      const day = await loggedDay(logs, id);
      days.set(day.stream, day);
    }
  }
  const all = [...days.values()];
  return { visitId, ids, events: all.flatMap(({ events }) => events), isWhole: all.every(({ isWhole }) => isWhole) };
}

/** The desk's reasons for the offers of the waiting list that became these appointments, by their ids. */
export async function offerReasonsOf(
  { sealedLog }: Pick<Logs, 'sealedLog'>,
  events: readonly DayEvent[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const reasons = new Map<string, string | null>();
  for (const { type, data: held } of events) {
    if (type !== 'PlaceHeld' || held.waitingId === undefined || !ids.includes(held.appointmentId)) continue;
    const ofEntry = await sealedLog.readStream(streams.waiting(held.waitingId));
    const offer = ofEntry.find((event) => event.type === 'PlaceOffered' && isOf(event, held.appointmentId));
    // Cast is safe: the log refuses events that are malformed.
    reasons.set(held.appointmentId, (offer?.data['reason'] ?? null) as string | null);
  }
  return reasons;
}

/** The last destination of an appointment of a day; null if it was not moved. */
export function movedToOf(events: readonly DayEvent[], appointmentId: string) {
  const movedAway = events.findLast((event) => event.type === 'AppointmentMovedAway' && isOf(event, appointmentId));
  if (movedAway?.type !== 'AppointmentMovedAway') return null;
  const { to, moveId } = movedAway.data;
  const moveStart = events.find((event) => event.type === 'AppointmentMoveStarted' && event.data.moveId === moveId);
  const time = moveStart?.type === 'AppointmentMoveStarted' ? moveStart.data.toTime : null;
  return { appointmentId: to, ...doctorDayOf(to), time, by: movedAway.metadata.actor.name };
}

const isOf = ({ data }: Pick<Recorded, 'data'>, appointmentId: string): boolean =>
  'appointmentId' in data && data['appointmentId'] === appointmentId;
