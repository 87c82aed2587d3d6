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

/**
 * A page of the client's appointments. `unresolved` are those of earlier days, above `dividedAt`; undefined until they
 * are counted. While somebody types, the shown page stays.
 */
export function useDetailsOfClient({ filter, search, page, today }: DetailsArgs & { search: string }) {
  const { clientId } = useIdentity();
  const { status, pocId, from, to, sort } = filter;
  const asked = useDebounced(search.trim());
  const request = {
    clientId,
    ...(status ? { status } : {}),
    ...(pocId ? { pocId } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(sort ? { sort } : {}),
    ...(asked === '' ? {} : { search: asked }),
  };
  const settled = search.trim() === asked;
  const query = usePagedCall(
    'listAppointmentDetailsOfClient',
    request,
    { page, pageSize: rowsPerPage },
    { enabled: settled },
  );
  const dividedAt = dividedAtOf(filter, today);
  const earlier = dividedAt && earlierDays(filter, dividedAt);
  const counted = usePagedCall('listAppointmentDetailsOfClient', { ...request, ...earlier }, onlyTotal, {
    enabled: settled && earlier !== undefined,
  });
  return { query, asked, dividedAt, unresolved: earlier ? counted.data?.total : 0 };
}

/** A page of the doctor's own appointments, and the totals of their payments. */
export function useDetailsOfDoctor({ filter, page, today }: DetailsArgs) {
  const { pocId: id } = useIdentity();
  const pocId = id ?? '';
  const ready = { enabled: id !== null };
  const { pocId: _other, sort, ...narrowing } = filter;
  const request = { pocId, ...narrowing, ...(sort ? { sort } : {}) };
  const query = usePagedCall('listAppointmentDetailsOfDoctor', request, { page, pageSize: rowsPerPage }, ready);
  const dividedAt = dividedAtOf(filter, today);
  const earlier = dividedAt && earlierDays(filter, dividedAt);
  const counted = usePagedCall('listAppointmentDetailsOfDoctor', { ...request, ...earlier }, onlyTotal, {
    enabled: id !== null && earlier !== undefined,
  });
  const totals = useCall('countPaymentsOfDoctor', { pocId, ...narrowing }, ready);
  return { query, totals, dividedAt, unresolved: earlier ? counted.data?.total : 0 };
}
