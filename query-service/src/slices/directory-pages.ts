import type { PatientRow } from '@dayline/contracts/views';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import { listed } from '../paging/page-of-list.ts';
import { type ListQuery, pageOfView, withoutOrder } from '../paging/page-of-view.ts';
import { isPaged } from '../paging/request.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Slice } from './answer.ts';
import { noCounts } from './counts.ts';

const wantedIn = (search: string | undefined): string => search?.trim().toLowerCase() ?? '';

/** The directories' tables: searched, sorted and paged here (specification, section 7, "Admin dashboard and lists"). */
export const directoryPagesSlice: Slice<'listDepartmentsWithDoctors' | 'listDoctorsOfClient' | 'listUsers'> = {
  async listDepartmentsWithDoctors({ clientId, search, sort, ...paging }, { desk, directory }) {
    const wanted = wantedIn(search);
    const departments = directory.departmentsOf(clientId).filter((department) => department.search.includes(wanted));
    const counts = await desk.rows(
      'counts',
      departments.map(({ key }) => countsKey.ofDepartment(key)),
    );
    const rows = departments.map(({ key, name }) => ({
      departmentId: key,
      DepartmentName: name,
      NoOfPOCs: counts.get(countsKey.ofDepartment(key))?.doctors ?? 0,
    }));
    return listed(sort === 'z-a' ? rows.reverse() : rows, paging);
  },

  /** "doctors grouped by department": by the department's name, then by their own. */
  async listDoctorsOfClient({ clientId, search, sort, ...paging }, { directory }) {
    const wanted = wantedIn(search);
    const found = directory.doctorsByDepartment(clientId).filter(({ doctor }) => doctor.search.includes(wanted));
    const rows = found.map(({ doctor, departmentName }) => ({
      pocId: doctor.key,
      pocName: doctor.name,
      departmentName,
      email: doctor.email,
      contactNumber: doctor.contactNumber,
    }));
    return listed(sort === 'z-a' ? rows.reverse() : rows, paging);
  },

  /** "Search over name, contact, email, location, case-insensitive"; erased people are no longer there. */
  async listUsers({ clientId, search, sort, ...paging }, { desk }) {
    const text = wantedIn(search);
    const query: ListQuery<'patients'> = {
      view: 'patients',
      where: { clientId, erased: false },
      ...(text !== '' && { contains: { field: 'search', text } }),
      // The search text begins with the name.
      order: [{ field: 'search', descending: sort === 'z-a' }],
    };
    const counts = (await desk.row('counts', countsKey.ofClient(clientId))) ?? noCounts;
    const counted = text === '' ? counts.patients : null;
    if (!isPaged(paging)) {
      const total = counted ?? (await desk.count(withoutOrder(query)));
      return { ...(await wholeView(desk, query, userOf)), total };
    }
    const page = await pageOfView(desk, query, paging, counted);
    return 'refused' in page ? page : { body: page.rows.map(userOf), total: page.total, next: page.next };
  },
};

const userOf = ({ key, name, phone, email, location }: PatientRow) => ({
  User_ID: key,
  User_Name: name,
  User_Contact: phone,
  User_Email: email,
  User_Location: location,
});
