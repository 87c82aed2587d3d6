import { useCallback } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router-dom';

/** New values by name; undefined and '' remove one. */
export type AddressChanges = Readonly<Record<string, string | undefined>>;

/** Changes since the address was rendered: without them, a second change would revert the first. */
const pending = new WeakMap<Location, URLSearchParams>();

/**
 * The values in the address. A change replaces the history entry and keeps its state, which contains the page's
 * identity.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const put = useCallback(
    (next: URLSearchParams) => {
      pending.set(location, next);
      setParams(next, { replace: true, state: location.state });
    },
    [location, setParams],
  );
  const set = useCallback(
    (changes: AddressChanges) => {
      const next = new URLSearchParams(pending.get(location) ?? params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      put(next);
    },
    [location, params, put],
  );
  const clear = useCallback(() => put(new URLSearchParams()), [put]);
  return { params, set, clear };
}
