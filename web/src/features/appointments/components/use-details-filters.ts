import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type ListStorage, useListAddress } from '../../../shared/list/list-address.ts';
import type { Sorting } from '../../../ui/table/columns.ts';
import { type ListFilter, readFilter, sortingOf, sortNames } from '../rules.ts';

/** A details list's filter and order, from the address and the initial navigation state. */
export function useDetailsFilters(storageOf: (status: string | undefined) => ListStorage) {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params, state);
  const address = useListAddress(storageOf(filter.status));
  const { setSearch } = address;
  const [typing, setTyping] = useState(false);

  /** Undefined clears a value, also one from the navigation state. Any change goes to page 1. */
  const choose = useCallback(
    (changes: Partial<Record<keyof ListFilter, string | undefined>>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value !== undefined) next.set(name, value);
            // Otherwise the navigation state would restore these two.
            else if (name === 'status' || name === 'type') next.set(name, 'All');
            else next.delete(name);
          }
          return next;
        },
        { replace: true, state },
      ),
    [setParams, state],
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
    filter,
    choose,
    page: address.page,
    setPage: address.setPage,
    search: address.search,
    /** A stored search is shown as a chip: the field is empty until somebody types. */
    field: typing ? address.search : '',
    isKept: !typing && address.search.trim() !== '',
    type,
    clearSearch,
    sorting: sortingOf(filter.sort),
    setSorting: ({ by, order }: Sorting) => choose({ sort: sortNames[by === 'name' ? 'name' : 'time'][order] }),
  };
}
