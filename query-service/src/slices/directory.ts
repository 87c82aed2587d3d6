import { refuse } from '@dayline/contracts/errors';
import { pageOfList } from '../paging/page-of-list.ts';
import type { Slice } from './answer.ts';

/** Departments and doctors (specification, section 7, "Admin dashboard and lists"). */
export const directorySlice: Slice<
  'listDepartments' | 'listDoctorsOfDepartment' | 'getClientOfDoctor' | 'listDoctorsOfClient'
> = {
  async listDepartments({ clientId }, { directory }) {
    return {
      body: directory.departmentsOf(clientId).map(({ key, name }) => ({ departmentId: key, Value_name: name })),
    };
  },

  async listDoctorsOfDepartment({ departmentId, clientId }, { directory }) {
    const doctors = directory.doctorsOf(clientId).filter((doctor) => doctor.departmentId === departmentId);
    return {
      body: doctors.map((doctor) => ({
        POC_ID: doctor.key,
        POC_Name: doctor.name,
        Client_ID: doctor.clientId,
        Specialization: doctor.specialization,
        Contact_Number: doctor.contactNumber,
        Email: doctor.email,
      })),
    };
  },

  async getClientOfDoctor({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    return { body: [{ Client_ID: doctor.clientId, POC_Name: doctor.name }] };
  },

  /** "The doctors of a client, by department and name"; found by name. */
  async listDoctorsOfClient({ clientId, ...paging }, { directory }) {
    const wanted = paging.search?.trim().toLowerCase() ?? '';
    const departmentName = (id: string) => directory.department(id)?.name ?? '';
    const doctors = directory
      .doctorsOf(clientId)
      .filter((doctor) => doctor.search.includes(wanted))
      .map((doctor) => ({
        pocId: doctor.key,
        pocName: doctor.name,
        departmentName: departmentName(doctor.departmentId),
        email: doctor.email,
        contactNumber: doctor.contactNumber,
      }))
      .sort(
        (a, b) => a.departmentName.localeCompare(b.departmentName, 'en') || a.pocName.localeCompare(b.pocName, 'en'),
      );
    const page = pageOfList(doctors, paging);
    return 'refused' in page ? page : { body: [...page.rows], total: page.total, next: page.next };
  },
};
