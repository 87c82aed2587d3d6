import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { type ListStorage, useListAddress } from '../../../shared/list/list-address.ts';
import type { Sorting } from '../../../ui/table/columns.ts';
import { type ListFilter, readFilter, sortingOf, sortNames } from '../rules.ts';

/** A details list's filter and order, from the address and the initial navigation state. */
export function useDetailsFilters(storageOf: (status: string | undefined) => ListStorage) {
  const { state } = useLocation();
  const { params, set } = useAddressParams();
  const filter = readFilter(params, state);
  const address = useListAddress(storageOf(filter.status));
  const { setSearch } = address;
  const [typing, setTyping] = useState(false);

  /** Undefined clears a value, also one from the navigation state. Any change goes to page 1. */
  const choose = useCallback(
    (changes: Partial<Record<keyof ListFilter, string | undefined>>) => {
      const withoutFilter = (name: 'status' | 'type') => (name in changes ? { [name]: changes[name] ?? 'All' } : {});
      // If cleared, these two would be restored by the navigation state.
      set({ ...changes, ...withoutFilter('status'), ...withoutFilter('type'), page: undefined });
    },
    [set],
  );
  const type = useCallback(
    (search: string) => {
      setTyping(true);
      setSearch(search);
    },
    [setSearch],
  );
  const clearSearch = useCallback(() => {
    setTyping(false);
    setSearch('');
  }, [setSearch]);
  return {
    ...address,
    filter,
    choose,
    /** A stored search is shown as a chip: the field is empty until somebody types. */
    field: typing ? address.search : '',
    isKept: !typing && address.search.trim() !== '',
    type,
    clearSearch,
    sorting: sortingOf(filter.sort),
    setSorting: ({ by, order }: Sorting) => choose({ sort: sortNames[by === 'name' ? 'name' : 'time'][order] }),
  };
}
