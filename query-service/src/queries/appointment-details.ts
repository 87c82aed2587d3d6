import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import { addDays } from '@dayline/contracts/clinic-time';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';
import type { Refusal } from '@dayline/contracts/errors';
import type { AppointmentRow, CountsRow } from '@dayline/contracts/views';
import type { Reply } from '@dayline/http/handler';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import { appointmentDetail } from '../desk/cards.ts';
import type { ClientDesk } from '../desk/desk.ts';
import type { Reading } from '../desk/reading.ts';
import { countOf, type ListParts, type ListQuery, pageOfView, readersOf } from '../paging/page-of-view.ts';
import { isPaged, type PageRequest } from '../paging/request.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Queries } from './answer.ts';
import { noCounts } from './counts.ts';

/** "Counts and lists by type leave cancelled ones out" (decisions). */
const keptByType: readonly AppointmentStatus[] = ['Confirmed', 'Availed', 'Not_Availed'];

interface ListRequest extends PageRequest {
  readonly search?: string | undefined;
  readonly sort?: 'next' | 'newest' | 'oldest' | 'a-z' | 'z-a' | undefined;
}
interface Filter {
  /** The filter of every row; never empty. */
  readonly where: Readonly<Record<string, string>>;
  readonly status?: AppointmentStatus | null | undefined;
  readonly type?: AppointmentType | null | undefined;
  /** Clinic days, both included; undefined is unbounded. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The row of counts that has the total for `where`; null if none does. */
  readonly countedIn: string | null;
  /** The clinic's date, from which `next` counts upcoming days. */
  readonly today: string;
}

type Days = Pick<Filter, 'from' | 'to'>;
const byDate = (descending: boolean) => [
  { field: 'date', descending },
  { field: 'time', descending },
];
const byName = (descending: boolean) => [{ field: 'patientSearch', descending }, ...byDate(descending)];

const later = (one: string, other = one): string => (one > other ? one : other);
const earlier = (one: string, other = one): string => (one < other ? one : other);

/** A list's parts: one, but for `next`, where the days from today on come first and the earlier ones follow. */
function partsOf(filter: Filter, { search = '', sort }: ListRequest): ListParts<'appointments'> {
  const { where, status, type, from, to, today } = filter;
  const text = search.trim().toLowerCase();
  const part = (order: ListQuery<'appointments'>['order'], days: Days): ListQuery<'appointments'> => ({
    view: 'appointments',
    where: { ...where, ...(status && { status }), ...(type && { type }) },
    ...(type && !status && { among: { field: 'status', values: keptByType } }),
    ...(text !== '' && { contains: { field: 'patientSearch', text } }),
    ...((days.from !== undefined || days.to !== undefined) && {
      range: {
        field: 'date',
        ...(days.from !== undefined && { from: days.from }),
        ...(days.to !== undefined && { to: days.to }),
      },
    }),
    ...(order && { order }),
  });
  switch (sort ?? (status === 'Confirmed' ? 'next' : 'newest')) {
    case 'next':
      return [
        part(byDate(false), { from: later(today, from), to }),
        part(byDate(true), { from, to: earlier(addDays(today, -1), to) }),
      ];
    case 'a-z':
      return [part(byName(false), { from, to })];
    case 'z-a':
      return [part(byName(true), { from, to })];
    case 'oldest':
      return [part(byDate(false), { from, to })];
    default:
      return [part(byDate(true), { from, to })];
  }
}

/** The total for a filter, from a row of counts; null if no row has it. */
export function countedBy(counts: Pick<CountsRow, 'byStatus' | 'byType'>, filter: Pick<Filter, 'status' | 'type'>) {
  if (filter.status && filter.type) return null;
  if (filter.status) return counts.byStatus[filter.status];
  if (filter.type) return counts.byType[filter.type];
  return Object.values(counts.byStatus).reduce((sum, count) => sum + count, 0);
}

/** A shorter text matches too many names. */
const shortestName = 3;
/** Up to this many appointments are sorted; with more, walking the list finds a page sooner. */
const mostPutInOrder = 2_000;

/**
 * A search by name in all of a client's appointments: finds the patients first and then looks up their appointments,
 * instead of checking every appointment. Null for another list, and for one that is cheaper to walk.
 */
function throughPatients(
  { where, contains, among, ...query }: ListQuery<'appointments'>,
  counted: number | null,
  patients: number,
): ListQuery<'appointments'> | null {
  const { clientId, status, ...narrower } = where;
  if (!contains || contains.text.length < shortestName) return null;
  if (clientId === undefined || among || Object.keys(narrower).length > 0) return null;
  if (counted === null || counted < patients) return null;
  return {
    ...query,
    // A patient belongs to one client, and so do all of the patient's appointments.
    where: { ...(status !== undefined && { status }) },
    foundIn: {
      field: 'patientId',
      view: 'patients',
      where: { clientId, erased: false },
      contains: { field: 'nameSearch', text: contains.text },
    },
  };
}

