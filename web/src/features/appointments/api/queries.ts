import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import { useCall, usePagedCall } from '../../../shared/api/hooks.ts';
import { useDebounced } from '../../../shared/list/debounced.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { dividedAtOf, earlierDays, type ListFilter, rowsPerPage } from '../rules.ts';

/** A slot rarely has more places; further ones are counted. */
const mostBookings = 100;
const onlyTotal = { page: 1, pageSize: 1 } as const;

export const useDoctors = () => useCall('listDoctorsOfClient', { clientId: useIdentity().clientId });

/** The bookings at a time: each role uses its own details call. */
export function useBookings(pocId: string, { date, time }: SlotGroup) {
  const { role, clientId } = useIdentity();
  const paging = { page: 1, pageSize: mostBookings };
  const ofClient = usePagedCall('listAppointmentDetailsOfClient', { clientId, pocId, date, time }, paging, {
    enabled: role !== 'doctor',
  });
  const ofDoctor = usePagedCall('listAppointmentDetailsOfDoctor', { pocId, date, time }, paging, {
    enabled: role === 'doctor',
  });
  return role === 'doctor' ? ofDoctor : ofClient;
}

interface DetailsArgs {
  filter: ListFilter;
  /** From 1. */
  page: number;
  /** The clinic day. */
  today: string;
}

type DetailsName = 'listAppointmentDetailsOfClient' | 'listAppointmentDetailsOfDoctor';

/** A page of a details list; `unresolved` are those of earlier days, above `dividedAt`; undefined until counted. */
function useDetails<Name extends DetailsName>(
  name: Name,
  request: Parameters<typeof usePagedCall<Name>>[1],
  { filter, page, today }: DetailsArgs,
  enabled: boolean,
) {
  const query = usePagedCall(name, request, { page, pageSize: rowsPerPage }, { enabled });
  const dividedAt = dividedAtOf(filter, today);
  const earlier = dividedAt && earlierDays(filter, dividedAt);
  const counted = usePagedCall(name, { ...request, ...earlier }, onlyTotal, {
    enabled: enabled && earlier !== undefined,
  });
  return { query, dividedAt, unresolved: earlier ? counted.data?.total : 0 };
}

/** A page of the client's appointments. While somebody types, the shown page stays. */
export function useDetailsOfClient(args: DetailsArgs & { search: string }) {
  const { clientId } = useIdentity();
  const { status, pocId, from, to, sort } = args.filter;
  const asked = useDebounced(args.search.trim());
  const request = {
    clientId,
    ...(status ? { status } : {}),
    ...(pocId ? { pocId } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(sort ? { sort } : {}),
    ...(asked === '' ? {} : { search: asked }),
  };
  const settled = args.search.trim() === asked;
  return { asked, ...useDetails('listAppointmentDetailsOfClient', request, args, settled) };
}

/** A page of the doctor's own appointments, and the totals of their payments. */
export function useDetailsOfDoctor(args: DetailsArgs) {
  const { pocId: id } = useIdentity();
  const pocId = id ?? '';
  const { pocId: _other, sort, ...narrowing } = args.filter;
  const request = { pocId, ...narrowing, ...(sort ? { sort } : {}) };
  const totals = useCall('countPaymentsOfDoctor', { pocId, ...narrowing }, { enabled: id !== null });
  return { totals, ...useDetails('listAppointmentDetailsOfDoctor', request, args, id !== null) };
}
