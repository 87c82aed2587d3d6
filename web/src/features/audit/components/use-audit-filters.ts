import { dateSchema, idSchema } from '@dayline/contracts/ids';
import { useAddressParams } from '../../../shared/list/address-params.ts';

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

/** The filters in the address, so that a result can be shared as a link. */
export function useAuditFilters() {
  const { params, set, clear } = useAddressParams();
  return {
    ...readFilters(params),
    /** Goes to page 1. */
    setFilter: (name: keyof AuditFilters, value: string) => set({ [name]: value, page: undefined }),
    clear,
  };
}
