import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { LeaveSummary } from '@dayline/contracts/endpoints/leave';
import { type Columns, csvReply } from '../lists/csv-file.ts';
import { pagesOf } from '../paging/pages-of.ts';
import { clinicTime } from '../proof/clinic-time.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { leavesOf, summaryOf } from './queries.ts';

const columnsIn = (zone: string): Columns<LeaveSummary> => ({
  doctor: { en: 'Doctor', hi: 'डॉक्टर', cell: ({ pocName }) => pocName },
  from: { en: 'First day', hi: 'पहला दिन', cell: ({ from }) => from },
  to: { en: 'Last day', hi: 'आख़िरी दिन', cell: ({ to }) => to },
  start: { en: 'From', hi: 'इस समय से', cell: ({ hours }) => hours?.from },
  end: { en: 'Until', hi: 'इस समय तक', cell: ({ hours }) => hours?.to },
  reason: { en: 'Reason', hi: 'कारण', cell: ({ reason }) => reason },
  state: { en: 'State', hi: 'स्थिति', cell: ({ state }) => state },
  appointments: { en: 'Appointments', hi: 'अपॉइंटमेंट', cell: ({ rows }) => rows },
  by: { en: 'Started by', hi: 'किसने शुरू की', cell: ({ by }) => by },
  started: { en: 'Started', hi: 'कब शुरू की', cell: ({ startedAt }) => clinicTime(startedAt, zone) },
  id: { en: 'Leave ID', hi: 'छुट्टी ID', cell: ({ leaveId }) => leaveId },
});

/** The leaves of a doctor, all of them. */
export const leaveExport = ({ onExported }: Pick<ProofDeps, 'onExported'>): Queries<'exportLeaves'> => ({
  async exportLeaves(request, snapshot, context) {
    const { desk, directory, clientId } = snapshot;
    const { zone = defaultZone } = directory.client(clientId) ?? {};
    async function* pages() {
      for await (const rows of pagesOf((part) => desk.page({ ...leavesOf(request.pocId), ...part }))) {
        yield rows.map((row) => summaryOf(row, directory));
      }
    }
    const list = { list: 'leaves', columns: columnsIn(zone), pages: pages(), request };
    return csvReply(list, snapshot, { context, onExported });
  },
});
