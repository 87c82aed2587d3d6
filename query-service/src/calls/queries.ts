import type { PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { hasWords, searchWords } from '@dayline/contracts/fold';
import { appointmentDetail } from '../desk/cards.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { csvReply } from '../lists/csv-file.ts';
import { listed } from '../paging/page-of-list.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { columnsOf } from './columns.ts';
import type { VisitsToCall, VisitToCall } from './visits-to-call.ts';

type CallFilters = Omit<RequestOf<'exportCalls'>, 'clientId'>;

async function visitsFor(
  visits: Pick<VisitsToCall, 'of'>,
  { pocId, dates, why: cause, open, search = '' }: CallFilters,
  snapshot: Snapshot,
): Promise<VisitToCall[]> {
  const words = searchWords(search);
  return (await visits.of(snapshot)).filter(
    ({ row, why }) =>
      (cause === undefined || why === cause) &&
      (pocId === undefined || row.pocId === pocId) &&
      (dates === undefined || dates.includes(row.date)) &&
      !(open && row.contact?.reached) &&
      hasWords(row.patientSearch, words),
  );
}

const personOf =
  ({ directory }: Snapshot) =>
  ({ row, why, reason }: VisitToCall): PersonToCall => ({
    ...appointmentDetail(row, directory),
    ...{ why, reason },
    ...(row.contact && { contact: row.contact }),
  });

/** The patients to call because their visit can't take place at its time. */
export const callQueries = (
  visits: Pick<VisitsToCall, 'of'>,
  { onExported }: Pick<ProofDeps, 'onExported'>,
): Queries<'listCalls' | 'exportCalls'> => ({
  async listCalls(request, snapshot) {
    const found = await visitsFor(visits, request, snapshot);
    return listed(found, request, async (rows) => rows.map(personOf(snapshot)));
  },

  async exportCalls(request, snapshot, context) {
    const found = await visitsFor(visits, request, snapshot);
    const [columns, pages] = [columnsOf(snapshot), [found.map(personOf(snapshot))]];
    return csvReply({ list: 'people-to-call', columns, pages, request }, snapshot, { context, onExported });
  },
});
