import { availabilityOfSlot } from '@dayline/contracts/clinic/day/availability';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { QueryName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { LiveCounts, LiveDay, LiveMessage } from '@dayline/contracts/live';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Answer } from '../client.ts';

/** The only place that maps live messages to queries. Rows are applied to the cache; other data is refetched. */

type HintView = Extract<LiveMessage, { topic: 'hint' }>['views'][number];

const queriesOfView: Record<HintView, readonly QueryName[]> = {
  appointments: [
    'listAppointmentDetailsOfClient',
    'listAppointmentDetailsOfDoctor',
    'listMovedAppointments',
    'listCalls',
    'getTakings',
    'getTakenToday',
    'countPaymentsOfDoctor',
    'searchAuditAppointments',
    'getAppointmentStory',
    'listUpcomingAppointments',
    'getPatientOverview',
    'getPatientFamily',
    'getVisitBefore',
    'getSlip',
    'getFeeOfVisit',
    'searchPatients',
    'listHospitalDays',
    'previewHospitalDay',
    'getLeave',
  ],
  doctorDays: [
    'listAvailableDates',
    'listAvailableTimes',
    'listDatesWithAvailability',
    'listTimesWithAvailability',
    'listBlockedSlots',
    'listSlotsOfDoctor',
    'listDoctorsOfClient',
    'getSchedule',
    'listDayHours',
    'listCalls',
    'listDeskChanges',
    'getQueueBoard',
  ],
  doctors: [
    'listDoctorsOfDepartment',
    'listDoctorsOfClient',
    'countDepartmentsAndDoctors',
    'getClientOfDoctor',
    'getDoctor',
    'getSchedule',
    'listWeeks',
    'getLink',
    'getConsultationFees',
    'getFeeRules',
    'listCalls',
    'listDeskChanges',
    'getQueueBoard',
    'listWaiting',
  ],
  departments: [
    'listDepartments',
    'listDepartmentsWithDoctors',
    'countDepartmentsAndDoctors',
    'listWeeks',
    'listWaiting',
  ],
  patients: [
    'verifyUser',
    'listUsers',
    'getPatientOverview',
    'getPatientFamily',
    'listSamePerson',
    'listDuplicates',
    'searchPatients',
    'countWaitingChats',
    'listChats',
    'readChat',
    'listWaiting',
  ],
  clients: ['listClients', 'listWeeks', 'getClient', 'getQueueBoard', 'getDayPictureOfClient', 'getDayPictureOfDoctor'],
  leaves: ['listLeaves', 'getLeave', 'listDeskChanges'],
  imports: ['listImports', 'getImport'],
  displays: ['listDisplays'],
  apiKeys: ['listApiKeys'],
  chats: ['countWaitingChats', 'listChats', 'readChat'],
  people: ['listPeople', 'getSecondFactor'],
  closedDays: ['getTakings'],
  calls: ['listCalledElsewhere'],
  waiting: ['listWaiting'],
};

const pictures: readonly QueryName[] = ['getDayPictureOfClient', 'getDayPictureOfDoctor'];

/**
 * Merges newer rows into a board, adds missing ones, and keeps the order by time. A board has one day's rows: those of
 * a later day replace it, those of an earlier day are ignored.
 */
export function mergeBoard(
  board: readonly TodaysAppointment[],
  rows: readonly TodaysAppointment[],
  removedKeys: readonly string[] = [],
): TodaysAppointment[] {
  const day = [...board, ...rows].reduce((last, { AppointmentDate: date }) => (date > last ? date : last), '');
  const merged = new Map(board.map((row) => [row.AppointmentId, row]));
  for (const id of removedKeys) merged.delete(id);
  for (const row of rows) {
    const before = merged.get(row.AppointmentId);
    if (!before || row.at > before.at) merged.set(row.AppointmentId, row);
  }
  const ofDay = [...merged.values()].filter((row) => row.AppointmentDate === day);
  return ofDay.sort(
    (a, b) => a.AppointmentTime.localeCompare(b.AppointmentTime) || a.AppointmentId.localeCompare(b.AppointmentId),
  );
}

/** Updates the cached responses of a call; `change` returns undefined if the message doesn't concern the request. */
function patch<Name extends QueryName>(
  client: QueryClient,
  name: Name,
  at: string,
  change: (body: ResponseOf<Name>, request: RequestOf<Name>) => ResponseOf<Name> | undefined,
): void {
  for (const [key, answer] of client.getQueriesData<Answer<ResponseOf<Name>>>({ queryKey: [name] })) {
    if (!answer || (answer.position !== undefined && at <= answer.position)) continue;
    // Cast is safe: keyOf puts the request into the key's second part.
    const body = change(answer.body, key[1] as RequestOf<Name>);
    if (body !== undefined) client.setQueryData(key, { ...answer, body, position: at });
  }
}

