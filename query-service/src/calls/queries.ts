import type { PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import { hasWords, searchWords } from '@dayline/contracts/fold';
import { appointmentDetail } from '../desk/cards.ts';
import { listed } from '../paging/page-of-list.ts';
import type { Queries } from '../queries/answer.ts';
import type { VisitsToCall } from './visits-to-call.ts';

/** The patients to call because their visit can't take place at its time. */
export const callQueries = (visits: Pick<VisitsToCall, 'of'>): Queries<'listCalls'> => ({
  async listCalls({ pocId, dates, why: cause, open, search = '', ...request }, snapshot) {
    const words = searchWords(search);
    const found = (await visits.of(snapshot)).filter(
      ({ row, why }) =>
        (cause === undefined || why === cause) &&
        (pocId === undefined || row.pocId === pocId) &&
        (dates === undefined || dates.includes(row.date)) &&
        !(open && row.contact?.reached) &&
        hasWords(row.patientSearch, words),
    );
    return listed(found, request, async (rows) =>
      rows.map(
        ({ row, why, reason }): PersonToCall => ({
          ...appointmentDetail(row, snapshot.directory),
          ...{ why, reason },
          ...(row.contact && { contact: row.contact }),
        }),
      ),
    );
  },
});
