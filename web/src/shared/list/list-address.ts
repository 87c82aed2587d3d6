import { useCallback, useEffect, useState } from 'react';
import { useAddressParams } from './address-params.ts';
import { useDebounced } from './debounced.ts';

/** The session-storage keys of a list's search and page; the names are the specification's or the page's own. */
export interface ListStorage {
  search?: string;
  page?: string;
  /** The initial page until a page is chosen or a search typed; page 1 by default. */
  firstPage?: number;
}

export interface ListAddress {
  search: string;
  /** The trimmed search after a short pause in typing: what is requested. */
  debouncedSearch: string;
  /** During typing nothing is requested, and the current page stays. */
  isTyping: boolean;
  /** From 1. */
  page: number;
  /** Starts over at page 1: "Search resets to page 1." */
  setSearch(search: string): void;
  setPage(page: number): void;
}

const storedText = (key: string | undefined): string | undefined => (key && sessionStorage.getItem(key)) || undefined;

const store = (key: string | undefined, value: string): void => {
  if (!key) return;
  if (value === '') sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
};

/**
 * A list's search and page, in the address and, if given, in session-storage keys. The address takes precedence: if its
 * search is empty, as in a link from a count, stored values are ignored.
 */
export function useListAddress(storage: ListStorage = {}): ListAddress {
  const { params, set } = useAddressParams();
  const { search: searchKey, page: pageKey, firstPage = 1 } = storage;
  const isFresh = params.get('search') === '';
  const searchInAddress = params.get('search') ?? storedText(searchKey) ?? '';
  // The address changes a moment later, since the guard may call the server first: typed text is shown at once.
  const [input, setInput] = useState<string>();
  // Cleared only once the address contains it: a letter typed since is newer.
  useEffect(() => setInput((now) => (now === searchInAddress ? undefined : now)), [searchInAddress]);
  const search = input ?? searchInAddress;
  const opensAt = searchInAddress === '' ? firstPage : 1;
  const addressedPage = Math.max(
    1,
    Math.trunc(Number(params.get('page') ?? (isFresh ? undefined : storedText(pageKey)) ?? opensAt)) || 1,
  );
  const page = search === searchInAddress ? addressedPage : 1;

  const write = useCallback(
    (next: { search: string; page: number }) => {
      const isFirst = next.page === (next.search === '' ? firstPage : 1);
      store(searchKey, next.search);
      store(pageKey, isFirst ? '' : String(next.page));
      set({ search: next.search, page: isFirst ? undefined : String(next.page) });
    },
    [searchKey, pageKey, firstPage, set],
  );

  const setSearch = useCallback(
    (text: string) => {
      setInput(text);
      write({ search: text, page: text === '' ? firstPage : 1 });
    },
    [write, firstPage],
  );
  const setPage = useCallback((number: number) => write({ search, page: number }), [write, search]);
  const trimmed = search.trim();
  const debouncedSearch = useDebounced(trimmed);
  return { search, debouncedSearch, isTyping: debouncedSearch !== trimmed, page, setSearch, setPage };
}
