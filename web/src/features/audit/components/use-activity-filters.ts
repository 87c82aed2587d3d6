import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { type FilterName, readActivityFilters } from '../activity.ts';

/** The filters in the address, so that a result can be shared as a link. */
export function useActivityFilters() {
  const today = useClinicDay(useIdentity().zone);
  const { params, set, clear } = useAddressParams();
  const filters = readActivityFilters(params, today);
  const isFiltered = [...params.keys()].some((name) => name !== 'view');
  return {
    today,
    filters,
    isFiltered,
    setFilter: (name: FilterName, value: string) => set({ [name]: value }),
    clear,
  };
}
