import type { PatientRow } from '@dayline/contracts/views/directory';
import { pagesOf } from '../paging/pages-of.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { patientsFound } from '../queries/directory-pages.ts';
import { type Columns, csvReply, phoneCell } from './csv-file.ts';

const columns: Columns<PatientRow> = {
  patient: { en: 'Patient', hi: 'मरीज़', cell: ({ name }) => name },
  uhid: { en: 'Hospital number', hi: 'अस्पताल नंबर', cell: ({ uhid }) => uhid },
  phone: { en: 'Phone', hi: 'फ़ोन', cell: ({ phone }) => phoneCell(phone) },
  email: { en: 'Email', hi: 'ईमेल', cell: ({ email }) => email },
  location: { en: 'Location', hi: 'स्थान', cell: ({ location }) => location },
  id: { en: 'Patient ID', hi: 'मरीज़ ID', cell: ({ key }) => key },
};

/** The patients of the page's list. */
export const patientExport = ({ onExported }: Pick<ProofDeps, 'onExported'>): Queries<'exportPatients'> => ({
  async exportPatients(request, snapshot, context) {
    const query = patientsFound(request);
    const pages = pagesOf<PatientRow>((part) => snapshot.desk.page({ ...query, ...part }));
    return csvReply({ list: 'patients', columns, pages, request }, snapshot, { context, onExported });
  },
});
