import { endOfDay } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { dayOf, type Moment, readAddress, type Screen } from '../replay.ts';

/** The address, which can be shared, and functions to change it. */
export function useReplayAddress() {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const { params, set } = useAddressParams();
  const address = readAddress(params);
  return {
    address,
    zone,
    /** The clinic day of the moment; undefined while only a position is known. */
    day: address.at === undefined ? (address.position === undefined ? today : undefined) : dayOf(address.at, zone),
    go: ({ at, position }: Moment) => set({ at, position }),
    goToDay: (day: string) =>
      set({ at: endOfDay(day, zone), position: undefined, listed: undefined, marked: undefined }),
    setScreen: (screen: Screen) => set({ screen: screen === 'board' ? undefined : screen }),
    setDoctor: (pocId: string) => set({ doctor: pocId }),
    /** Lists the details of the moment's own day again. */
    listOwnDay: () => set({ listed: undefined, marked: undefined }),
    /** @param at the requested instant, if the other moment is a position */
    setOther: (position: string | undefined, at?: string) => set({ with: position, withAt: at }),
  };
}
