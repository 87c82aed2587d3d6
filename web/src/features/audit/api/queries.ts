import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../../shared/api/download.ts';
import { callOptions, useCall, usePagedCall } from '../../../shared/api/hooks.ts';
import { withRecovery } from '../../../shared/api/query-client.ts';
import type { ExportFormat } from '../../../shared/exports/export-buttons.tsx';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { type ActivityFilters, requestOf } from '../activity.ts';

const entriesPerPage = 50;
/** Interval between refetches of the first page in live mode, in ms. */
const lookEveryMs = 3_000;
/** Maximum number of patients offered; typing more letters finds the others. */
const offeredPatients = 8;
/** Shorter searches match too many patients. */
export const fewestLetters = 2;
/** For the appointment history. */
export const rowsPerPage = 10;

const firstPageOf = (clientId: string, filters: ActivityFilters) => ({
  ...requestOf(clientId, filters),
  pageSize: entriesPerPage,
});

/** The filtered patient's name, from the list's first page. */
export function usePatientOfFilter(filters: ActivityFilters) {
  const { clientId } = useIdentity();
  const { data } = useQuery({
    ...callOptions(useQueryClient(), 'listActivity', firstPageOf(clientId, filters)),
    placeholderData: keepPreviousData,
    // The list sends the request.
    enabled: false,
  });
  const patient = data?.body.patient;
  return patient?.id === filters.patient ? patient : undefined;
}

/** One page, and the cursor of the next; in live mode it is refetched, but not while an entry is open. */
export function useActivityPage(filters: ActivityFilters, isLive: boolean) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const request = { ...firstPageOf(clientId, filters), ...(cursor === undefined ? {} : { cursor }) };
  const query = useQuery({
    ...callOptions(client, 'listActivity', request),
    placeholderData: keepPreviousData,
    refetchInterval: withRecovery(isLive && cursor === undefined ? lookEveryMs : false),
  });
  const nextCursor = query.data?.nextCursor;
  return {
    query: { ...query, data: query.data?.body },
    before: cursors.length * entriesPerPage,
    newer: cursors.length > 0 ? () => setCursors((all) => all.slice(0, -1)) : undefined,
    older: nextCursor === undefined ? undefined : () => setCursors((all) => [...all, nextCursor]),
  };
}

/** The day's counts of the preset views. */
export function useActivityCounts(day: string | null, today: string, isLive: boolean) {
  const { clientId } = useIdentity();
  return useQuery({
    ...callOptions(useQueryClient(), 'countActivity', { clientId, date: day ?? today }),
    enabled: day !== null,
    refetchInterval: withRecovery(isLive ? lookEveryMs : false),
  });
}

export const useActors = () => useCall('listActivityActors', { clientId: useIdentity().clientId });

export const useCauses = (eventId: string) =>
  useCall('getActivityCauses', { clientId: useIdentity().clientId, eventId });

/** The first patients that match a name or phone. */
export const usePatients = (search: string) =>
  useCall(
    'listUsers',
    { clientId: useIdentity().clientId, search, page: 1, pageSize: offeredPatients },
    { enabled: search.length >= fewestLetters },
  );

/** A page of the client's appointments. */
export const useAppointments = (
  narrowing: Omit<RequestInputOf<'searchAuditAppointments'>, 'clientId' | 'page' | 'pageSize' | 'cursor'>,
  page: number,
) =>
  usePagedCall(
    'searchAuditAppointments',
    { clientId: useIdentity().clientId, ...narrowing },
    { page, pageSize: rowsPerPage },
  );

export const useStory = (appointmentId: string, enabled: boolean) =>
  useCall('getAppointmentStory', { appointmentId }, { enabled });

/** Saves what the request selects as a file; returns the file's name. */
export const saveExport = (format: ExportFormat, request: RequestInputOf<'exportCsv'>): Promise<string> =>
  download(format === 'CSV' ? 'exportCsv' : 'exportNdjson', request);
