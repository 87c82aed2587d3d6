import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filter, isFilter } from './rules.ts';

export interface TodayAddress {
  filter: Filter;
  /** From 1; undefined until somebody has chosen one. */
  page: number | undefined;
  setFilter(filter: Filter): void;
  setPage(page: number): void;
}

/** The filter and the page of today's board, kept in the address so that a reload and Back find them. */
export function useTodayAddress(): TodayAddress {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const named = params.get('filter');
  const number = Math.trunc(Number(params.get('page')));

  const write = useCallback(
    (change: (next: URLSearchParams) => void) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          change(next);
          return next;
        },
        // The state carries the page's identity.
        { replace: true, state },
      ),
    [setParams, state],
  );
  const setFilter = useCallback(
    (filter: Filter) =>
      write((next) => {
        next.delete('page');
        if (filter === 'All') next.delete('filter');
        else next.set('filter', filter);
        if (filter !== 'All') next.set('page', '1');
      }),
    [write],
  );
  const setPage = useCallback((page: number) => write((next) => next.set('page', String(page))), [write]);
  return { filter: isFilter(named) ? named : 'All', page: number >= 1 ? number : undefined, setFilter, setPage };
}
