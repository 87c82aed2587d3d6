import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { AppointmentRow, CountsRow } from '@dayline/contracts/views';
import type { Reply } from '@dayline/platform/http/handler';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import type { Directory } from '../desk/directory.ts';
import type { Reading } from '../desk/reading.ts';
import { type ListQuery, pageOfView, withoutOrder } from '../paging/page-of-view.ts';
import { isPaged, type PageRequest } from '../paging/request.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Slice } from './answer.ts';
import { noCounts } from './counts.ts';
import { unknownDoctor } from './today.ts';

/** A row of the details tables; names of doctor and branch are joined at reading. */
export function appointmentDetail(row: AppointmentRow, directory: Directory): AppointmentDetail {
  const doctor = directory.doctor(row.pocId) ?? unknownDoctor;
  const branch = directory.client(row.clientId)?.branches.find(({ id }) => id === row.branchId);
  return {
    AppointmentId: row.key,
    Status: row.status,
    UserName: row.patientName,
    UserContact: row.patientPhone,
    UserLocation: row.patientLocation,
    POC_ID: row.pocId,
    POCName: doctor.name,
    Specialization: doctor.specialization,
    BranchID: row.branchId,
    BranchName: branch?.name ?? null,
    AppointmentType: row.type,
    AppointmentDate: row.date,
    AppointmentTime: row.time,
    Payment_Status: row.payment,
    at: row.at,
  };
}

/** "Counts and lists by type leave cancelled ones out" (decisions). */
const keptByType: readonly AppointmentStatus[] = ['Confirmed', 'Availed', 'Not_Availed'];

interface ListRequest extends PageRequest {
  readonly search?: string | undefined;
  readonly sort?: 'newest' | 'oldest' | undefined;
}
interface Filter {
  /** What every row belongs to; never empty. */
  readonly where: Readonly<Record<string, string>>;
  readonly status?: AppointmentStatus | null | undefined;
  readonly type?: AppointmentType | null | undefined;
  /** The row of counts that knows how many rows `where` gives. */
  readonly countedIn: string;
}

const queryOf = ({ where, status, type }: Filter, { search = '', sort }: ListRequest): ListQuery<'appointments'> => {
  const text = search.trim().toLowerCase();
  const descending = sort !== 'oldest';
  return {
    view: 'appointments',
    where: { ...where, ...(status && { status }), ...(type && { type }) },
    ...(type && !status && { among: { field: 'status', values: keptByType } }),
    ...(text !== '' && { contains: { field: 'patientSearch', text } }),
    order: [
      { field: 'date', descending },
      { field: 'time', descending },
    ],
  };
};

/** How many rows a filter gives, from a row of counts; null where no row of counts knows. */
export function countedBy(counts: Pick<CountsRow, 'byStatus' | 'byType'>, filter: Pick<Filter, 'status' | 'type'>) {
  if (filter.status && filter.type) return null;
  if (filter.status) return counts.byStatus[filter.status];
  if (filter.type) return counts.byType[filter.type];
  return Object.values(counts.byStatus).reduce((sum, count) => sum + count, 0);
}

/** A shorter text is in too many names. */
const shortestName = 3;
/** So many appointments are quickly put in order; of more, a page is found sooner along the list. */
const mostPutInOrder = 2_000;

/**
 * A search by name in all of a client's appointments, asked of the patients: of those it finds the appointments are
 * looked up, instead of each appointment being looked at. Null for another list, and where there is less to look at.
 */
function throughPatients(
  { where, contains, among, ...query }: ListQuery<'appointments'>,
  counted: number | null,
  patients: number,
): ListQuery<'appointments'> | null {
  const { clientId, status, ...narrower } = where;
  if (!contains || contains.text.length < shortestName) return null;
  if (clientId === undefined || among || Object.keys(narrower).length > 0) return null;
  if (counted !== null && counted < patients) return null;
  return {
    ...query,
    // A patient is of one client, and so are all of the patient's appointments.
    where: { ...(status !== undefined && { status }) },
    foundIn: {
      field: 'patientId',
      view: 'patients',
      where: { clientId, erased: false },
      contains: { field: 'nameSearch', text: contains.text },
    },
  };
}

/** "newest date first": a page, or the whole list, streamed when long. */
async function listAppointments(
  { desk, directory }: Reading,
  filter: Filter,
  request: ListRequest,
): Promise<Omit<Reply<AppointmentDetail[]>, 'position'> | Refusal> {
  const query = queryOf(filter, request);
  const counts = (await desk.row('counts', filter.countedIn)) ?? noCounts;
  const whole = countedBy(counts, filter);
  const byPatients = throughPatients(query, whole, counts.patients);
  const found = byPatients && (await desk.count(withoutOrder(byPatients)));
  const counted = query.contains ? found : whole;
  const listed = byPatients && found !== null && found <= mostPutInOrder ? byPatients : query;
  const asDetail = (row: AppointmentRow) => appointmentDetail(row, directory);
  if (!isPaged(request)) {
    const total = counted ?? (await desk.count(withoutOrder(query)));
    return { ...(await wholeView(desk, listed, asDetail)), total };
  }
  const page = await pageOfView(desk, listed, request, counted);
  return 'refused' in page ? page : { body: page.rows.map(asDetail), total: page.total, next: page.next };
}

export const appointmentDetailsSlice: Slice<
  | 'listAppointmentDetailsOfClient'
  | 'listAppointmentDetailsOfDoctor'
  | 'countPaymentsOfDoctor'
  | 'searchAuditAppointments'
> = {
  async listAppointmentDetailsOfClient({ clientId, status, ...request }, reading) {
    return listAppointments(reading, { where: { clientId }, status, countedIn: countsKey.ofClient(clientId) }, request);
  },

  async listAppointmentDetailsOfDoctor({ pocId, status, type, ...request }, reading) {
    return listAppointments(reading, { where: { pocId }, status, type, countedIn: countsKey.ofDoctor(pocId) }, request);
  },

  /** The total from the counts; what is paid is counted along the index of one doctor's appointments. */
  async countPaymentsOfDoctor({ pocId, status, type }, { desk }) {
    const filter: Filter = { where: { pocId }, status, type, countedIn: countsKey.ofDoctor(pocId) };
    const query = withoutOrder(queryOf(filter, {}));
    const counts = (await desk.row('counts', filter.countedIn)) ?? noCounts;
    const total = countedBy(counts, filter) ?? (await desk.count(query));
    const paid = await desk.count({ ...query, where: { ...query.where, payment: 'Paid' } });
    return { body: { total, paid, unpaid: Math.max(0, total - paid) } };
  },

  /** Found by patient, doctor or day; the doctor is a claim that the table can't check, since it may be left out. */
  async searchAuditAppointments({ clientId, pocId, date, ...request }, reading) {
    if (pocId !== undefined && reading.directory.doctor(pocId)?.clientId !== clientId) return refuse('access.foreign');
    const countedIn = date === undefined ? countsOf(clientId, pocId) : countsOfDay(clientId, pocId, date);
    // A doctor is of one client, as was just looked at: one field to look up by leaves no choice of a worse index.
    const where = { ...(pocId === undefined ? { clientId } : { pocId }), ...(date !== undefined && { date }) };
    return listAppointments(reading, { where, countedIn }, request);
  },
};

const countsOf = (clientId: string, pocId: string | undefined) =>
  pocId === undefined ? countsKey.ofClient(clientId) : countsKey.ofDoctor(pocId);
const countsOfDay = (clientId: string, pocId: string | undefined, date: string) =>
  pocId === undefined ? countsKey.ofClientDay(clientId, date) : countsKey.ofDoctorDay(pocId, date);
