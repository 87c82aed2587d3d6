import { addDays, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { type DeskTakings, leftOf, paymentsOfDay, sumOf, takingsOf } from '@dayline/contracts/clinic/takings';
import type { DayVisit } from '@dayline/contracts/endpoints/appointments/takings';
import { clientDayKey } from '@dayline/contracts/ids';
import type { AppointmentRow, PaymentRow } from '@dayline/contracts/views';
import { appointmentDetail, isOwed, unknownDoctor } from '../desk/cards.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { type Columns, csvReply } from '../lists/csv-file.ts';
import { pagesOf } from '../paging/pages-of.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';

/** By time, then by id: the order of the boards. */
const byTime = [{ field: 'time' }] as const;

/** Amounts in rupees. */
const columns: Columns<DeskTakings> = {
  desk: { en: 'Desk', hi: 'डेस्क', cell: ({ name }) => name },
  method: { en: 'Method', hi: 'तरीका', cell: ({ method }) => method },
  taken: { en: 'Taken (₹)', hi: 'लिया (₹)', cell: ({ taken }) => taken / 100 },
  corrected: { en: 'Corrected (₹)', hi: 'सुधारा (₹)', cell: ({ corrected }) => corrected / 100 },
  refunded: { en: 'Refunded (₹)', hi: 'लौटाया (₹)', cell: ({ refunded }) => refunded / 100 },
  net: { en: 'Net (₹)', hi: 'शुद्ध (₹)', cell: (sums) => leftOf(sums) / 100 },
  withoutAmount: { en: 'Paid without an amount', hi: 'बिना राशि के भुगतान', cell: ({ withoutAmount }) => withoutAmount },
};

/** The takings of a clinic day, its open items, and its closes. */
export const takingsQueries = ({
  onExported,
}: Pick<ProofDeps, 'onExported'>): Queries<'getTakings' | 'getTakenToday' | 'exportTakings'> => ({
  async getTakenToday({ clientId }, snapshot) {
    const payments = await paymentsOf(snapshot, snapshot.clinicOf(clientId).date);
    return { body: { taken: leftOf(sumOf(takingsOf(payments))) } };
  },

  async getTakings({ clientId, day }, snapshot) {
    const { position } = snapshot;
    const payments = await paymentsOf(snapshot, day);
    const closings = (await snapshot.desk.row('closedDays', clientDayKey(clientId, day)))?.closings ?? [];
    const last = closings.at(-1);
    const visits = await visitsOn(snapshot, day);
    const next = addDays(day, 1);
    return {
      body: {
        position,
        takings: takingsOf(payments),
        lastAt: payments.at(-1)?.recordedAt ?? null,
        unpaid: visits.filter((row) => isOwed(row, snapshot.directory)).map((row) => visitOf(row, snapshot)),
        unmarked: visits.filter(isConfirmed).map((row) => visitOf(row, snapshot)),
        next: { date: next, doctors: byDoctor(await visitsOn(snapshot, next), snapshot) },
        closings: closings.map((closing) => ({ ...closing, totals: [...closing.totals] })),
        since: last ? takingsOf(payments.filter(({ at }) => at > last.position)) : [],
      },
    };
  },

  async exportTakings(request, snapshot, context) {
    const pages = [takingsOf(await paymentsOf(snapshot, request.day))];
    return csvReply({ list: 'takings', columns, pages, request }, snapshot, { context, onExported });
  },
});

const isConfirmed = ({ status }: AppointmentRow): boolean => status === 'Confirmed';

/** The payments of the clinic's day, up to the snapshot's position. */
async function paymentsOf({ desk, directory, clientId, position }: Snapshot, day: string): Promise<PaymentRow[]> {
  const { zone = defaultZone } = directory.client(clientId) ?? {};
  const query = paymentsOfDay({ clientId, date: day, zone });
  const found: PaymentRow[] = [];
  for await (const rows of pagesOf<PaymentRow>((part) => desk.page({ ...query, ...part }))) {
    found.push(...rows.filter(({ at }) => at <= position));
  }
  return found;
}

async function visitsOn({ desk, clientId }: Snapshot, date: string): Promise<AppointmentRow[]> {
  const query = { view: 'appointments', where: { clientId, date }, order: byTime } as const;
  const found: AppointmentRow[] = [];
  for await (const rows of pagesOf<AppointmentRow>((part) => desk.page({ ...query, ...part }))) found.push(...rows);
  return found;
}

const visitOf = (row: AppointmentRow, { directory }: Snapshot): DayVisit => ({
  ...appointmentDetail(row, directory),
  ...(row.status === 'Confirmed' && row.presence && { arrived: true as const }),
});

/** The number of visits of each doctor, and the first time. */
function byDoctor(visits: readonly AppointmentRow[], { directory }: Snapshot) {
  const found = new Map<string, { pocId: string; name: string; visits: number; first: string }>();
  for (const { pocId, time } of visits.filter(isConfirmed)) {
    const name = directory.doctor(pocId)?.name ?? unknownDoctor.name;
    const before = found.get(pocId) ?? { pocId, name, visits: 0, first: time };
    found.set(pocId, { ...before, visits: before.visits + 1 });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
