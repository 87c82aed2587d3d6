import type { QueryName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import { useCall, usePagedCall } from '../../../shared/api/hooks.ts';
import { useDebounced } from '../../../shared/list/debounced.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

export type DirectoryName = Extract<QueryName, 'listDepartmentsWithDoctors' | 'listUsers'>;

/** "10 rows per page." (section 9) */
export const rowsPerPage = 10;
/** Doctors per page: the most that a call returns, so that a department is rarely split. */
export const doctorsPerPage = 200;

/** A page of the client's departments or patients. While somebody types, the shown page stays. */
export function useDirectory<Name extends DirectoryName>(call: Name, search: string, page: number) {
  const { clientId } = useIdentity();
  const asked = useDebounced(search.trim());
  // Cast is safe: both calls take the client and a search.
  const request = { clientId, ...(asked === '' ? {} : { search: asked }) } as Omit<
    RequestInputOf<Name>,
    'page' | 'pageSize' | 'cursor'
  >;
  return usePagedCall(call, request, { page, pageSize: rowsPerPage }, { enabled: search.trim() === asked });
}

/** A page of the client's doctors. While somebody types, the shown page stays. */
export function useDoctors(search: string, page: number) {
  const { clientId } = useIdentity();
  const asked = useDebounced(search.trim());
  return usePagedCall(
    'listDoctorsOfClient',
    { clientId, ...(asked === '' ? {} : { search: asked }) },
    { page, pageSize: doctorsPerPage },
    { enabled: search.trim() === asked },
  );
}

export const useDepartments = () => useCall('listDepartments', { clientId: useIdentity().clientId });

/** Loads nothing without a department. */
export const useDoctorsOfDepartment = (departmentId: string) =>
  useCall(
    'listDoctorsOfDepartment',
    { departmentId, clientId: useIdentity().clientId },
    { enabled: departmentId !== '' },
  );
