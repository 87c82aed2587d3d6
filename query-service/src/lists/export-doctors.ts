import type { DoctorOfDepartment } from '../desk/directory.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { doctorsFound } from '../queries/directory-pages.ts';
import { type Columns, csvReply, phoneCell } from './csv-file.ts';

const columns: Columns<DoctorOfDepartment> = {
  doctor: { en: 'Doctor', hi: 'डॉक्टर', cell: ({ doctor }) => doctor.name },
  department: { en: 'Department', hi: 'विभाग', cell: ({ departmentName }) => departmentName },
  phone: { en: 'Phone', hi: 'फ़ोन', cell: ({ doctor }) => phoneCell(doctor.contactNumber) },
  email: { en: 'Email', hi: 'ईमेल', cell: ({ doctor }) => doctor.email },
  externalId: { en: 'External ID', hi: 'बाहरी आईडी', cell: ({ doctor }) => doctor.externalId },
  onRequest: { en: 'On request', hi: 'अनुरोध पर', cell: ({ doctor }) => doctor.onRequest },
  leftFrom: { en: 'Left from', hi: 'इस तारीख़ से नहीं', cell: ({ doctor }) => doctor.leftFrom },
  id: { en: 'Doctor ID', hi: 'डॉक्टर ID', cell: ({ doctor }) => doctor.key },
};

/** The doctors of the page's list. */
export const doctorExport = ({ onExported }: Pick<ProofDeps, 'onExported'>): Queries<'exportDoctors'> => ({
  async exportDoctors(request, snapshot, context) {
    const pages = [doctorsFound(snapshot, request)];
    return csvReply({ list: 'doctors', columns, pages, request }, snapshot, { context, onExported });
  },
});
