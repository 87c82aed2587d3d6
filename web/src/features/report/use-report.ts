import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callOptions } from '../../shared/api/hooks.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { type Cell, readReportAddress, requestOf } from './report.ts';

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

/** The report with one page of its lines; the previous one stays visible until the next is loaded. */
export function useReport({ address, zone }: Pick<ReturnType<typeof useReportAddress>, 'address' | 'zone'>) {
  const request = requestOf(address, zone);
  const asked = JSON.stringify(request);
  const [page, setPage] = useState<{ readonly asked: string; readonly after: string }>();
  // Another report begins with its first lines.
  const after = page?.asked === asked ? page.after : undefined;
  const query = useQuery({
    ...callOptions(useQueryClient(), 'getReport', { ...request, ...(after !== undefined && { after }) }),
    placeholderData: keepPreviousData,
  });
  return {
    query: { ...query, data: query.data?.body },
    request,
    isFirst: after === undefined,
    goTo: (next: string | undefined) => setPage(next === undefined ? undefined : { asked, after: next }),
  };
}
