import { shownIdentity } from '@dayline/contracts/clinic/identity';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { hasWords, searchWords } from '@dayline/contracts/fold';
import type { PatientRow } from '@dayline/contracts/views/directory';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import type { DoctorOfDepartment } from '../desk/directory.ts';
import { todaysSlotsOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { listed } from '../paging/page-of-list.ts';
import { countOf, type ListQuery, pageOfView, readersOf } from '../paging/page-of-view.ts';
import { isPaged } from '../paging/request.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Queries } from './answer.ts';
import { noCounts } from './counts.ts';
import { nextFreeOf, todayOf } from './doctor-load.ts';

/** "doctors grouped by department": by the department's name, then by their own. */
export function doctorsFound(
  { directory }: Pick<Snapshot, 'directory'>,
  { clientId, search = '' }: { readonly clientId: string; readonly search?: string | undefined },
): DoctorOfDepartment[] {
  const words = searchWords(search);
  return directory.doctorsByDepartment(clientId).filter(({ doctor }) => {
    const department = directory.department(doctor.departmentId);
    return hasWords(`${doctor.search}\n${department?.search ?? ''}`, words);
  });
}

/** The patients whom a search finds, by name: the name starts with the search text. Erased people have no row. */
export function patientsFound({
  clientId,
  search = '',
  sort,
}: Pick<RequestOf<'listUsers'>, 'clientId' | 'search' | 'sort'>): ListQuery<'patients'> {
  const words = searchWords(search);
  return {
    view: 'patients',
    where: { clientId, erased: false },
    ...(words.length > 0 && { contains: { field: 'search', words } }),
    order: [{ field: 'search', descending: sort === 'z-a' }],
  };
}

/**
 * The directories' tables, searched, sorted and paged on the server (specification, section 7, "Admin dashboard and
 * lists").
 */
export const directoryPagesQueries: Queries<'listDepartmentsWithDoctors' | 'listDoctorsOfClient' | 'listUsers'> = {
  async listDepartmentsWithDoctors({ clientId, search, sort, ...paging }, { desk, directory }) {
    const words = searchWords(search ?? '');
    const found = directory.departmentsOf(clientId).filter((department) => hasWords(department.search, words));
    return listed(sort === 'z-a' ? [...found].reverse() : found, paging, async (departments) => {
      const keys = departments.map(({ key }) => countsKey.ofDepartment(key));
      const counts = await desk.rows('counts', keys);
      return departments.map(({ key, name, closed }) => ({
        ...(closed && { closed }),
        departmentId: key,
        DepartmentName: name,
        NoOfPOCs: counts.get(countsKey.ofDepartment(key))?.doctors ?? 0,
      }));
    });
  },

  async listDoctorsOfClient({ clientId, search, sort, freeTimes, freeFrom, ...paging }, snapshot) {
    const found = doctorsFound(snapshot, { clientId, search });
    const inDepartment = new Map<string, number>();
    for (const { doctor } of found) {
      inDepartment.set(doctor.departmentId, (inDepartment.get(doctor.departmentId) ?? 0) + 1);
    }
    return listed(sort === 'z-a' ? [...found].reverse() : found, paging, async (rows) => {
      const doctors = rows.map(({ doctor }) => doctor);
      const slots = await todaysSlotsOf(snapshot, doctors);
      const bookableDoctors = doctors.filter(({ onRequest }) => onRequest === null);
      const free = await nextFreeOf(snapshot, bookableDoctors, {
        todaysSlots: slots,
        most: freeTimes ?? 1,
        from: freeFrom,
      });
      return rows.map(({ doctor, departmentName }) => ({
        pocId: doctor.key,
        ...(doctor.kind && { kind: doctor.kind }),
        ...(doctor.onRequest !== null && { onRequest: doctor.onRequest }),
        ...(doctor.leftFrom !== null && { leftFrom: doctor.leftFrom }),
        pocName: doctor.name,
        departmentName,
        ...(doctor.branchId > 0 && { branchId: doctor.branchId }),
        departmentDoctors: inDepartment.get(doctor.departmentId) ?? 0,
        email: doctor.email,
        contactNumber: doctor.contactNumber,
        externalId: doctor.externalId,
        today: todayOf(doctor, slots.get(doctor.key) ?? []),
        nextFree: free.get(doctor.key)?.[0] ?? null,
        ...(freeTimes !== undefined && { freeTimes: [...(free.get(doctor.key) ?? [])] }),
      }));
    });
  },

  /** "Search over name, contact, email, location, case-insensitive". */
  async listUsers({ clientId, search, sort, ...paging }, { desk, clinicOf }) {
    const query = patientsFound({ clientId, search, sort });
    const { date: today } = clinicOf(clientId);
    const userOf = (row: PatientRow) => userOn(today, row);
    const counts = (await desk.row('counts', countsKey.ofClient(clientId))) ?? noCounts;
    const quickTotal = query.contains ? null : counts.patients;
    if (!isPaged(paging)) {
      const total = quickTotal ?? (await countOf(desk, [query]));
      return { ...(await wholeView(readersOf(desk, [query]), (rows) => rows.map(userOf))), total };
    }
    const page = await pageOfView(desk, [query], paging, quickTotal);
    return 'refused' in page ? page : { body: page.rows.map(userOf), total: page.total, next: page.next };
  },
};

const userOn = (today: string, row: PatientRow) => ({
  User_ID: row.key,
  User_Name: row.name,
  User_Contact: row.phone,
  User_Email: row.email,
  User_Location: row.location,
  ...shownIdentity(row, today),
});
