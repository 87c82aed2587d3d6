import { useEffect } from 'react';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { useListAddress } from '../../../shared/list/list-address.ts';
import { type BoardFilter, isBoardFilter } from '../rules.ts';
import type { WorklistFilter } from '../worklist.ts';

/** The chosen doctor, in session storage: the menu's link has no parameters. */
const doctorKey = 'todayDoctor';

export interface TodayAddress extends WorklistFilter {
  filter: BoardFilter;
  /** From 1. */
  page: number;
  setFilter(filter: BoardFilter): void;
  setPage(page: number): void;
  setSearch(search: string): void;
  setDoctor(pocId: string | undefined): void;
  setHour(hour: string | undefined): void;
  /** Clears all filters. */
  clear(): void;
}

/** The board's filters and page, kept in the address so that a reload and Back restore them. */
export function useTodayAddress(): TodayAddress {
  const { params, set, clear: clearAll } = useAddressParams();
  const { search, page, setSearch, setPage } = useListAddress();

  const storedDoctor = params.size === 0 ? sessionStorage.getItem(doctorKey) : null;
  useEffect(() => {
    if (storedDoctor !== null) set({ doctor: storedDoctor });
  }, [storedDoctor, set]);

  /** A changed filter starts at page 1. */
  const choose = (name: string, value: string | undefined) => set({ [name]: value, page: undefined });
  const filterName = params.get('filter');
  return {
    filter: isBoardFilter(filterName) ? filterName : 'All',
    search,
    pocId: params.get('doctor') ?? storedDoctor ?? undefined,
    hour: params.get('hour') ?? undefined,
    page,
    setFilter: (filter) => choose('filter', filter === 'All' ? undefined : filter),
    setPage,
    setSearch,
    setDoctor: (pocId) => {
      if (pocId === undefined) sessionStorage.removeItem(doctorKey);
      else sessionStorage.setItem(doctorKey, pocId);
      choose('doctor', pocId);
    },
    setHour: (hour) => choose('hour', hour),
    clear: () => {
      sessionStorage.removeItem(doctorKey);
      setSearch('');
      clearAll();
    },
  };
}
