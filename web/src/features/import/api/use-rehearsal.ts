import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';

export type RehearseRequest = RequestInputOf<'rehearseImport'>;
type Progress = ResponseOf<'rehearseImport'>['progress'];

/** A page of a rehearsal. While it is made, each call answers how far it is, after some seconds at the latest. */
export function useRehearsal(request: RehearseRequest, { enabled = true }: { enabled?: boolean } = {}) {
  const [progress, setProgress] = useState<Progress>();
  const query = useQuery({
    queryKey: ['rehearseImport', request],
    queryFn: async ({ signal }) => {
      for (;;) {
        const { progress: far, rehearsal } = await call('rehearseImport', request, {
          signal,
          // It writes nothing: what became of it is seen here.
          isReportedByCaller: true,
        });
        setProgress(far);
        if (rehearsal) return rehearsal;
      }
    },
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { query, progress: query.isFetching ? progress : undefined };
}
