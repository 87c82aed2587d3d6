import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import type { Refusal } from '@dayline/contracts/errors';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { Reply } from '@dayline/http/handler';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import { appointmentDetail } from '../desk/cards.ts';
import type { ClientDesk } from '../desk/desk.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { countedBy, type Filter, type ListRequest, partsOf } from '../paging/appointment-parts.ts';
import { planOf } from '../paging/name-search.ts';
import { countOf, pageOfView, readersOf } from '../paging/page-of-view.ts';
import { pagesOf } from '../paging/pages-of.ts';
import { isPaged } from '../paging/request.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Queries } from './answer.ts';
import { noCounts } from './counts.ts';

const countsFor = async (desk: ClientDesk, { countedIn }: Filter) =>
  (countedIn && (await desk.row('counts', countedIn))) || noCounts;

async function plannedParts(desk: ClientDesk, filter: Filter, request: ListRequest) {
  const counts = await countsFor(desk, filter);
  const parts = partsOf(filter, request);
  const totals = { whole: countedBy(counts, filter), patients: counts.patients };
  return { parts, ...(await planOf(desk, parts, totals)) };
}

/** The rows of the list that a page shows with these filters. */
export async function* appointmentRows(
  snapshot: Snapshot,
  { clientId, pocId, status, type, date, time, from, to, search }: AppointmentFilters,
): AsyncGenerator<readonly AppointmentRow[]> {
  const { desk } = snapshot;
  const filter = { ...filterOf(snapshot, { clientId, pocId }, { date, time, from, to }), status, type };
  const { listed } = await plannedParts(desk, filter, { search });
  for (const readPage of readersOf(desk, listed)) yield* pagesOf(readPage);
}

/** A page, or the whole list, streamed if long. */
async function listAppointments(
  { desk, directory }: Snapshot,
  filter: Filter,
  request: ListRequest,
): Promise<Omit<Reply<AppointmentDetail[]>, 'position'> | Refusal> {
  const { parts, listed, counted } = await plannedParts(desk, filter, request);
  const asDetail = (row: AppointmentRow) => appointmentDetail(row, directory);
  if (!isPaged(request)) {
    const total = counted ?? (await countOf(desk, parts));
    return { ...(await wholeView(readersOf(desk, listed), (rows) => rows.map(asDetail))), total };
  }
  const page = await pageOfView(desk, listed, request, counted);
  return 'refused' in page ? page : { body: page.rows.map(asDetail), total: page.total, next: page.next };
}

interface NarrowedFilter extends Pick<Filter, 'from' | 'to'> {
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

export interface AppointmentFilters extends NarrowedFilter, Pick<Filter, 'status' | 'type'> {
  readonly clientId: string;
  readonly pocId: string | undefined;
  readonly search?: string | undefined;
}

/** A list of one client or one doctor; a day has its own row of counts. */
function filterOf(
  snapshot: Snapshot,
  { clientId, pocId }: { readonly clientId: string; readonly pocId: string | undefined },
  { date, time, from, to }: NarrowedFilter,
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
    today: snapshot.clinicOf(clientId).date,
  };
}

/** A doctor's client; the claim is already checked, so only an unknown doctor has none. */
const clientOf = ({ directory }: Snapshot, pocId: string): string => directory.doctor(pocId)?.clientId ?? '';

export const appointmentDetailsQueries: Queries<
  | 'listAppointmentDetailsOfClient'
  | 'listAppointmentDetailsOfDoctor'
  | 'countPaymentsOfDoctor'
  | 'searchAuditAppointments'
> = {
  async listAppointmentDetailsOfClient({ clientId, pocId, status, date, time, from, to, ...request }, snapshot) {
    const filter = filterOf(snapshot, { clientId, pocId }, { date, time, from, to });
    return listAppointments(snapshot, { ...filter, status }, request);
  },

  async listAppointmentDetailsOfDoctor({ pocId, status, type, date, time, from, to, ...request }, snapshot) {
    const filter = filterOf(snapshot, { clientId: clientOf(snapshot, pocId), pocId }, { date, time, from, to });
    return listAppointments(snapshot, { ...filter, status, type }, request);
  },

  /** The total comes from the counts, except for a search; paid ones are counted along the doctor's index. */
  async countPaymentsOfDoctor({ pocId, status, type, search = '', ...filters }, snapshot) {
    const { desk } = snapshot;
    const filter = { ...filterOf(snapshot, { clientId: clientOf(snapshot, pocId), pocId }, filters), status, type };
    const parts = partsOf(filter, { sort: 'newest', search });
    const quickTotal = search === '' ? countedBy(await countsFor(desk, filter), filter) : null;
    const total = quickTotal ?? (await countOf(desk, parts));
    const paidCount = await countOf(
      desk,
      parts.map((part) => ({ ...part, where: { ...part.where, payment: 'Paid' } })),
    );
    return { body: { total, paid: paidCount, unpaid: Math.max(0, total - paidCount) } };
  },

  /** Filtered by patient, doctor or day. */
  async searchAuditAppointments({ clientId, pocId, date, ...request }, snapshot) {
    return listAppointments(snapshot, filterOf(snapshot, { clientId, pocId }, { date }), request);
  },
};

const countsOf = (clientId: string, pocId: string | undefined) =>
  pocId === undefined ? countsKey.ofClient(clientId) : countsKey.ofDoctor(pocId);
const countsOfDay = (clientId: string, pocId: string | undefined, date: string) =>
  pocId === undefined ? countsKey.ofClientDay(clientId, date) : countsKey.ofDoctorDay(pocId, date);