/** A page, or the whole list, streamed if long. */
async function listAppointments(
  { desk, directory }: Reading,
  filter: Filter,
  request: ListRequest,
): Promise<Omit<Reply<AppointmentDetail[]>, 'position'> | Refusal> {
  const parts = partsOf(filter, request);
  const counts = (filter.countedIn && (await desk.row('counts', filter.countedIn))) || noCounts;
  const whole = isCounted(filter) ? countedBy(counts, filter) : null;
  const byPatients = parts.map((part) => throughPatients(part, whole, counts.patients)).filter((part) => part !== null);
  const found = byPatients.length > 0 ? await countedThrough(desk, byPatients) : null;
  const counted = parts.some(({ contains }) => contains) ? found : whole;
  const listed = found !== null && found <= mostPutInOrder ? byPatients : parts;
  const asDetail = (row: AppointmentRow) => appointmentDetail(row, directory);
  if (!isPaged(request)) {
    const total = counted ?? (await countOf(desk, parts));
    return { ...(await wholeView(readersOf(desk, listed), asDetail)), total };
  }
  const page = await pageOfView(desk, listed, request, counted);
  return 'refused' in page ? page : { body: page.rows.map(asDetail), total: page.total, next: page.next };
}

/**
 * The number of appointments of the found patients; null if there are more patients than a store accepts in one query.
 */
async function countedThrough(desk: ClientDesk, parts: ListParts<'appointments'>): Promise<number | null> {
  try {
    return await countOf(desk, parts);
  } catch (error) {
    // Every store throws an error of this name.
    if (error instanceof Error && error.name === 'TooManyFound') return null;
    throw error;
  }
}

/** Whether a row of counts can have the total: none counts by time or by a range of days. */
const isCounted = ({ countedIn, where, from, to }: Filter): boolean =>
  countedIn !== null && where['time'] === undefined && from === undefined && to === undefined;

interface Narrowed extends Days {
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

/** A list of one client or one doctor; a day has its own row of counts. */
function filterOf(
  reading: Reading,
  { clientId, pocId }: { readonly clientId: string; readonly pocId: string | undefined },
  { date, time, from, to }: Narrowed,
): Filter {
  return {
    // A doctor belongs to one client: filtering by one field keeps the planner from choosing a worse index.
    where: {
      ...(pocId === undefined ? { clientId } : { pocId }),
      ...(date !== undefined && { date }),
      ...(time !== undefined && { time }),
    },
    from,
    to,
    countedIn: date === undefined ? countsOf(clientId, pocId) : countsOfDay(clientId, pocId, date),
    today: reading.clinicOf(clientId).date,
  };
}

/** A doctor's client; the claim is already checked, so only an unknown doctor has none. */
const clientOf = ({ directory }: Reading, pocId: string): string => directory.doctor(pocId)?.clientId ?? '';

export const appointmentDetailsQueries: Queries<
  | 'listAppointmentDetailsOfClient'
  | 'listAppointmentDetailsOfDoctor'
  | 'countPaymentsOfDoctor'
  | 'searchAuditAppointments'
> = {
  async listAppointmentDetailsOfClient({ clientId, pocId, status, date, time, from, to, ...request }, reading) {
    const filter = filterOf(reading, { clientId, pocId }, { date, time, from, to });
    return listAppointments(reading, { ...filter, status }, request);
  },

  async listAppointmentDetailsOfDoctor({ pocId, status, type, date, time, from, to, ...request }, reading) {
    const filter = filterOf(reading, { clientId: clientOf(reading, pocId), pocId }, { date, time, from, to });
    return listAppointments(reading, { ...filter, status, type }, request);
  },

  /** The total comes from the counts; paid ones are counted along the index of one doctor's appointments. */
  async countPaymentsOfDoctor({ pocId, status, type, ...narrowed }, reading) {
    const { desk } = reading;
    const filter = { ...filterOf(reading, { clientId: clientOf(reading, pocId), pocId }, narrowed), status, type };
    const parts = partsOf(filter, { sort: 'newest' });
    const counts = (filter.countedIn && (await desk.row('counts', filter.countedIn))) || noCounts;
    const total = (isCounted(filter) ? countedBy(counts, filter) : null) ?? (await countOf(desk, parts));
    const paid = await countOf(
      desk,
      parts.map((part) => ({ ...part, where: { ...part.where, payment: 'Paid' } })),
    );
    return { body: { total, paid, unpaid: Math.max(0, total - paid) } };
  },

  /** Filtered by patient, doctor or day. */
  async searchAuditAppointments({ clientId, pocId, date, ...request }, reading) {
    return listAppointments(reading, filterOf(reading, { clientId, pocId }, { date }), request);
  },
};

const countsOf = (clientId: string, pocId: string | undefined) =>
  pocId === undefined ? countsKey.ofClient(clientId) : countsKey.ofDoctor(pocId);
const countsOfDay = (clientId: string, pocId: string | undefined, date: string) =>
  pocId === undefined ? countsKey.ofClientDay(clientId, date) : countsKey.ofDoctorDay(pocId, date);
