import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** New values by name; undefined and '' remove one. */
export type AddressChanges = Readonly<Record<string, string | undefined>>;

/** The values in the address. A change replaces the history entry and keeps its state, the page's identity. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const set = useCallback(
    (changes: AddressChanges) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true, state },
      ),
    [setParams, state],
  );
  const clear = useCallback(() => setParams({}, { replace: true, state }), [setParams, state]);
  return { params, set, clear };
}
