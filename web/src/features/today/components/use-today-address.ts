import { useCallback } from 'react';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { useListAddress } from '../../../shared/list/list-address.ts';
import { type Filter, isFilter } from '../rules.ts';
import type { Narrowing } from '../worklist.ts';

export interface TodayAddress extends Narrowing {
  filter: Filter;
  /** From 1. */
  page: number;
  setFilter(filter: Filter): void;
  setPage(page: number): void;
  setSearch(search: string): void;
  setDoctor(pocId: string | undefined): void;
  setHour(hour: string | undefined): void;
  /** Clears the hour filter. */
  clear(): void;
}

/** The board's filters and page, kept in the address so that a reload and Back restore them. */
export function useTodayAddress(): TodayAddress {
  const { params, set, clear: clearAll } = useAddressParams();
  const { search, page, setSearch, setPage } = useListAddress();

  /** Another filter starts at page 1. */
  const choose = useCallback(
    (name: string, value: string | undefined) => set({ [name]: value, page: undefined }),
    [set],
  );
  const setFilter = useCallback((filter: Filter) => choose('filter', filter === 'All' ? undefined : filter), [choose]);
  const setDoctor = useCallback((pocId: string | undefined) => choose('doctor', pocId), [choose]);
  const setHour = useCallback((hour: string | undefined) => choose('hour', hour), [choose]);
  const clear = useCallback(() => {
    setSearch('');
    clearAll();
  }, [setSearch, clearAll]);
  const named = params.get('filter');
  return {
    filter: isFilter(named) ? named : 'All',
    search,
    pocId: params.get('doctor') ?? undefined,
    hour: params.get('hour') ?? undefined,
    page,
    setFilter,
    setPage,
    setSearch,
    setDoctor,
    setHour,
    clear,
  };
}
