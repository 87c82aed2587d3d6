import { usePagedCall } from '../../../shared/api/hooks.ts';
import type { ListAddress } from '../../../shared/list/list-address.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

/** "10 rows per page." (section 9) */
export const rowsPerPage = 10;
/** Doctors per page: the most that a call returns, so that a department is rarely split. */
export const doctorsPerPage = 200;

/** A page of the client's departments, patients or doctors. During typing, the current page stays. */
function useDirectory<Name extends 'listDepartmentsWithDoctors' | 'listUsers' | 'listDoctorsOfClient'>(
  call: Name,
  { debouncedSearch: search, isTyping, page }: ListAddress,
  pageSize: number,
) {
  const { clientId } = useIdentity();
  // Cast is safe: the calls take the client and a search.
  const request = { clientId, ...(search !== '' && { search }) } as Parameters<typeof usePagedCall<Name>>[1];
  return usePagedCall(call, request, { page, pageSize }, { enabled: !isTyping });
}

export const useDepartmentList = (address: ListAddress) =>
  useDirectory('listDepartmentsWithDoctors', address, rowsPerPage);
export const useUsers = (address: ListAddress) => useDirectory('listUsers', address, rowsPerPage);
export const useDoctors = (address: ListAddress) => useDirectory('listDoctorsOfClient', address, doctorsPerPage);
