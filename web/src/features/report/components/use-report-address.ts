import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { type Cell, readReportAddress } from '../report.ts';

/** The address, which can be shared, and the ways to change it. */
export function useReportAddress() {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const { params, set } = useAddressParams();
  return {
    address: readReportAddress(params, today),
    zone,
    today,
    set,
    choose: ({ id, figure }: Cell) => set({ cell: `${figure}:${id}`, figure }),
  };
}
