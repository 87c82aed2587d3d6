import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import { maxAtOnce } from '@dayline/contracts/endpoints/appointments/many';
import { useQueryClient } from '@tanstack/react-query';
import { callOptions, useCall, usePagedCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { dividedAtOf, earlierDays, type ListFilter, rowsPerPage } from '../rules.ts';

/** A slot's capacity is rarely higher; further bookings are only counted. */
const maxBookings = 100;
const onlyTotal = { page: 1, pageSize: 1 } as const;

/** The bookings at a time: each role uses its own details call. */
export function useBookings(pocId: string, { date, time }: SlotGroup) {
  const { role, clientId } = useIdentity();
  const paging = { page: 1, pageSize: maxBookings };
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
  const totalQuery = usePagedCall(name, { ...request, ...earlier }, onlyTotal, {
    enabled: enabled && earlier !== undefined,
  });
  return { query, dividedAt, unresolved: earlier ? totalQuery.data?.total : 0 };
}

interface ListArgs extends DetailsArgs {
  search: string;
  enabled: boolean;
}

const searchOf = ({ search }: ListArgs) => (search === '' ? {} : { search });

/** A page of the client's appointments; `all` reads as many as can be changed at once. */
export function useDetailsOfClient(args: ListArgs) {
  const { clientId } = useIdentity();
  const { type: _ofDoctors, ...filter } = args.filter;
  const client = useQueryClient();
  const request = { clientId, ...filter, ...searchOf(args) };
  const all = async () => {
    const first = { ...request, page: 1, pageSize: maxAtOnce };
    return (await client.fetchQuery(callOptions(client, 'listAppointmentDetailsOfClient', first))).body;
  };
  return { all, ...useDetails('listAppointmentDetailsOfClient', request, args, args.enabled) };
}

/** A page of the doctor's own appointments, and the totals of their payments. */
export function useDetailsOfDoctor(args: ListArgs) {
  const pocId = useIdentity().pocId ?? '';
  const { pocId: _other, sort, ...filter } = args.filter;
  const narrowing = { ...filter, ...searchOf(args) };
  const request = { pocId, ...narrowing, ...(sort ? { sort } : {}) };
  const totals = useCall('countPaymentsOfDoctor', { pocId, ...narrowing }, { enabled: args.enabled });
  return { totals, ...useDetails('listAppointmentDetailsOfDoctor', request, args, args.enabled) };
}
