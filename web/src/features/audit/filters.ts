import { dateSchema, idSchema } from '@dayline/contracts/ids';
import { useSearchParams } from 'react-router-dom';

/** The list's filters besides the patient's name; undefined if not set. */
export interface AuditFilters {
  doctor: string | undefined;
  /** yyyy-mm-dd of the clinic. */
  day: string | undefined;
}

/** Reads the address; anything but a valid id or date is ignored. */
export const readFilters = (params: URLSearchParams): AuditFilters => ({
  doctor: idSchema.safeParse(params.get('doctor')).data,
  day: dateSchema.safeParse(params.get('day')).data,
});

/** The address with one filter changed; goes to page 1. */
export function withFilter(params: URLSearchParams, name: keyof AuditFilters, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  next.delete('page');
  return next;
}

/** The filters in the address, so that a result can be shared as a link. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams();
  return {
    ...readFilters(params),
    setFilter: (name: keyof AuditFilters, value: string) =>
      setParams((now) => withFilter(now, name, value), { replace: true }),
    clear: () => setParams(new URLSearchParams(), { replace: true }),
  };
}
