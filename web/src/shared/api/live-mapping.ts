import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import type { QueryName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { LiveCounts, LiveDay, LiveMessage } from '@dayline/contracts/live';
import { availabilityOfSlot } from '@dayline/contracts/slots';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Answer } from './client.ts';

/** The one place that knows which live message concerns which query. Rows are put in place; the rest is asked anew. */

type Hinted = Extract<LiveMessage, { topic: 'hint' }>['views'][number];

const queriesOfView: Record<Hinted, readonly QueryName[]> = {
  appointments: [
    'listAppointmentDetailsOfClient',
    'listAppointmentDetailsOfDoctor',
    'countPaymentsOfDoctor',
    'searchAuditAppointments',
    'getAppointmentStory',
  ],
  doctorDays: [
    'listAvailableDates',
    'listAvailableTimes',
    'listDatesWithAvailability',
    'listTimesWithAvailability',
    'listSlotsOfDoctor',
  ],
  doctors: ['listDoctorsOfDepartment', 'listDoctorsOfClient', 'countDepartmentsAndDoctors', 'getClientOfDoctor'],
  departments: ['listDepartments', 'countDepartmentsAndDoctors'],
  patients: ['verifyUser'],
  clients: ['listClients'],
};

const pictures: readonly QueryName[] = ['getDayPictureOfClient', 'getDayPictureOfDoctor'];

/**
 * Puts newer rows over a board's, adds those it doesn't have, and keeps the order by time. A board is one day's: rows of a
 * later one end the day before, rows of an earlier one come too late.
 */
export function mergeBoard(
  board: readonly TodaysAppointment[],
  rows: readonly TodaysAppointment[],
): TodaysAppointment[] {
  const day = [...board, ...rows].reduce((last, { AppointmentDate: date }) => (date > last ? date : last), '');
  const merged = new Map(board.map((row) => [row.AppointmentId, row]));
  for (const row of rows) {
    const shown = merged.get(row.AppointmentId);
    if (!shown || row.at > shown.at) merged.set(row.AppointmentId, row);
  }
  const ofDay = [...merged.values()].filter((row) => row.AppointmentDate === day);
  return ofDay.sort(
    (a, b) => a.AppointmentTime.localeCompare(b.AppointmentTime) || a.AppointmentId.localeCompare(b.AppointmentId),
  );
}

/** Changes the cached answers of a call; `change` gives undefined where the message doesn't concern the request. */
function patch<Name extends QueryName>(
  client: QueryClient,
  name: Name,
  at: string,
  change: (body: ResponseOf<Name>, request: RequestOf<Name>) => ResponseOf<Name> | undefined,
): void {
  for (const [key, answer] of client.getQueriesData<Answer<ResponseOf<Name>>>({ queryKey: [name] })) {
    if (!answer || (answer.position !== undefined && at <= answer.position)) continue;
    // The key's second part is the request, put there by keyOf.
    const body = change(answer.body, key[1] as RequestOf<Name>);
    if (body !== undefined) client.setQueryData(key, { ...answer, body, position: at });
  }
}

function putToday(client: QueryClient, at: string, rows: readonly TodaysAppointment[]): void {
  patch(client, 'listTodaysAppointmentsOfClient', at, (board) => mergeBoard(board, rows));
  patch(client, 'listTodaysAppointmentsOfDoctor', at, (board, { pocId }) =>
    mergeBoard(
      board,
      rows.filter((row) => row.POC_ID === pocId),
    ),
  );
}

function putCounts(client: QueryClient, at: string, rows: readonly LiveCounts[]): void {
  const totals = new Map(rows.filter((row) => row.date === null).map((row) => [row.key, row]));
  const changed = <Body>(row: LiveCounts | undefined, make: (row: LiveCounts) => Body) => (row ? make(row) : undefined);
  patch(client, 'countAppointmentsOfClient', at, (_, { clientId, status }) =>
    changed(totals.get(`client:${clientId}`), (row) => ({ count: row.byStatus[status] })),
  );
  patch(client, 'countAppointmentsOfDoctor', at, (_, { pocId, status }) =>
    changed(totals.get(`poc:${pocId}`), (row) => ({ count: row.byStatus[status] })),
  );
  patch(client, 'countAppointmentsByType', at, (_, { pocId, type }) =>
    changed(totals.get(`poc:${pocId}`), (row) => ({ count: row.byType[type] })),
  );
  patch(client, 'countDepartmentsAndDoctors', at, (_, { clientId }) =>
    changed(totals.get(`client:${clientId}`), (row) => ({
      totalDepartments: row.departments,
      totalDoctors: row.doctors,
    })),
  );
}

function putDays(client: QueryClient, at: string, rows: readonly LiveDay[]): void {
  const days = new Map(rows.map((row) => [`${row.pocId} ${row.date}`, row]));
  patch(client, 'listTimesWithAvailability', at, (_, { pocId, date }) =>
    days.get(`${pocId} ${date}`)?.slots.map((slot) => ({
      appointment_time: slot.time,
      active_status: availabilityOfSlot(slot),
      free: slot.free,
      capacity: slot.capacity,
    })),
  );
}

/** Whether a cached query of a doctor's or a day's is among those that a hint names. */
function concerned(query: Query, pocIds: readonly string[]): boolean {
  const request = query.queryKey[1];
  if (typeof request !== 'object' || request === null || !('pocId' in request)) return true;
  return pocIds.length === 0 || (typeof request.pocId === 'string' && pocIds.includes(request.pocId));
}

/** What has to be asked anew; the caller does so with jitter. Undefined means everything. */
export interface Refetch {
  names: ReadonlySet<QueryName> | undefined;
  pocIds: readonly string[];
}

/** Puts a message's rows in place and says what else has to be asked anew. */
export function applyLive(client: QueryClient, message: LiveMessage): Refetch {
  switch (message.topic) {
    case 'today':
      putToday(client, message.at, message.rows);
      return { names: new Set(pictures), pocIds: [] };
    case 'counts':
      putCounts(client, message.at, message.rows);
      return { names: new Set(pictures), pocIds: [] };
    case 'days':
      putDays(client, message.at, message.rows);
      return {
        names: new Set([
          ...queriesOfView.doctorDays.filter((name) => name !== 'listTimesWithAvailability'),
          ...pictures,
        ]),
        pocIds: message.rows.map((row) => row.pocId),
      };
    case 'hint':
      return { names: new Set(message.views.flatMap((view) => queriesOfView[view])), pocIds: message.pocIds };
    case 'refetch':
      return { names: undefined, pocIds: [] };
    default:
      return message satisfies never;
  }
}

/** Asks anew whatever `refetch` names and is not already newer than `at`. */
export function refetchConcerned(client: QueryClient, { names, pocIds }: Refetch, at: string): Promise<void> {
  return client.invalidateQueries({
    predicate: (query) => {
      if (names && !names.has(query.queryKey[0] as QueryName)) return false;
      // Every cached query is a call's, and holds its whole answer.
      const answer = query.state.data as Answer<unknown> | undefined;
      if (names && answer?.position !== undefined && answer.position >= at) return false;
      return names === undefined || concerned(query, pocIds);
    },
  });
}
