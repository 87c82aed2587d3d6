import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** Where a list keeps its search and page besides the address; the names are the specification's or the page's own. */
export interface ListStorage {
  search?: string;
  page?: string;
}

export interface ListAddress {
  search: string;
  /** From 1. */
  page: number;
  /** Starts over at page 1: "Search resets to page 1." */
  setSearch(search: string): void;
  setPage(page: number): void;
}

const stored = (key: string | undefined): string | undefined => (key && sessionStorage.getItem(key)) || undefined;

const store = (key: string | undefined, value: string): void => {
  if (!key) return;
  if (value === '') sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
};

/** A list's search and page, over the address and, where the list has them, session-storage keys. The address wins. */
export function useListAddress(storage: ListStorage = {}): ListAddress {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const { search: searchKey, page: pageKey } = storage;
  const addressed = params.get('search') ?? stored(searchKey) ?? '';
  // The address follows a moment later, since the guard may ask the server first: what is typed must not wait for it.
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (typed === addressed) setTyped(undefined);
  }, [typed, addressed]);
  const search = typed ?? addressed;
  const kept = Math.max(1, Math.trunc(Number(params.get('page') ?? stored(pageKey) ?? 1)) || 1);
  const page = search === addressed ? kept : 1;

  const write = useCallback(
    (next: { search: string; page: number }) => {
      store(searchKey, next.search);
      store(pageKey, next.page === 1 ? '' : String(next.page));
      setParams(
        (now) => {
          const then = new URLSearchParams(now);
          if (next.search === '') then.delete('search');
          else then.set('search', next.search);
          if (next.page === 1) then.delete('page');
          else then.set('page', String(next.page));
          return then;
        },
        // The state carries the page's identity; the history doesn't grow with each key that is typed.
        { replace: true, state },
      );
    },
    [searchKey, pageKey, setParams, state],
  );

  const setSearch = useCallback(
    (text: string) => {
      setTyped(text);
      write({ search: text, page: 1 });
    },
    [write],
  );
  const setPage = useCallback((number: number) => write({ search, page: number }), [write, search]);
  return { search, page, setSearch, setPage };
}