function putToday(client: QueryClient, { at, rows, gone }: Extract<LiveMessage, { topic: 'today' }>): void {
  patch(client, 'listTodaysAppointmentsOfClient', at, (board) => mergeBoard(board, rows, gone));
  patch(client, 'listTodaysAppointmentsOfDoctor', at, (board, { pocId }) =>
    mergeBoard(
      board,
      rows.filter((row) => row.POC_ID === pocId),
      gone,
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
  // A day without sessions has times for the doctor's own department; an empty list may be for another department.
  patch(client, 'listTimesWithAvailability', at, (times, { pocId, date, departmentId }) =>
    departmentId !== undefined && times.length === 0
      ? undefined
      : days.get(`${pocId} ${date}`)?.slots.map((slot) => ({
          ...nightParts(times.find(({ appointment_time }) => appointment_time === slot.time)),
          appointment_time: slot.time,
          active_status: availabilityOfSlot(slot),
          free: slot.free,
          capacity: slot.capacity,
          ...(slot.overbook && { overbook: true as const }),
          ...(slot.heldUntil !== undefined && { heldUntil: slot.heldUntil }),
        })),
  );
}

/** What a time of hours over a midnight has besides its places. */
const nightParts = ({
  minutes,
  sessionIndex,
  night,
}: Partial<ResponseOf<'listTimesWithAvailability'>[number]> = {}) => ({
  ...(minutes !== undefined && { minutes }),
  ...(sessionIndex !== undefined && night && { sessionIndex, night }),
});

/** Whether a hint concerns a cached query, by doctor or day. */
function isConcerned(query: Query, { pocIds, dates }: Refetch): boolean {
  const request = query.queryKey[1];
  if (typeof request !== 'object' || request === null) return true;
  const isOtherDay = 'date' in request && typeof request.date === 'string' && !dates.includes(request.date);
  if (isOtherDay && dates.length > 0) return false;
  if (!('pocId' in request)) return true;
  return pocIds.length === 0 || (typeof request.pocId === 'string' && pocIds.includes(request.pocId));
}

/** The calls to refetch; undefined means all. The caller adds jitter. */
export interface Refetch {
  names: ReadonlySet<QueryName> | undefined;
  pocIds: readonly string[];
  /** Clinic days; empty means every day. */
  dates: readonly string[];
  /** Includes data that depends on the time of the message. */
  byClock?: boolean;
}

/** Applies a message's rows and returns what else to refetch. */
export function applyLive(client: QueryClient, message: LiveMessage): Refetch {
  switch (message.topic) {
    case 'today':
      putToday(client, message);
      return { names: new Set(pictures), pocIds: [], dates: [] };
    case 'counts':
      putCounts(client, message.at, message.rows);
      return { names: new Set(pictures), pocIds: [], dates: [] };
    case 'days':
      putDays(client, message.at, message.rows);
      return {
        names: new Set([...queriesOfView.doctorDays, ...pictures]),
        pocIds: message.rows.map((row) => row.pocId),
        dates: message.rows.map((row) => row.date),
      };
    case 'hint':
      return {
        names: new Set(message.views.flatMap((view) => queriesOfView[view])),
        pocIds: message.pocIds,
        dates: message.dates,
        byClock: message.byClock === true,
      };
    case 'refetch':
      return { names: undefined, pocIds: [], dates: [] };
    default:
      // A newer server's message: its effect is unknown.
      message satisfies never;
      return { names: undefined, pocIds: [], dates: [] };
  }
}

/** Refetches the queries named by `refetch` that are not already newer than `at`. */
export function refetchConcerned(client: QueryClient, refetch: Refetch, at: string): Promise<void> {
  const { names } = refetch;
  return client.invalidateQueries({
    predicate: (query) => {
      if (names && !names.has(query.queryKey[0] as QueryName)) return false;
      // Cast is safe: every cached query is a call's, with its whole response.
      const answer = query.state.data as Answer<unknown> | undefined;
      const isCurrent = answer?.position !== undefined && answer.position >= at && !refetch.byClock;
      if (names && isCurrent) return false;
      return names === undefined || isConcerned(query, refetch);
    },
  });
}
