import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { isChosen } from '@dayline/contracts/views/waiting-filters';
import type { Snapshot } from '../desk/snapshot.ts';
import { type Columns, csvReply, phoneCell } from '../lists/csv-file.ts';
import { clinicTime } from '../proof/clinic-time.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { waitingPatients } from './queries.ts';

function columnsOf({ directory, clientId }: Pick<Snapshot, 'directory' | 'clientId'>): Columns<WaitingPatient> {
  const { zone = defaultZone } = directory.client(clientId) ?? {};
  return {
    patient: { en: 'Patient', hi: 'मरीज़', cell: ({ patientName }) => patientName },
    phone: { en: 'Phone', hi: 'फ़ोन', cell: ({ patientPhone }) => phoneCell(patientPhone) },
    target: { en: 'Doctor or department', hi: 'डॉक्टर या विभाग', cell: ({ target }) => target },
    from: { en: 'First day', hi: 'पहला दिन', cell: ({ from }) => from },
    to: { en: 'Last day', hi: 'आख़िरी दिन', cell: ({ to }) => to },
    earliest: { en: 'Not before', hi: 'इस समय से', cell: ({ times }) => times?.from },
    latest: { en: 'Not after', hi: 'इस समय तक', cell: ({ times }) => times?.to },
    note: { en: 'Note', hi: 'टिप्पणी', cell: ({ note }) => note },
    joined: { en: 'Joined', hi: 'कब जोड़ा', cell: ({ joinedAt }) => clinicTime(joinedAt, zone) },
    by: { en: 'Added by', hi: 'किसने जोड़ा', cell: ({ by }) => by },
    place: { en: 'Offered place', hi: 'पेशकश की जगह', cell: ({ offer }) => offer && `${offer.date} ${offer.time}` },
    doctor: { en: 'Offered with', hi: 'किस डॉक्टर के साथ', cell: ({ offer }) => offer?.pocName },
    held: { en: 'Held until', hi: 'कब तक रखी है', cell: ({ offer }) => offer && clinicTime(offer.until, zone) },
  };
}

/** The waiting list by the page's filters. */
export const waitingExport = ({ onExported }: Pick<ProofDeps, 'onExported'>): Queries<'exportWaiting'> => ({
  async exportWaiting(request, snapshot, context) {
    const found = (await waitingPatients(snapshot)).filter((row) => isChosen(row, request));
    const columns = columnsOf(snapshot);
    return csvReply({ list: 'waiting-list', columns, pages: [found], request }, snapshot, { context, onExported });
  },
});
