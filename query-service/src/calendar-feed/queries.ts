import { addDays, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { hasLeft } from '@dayline/contracts/doctors';
import { refuse } from '@dayline/contracts/errors';
import { tokenText } from '@dayline/contracts/hall/tokens';
import { doctorDayOf, ordinalOf, type Position } from '@dayline/contracts/ids';
import type { AppointmentRow, MovedAppointmentRow } from '@dayline/contracts/views';
import type { Handler } from '@dayline/http/handler';
import type { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import { FairQueue } from '@dayline/runtime/fair-queue';
import type { Vault } from '@dayline/vault/port';
import type { Read, Snapshot } from '../desk/snapshot.ts';
import { pagesOf } from '../paging/pages-of.ts';
import { openTurns } from '../turns/turns.ts';
import { type CalendarEvent, calendarText } from './calendar.ts';

export interface CalendarFeedDeps {
  readonly calendarFeeds: Pick<CalendarFeeds, 'find'>;
  readonly accounts: Pick<Vault['accounts'], 'ofClient'>;
}

/** In days before and after the clinic's today, inclusive. */
const pastDays = 30;
const futureDays = 60;
const minuteLength = 60_000;
/** Feeds are read one after another, those of the clients in turn; a doctor's calendars may ask together. */
const turns = { atOnce: 1, perOwner: 16 };

/** What every event of one feed depends on. */
interface Feed {
  readonly zone: string;
  readonly hasNames: boolean;
}

/** A doctor's visits, for any holder of the feed's address, without a session. */
export function readCalendarFeed(
  read: Read,
  { calendarFeeds, accounts }: CalendarFeedDeps,
): Handler<'readCalendarFeed'> {
  const queue = new FairQueue(turns);
  return async ({ address }, { signal }) => {
    const found = await calendarFeeds.find(address);
    if (!found) return refuse('calendar-feed.unknown');
    const { pocId, clientId } = found;
    const snapshot = (await read()).of(clientId, signal);
    const doctor = snapshot.directory.doctor(pocId);
    const { date: today } = snapshot.clinicOf(clientId);
    // Who may not sign in any more may not read on either.
    const own = (await accounts.ofClient(clientId)).filter((account) => account.pocId === pocId);
    const isClosed = own.length > 0 && own.every((account) => account.isClosed);
    if (!doctor || hasLeft(doctor, today) || isClosed) return refuse('calendar-feed.unknown');
    const turn = openTurns(signal);
    return queue.run({ group: clientId, owner: pocId, signal }, async () => {
      const events = await eventsOf(pocId, today, snapshot, turn);
      const calendar = await calendarText(doctor.name, events, turn);
      return { body: {}, bytes: Buffer.from(calendar), position: snapshot.position };
    });
  };
}

async function eventsOf(
  pocId: string,
  today: string,
  { desk, directory, clientId }: Snapshot,
  turn: () => Promise<void>,
) {
  const client = directory.client(clientId);
  if (!client) throw new Error(`${clientId} has a doctor, but no settings.`);
  const feed = { zone: client.zone, hasNames: client.calendarHasNames };
  const range = { field: 'date', from: addDays(today, -pastDays), to: addDays(today, futureDays) };
  const order = [{ field: 'date' }, { field: 'time' }, { field: 'key' }];
  const query = { where: { pocId }, range, order };
  // A visit that returned to this doctor is in the calendar once, as it is now.
  const byVisit = new Map<string, CalendarEvent>();
  for await (const rows of pagesOf((part) => desk.page({ view: 'movedAppointments', ...query, ...part }))) {
    for (const row of rows) {
      // It is in the calendar at its new time.
      if (doctorDayOf(row.to).pocId === pocId) continue;
      const event = movedAway(row, feed);
      if (event.sequence > (byVisit.get(event.uid)?.sequence ?? -1)) byVisit.set(event.uid, event);
    }
  }
  for await (const rows of pagesOf((part) => desk.page({ view: 'appointments', ...query, ...part }))) {
    for (const row of rows) byVisit.set(row.visitId ?? row.key, visit(row, feed));
    await turn();
  }
  return [...byVisit.values()].sort((a, b) => a.start - b.start || (a.uid < b.uid ? -1 : 1));
}

function visit(row: AppointmentRow, { zone, hasNames }: Feed): CalendarEvent {
  const start = instantOf(row, zone);
  const kind = [kindOf(row), ...(row.presence ? [`token ${tokenText(row.presence)}`] : [])].join(', ');
  return {
    uid: row.visitId ?? row.key,
    sequence: sequenceOf(row.at),
    start,
    end: start + row.minutes * minuteLength,
    summary: hasNames && row.patientName !== null ? `${row.patientName} (${kind})` : kind,
    isCancelled: row.status === 'Cancelled',
    createdAt: row.bookedAt,
    changedAt: row.changedAt ?? row.bookedAt,
  };
}

const movedAway = (row: MovedAppointmentRow, { zone }: Feed): CalendarEvent => ({
  uid: row.visitId,
  sequence: sequenceOf(row.at),
  start: instantOf(row, zone),
  end: null,
  summary: kindOf(row),
  isCancelled: true,
  createdAt: null,
  changedAt: row.movedAt,
});

/** 'Direct' of 'Direct Consultation'. */
const kindOf = ({ type }: Pick<AppointmentRow, 'type'>): string => type.split(' ')[0] ?? type;

/**
 * Grows with each event, over moves too. Integers of iCalendar end at 2³¹. EventStoreDB's positions count bytes, and an
 * event takes more than 256.
 */
const sequenceOf = (at: Position): number => (at.length > 16 ? Math.floor(ordinalOf(at) / 256) : ordinalOf(at));
