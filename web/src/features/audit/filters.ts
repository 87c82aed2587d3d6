import { dateSchema, idSchema } from '@dayline/contracts/ids';
import { useSearchParams } from 'react-router-dom';

/** What narrows the list besides the patient's name; undefined where it doesn't. */
export interface AuditFilters {
  doctor: string | undefined;
  /** yyyy-mm-dd of the clinic. */
  day: string | undefined;
}

/** Reads the address; what isn't an id or a date there narrows nothing. */
export const readFilters = (params: URLSearchParams): AuditFilters => ({
  doctor: idSchema.safeParse(params.get('doctor')).data,
  day: dateSchema.safeParse(params.get('day')).data,
});

/** The address with one filter changed; the list starts over at page 1. */
export function withFilter(params: URLSearchParams, name: keyof AuditFilters, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  next.delete('page');
  return next;
}

/** The filters of the address, so that a found list can be handed on as a link. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams();
  return {
    ...readFilters(params),
    setFilter: (name: keyof AuditFilters, value: string) =>
      setParams((now) => withFilter(now, name, value), { replace: true }),
    clear: () => setParams(new URLSearchParams(), { replace: true }),
  };
}
