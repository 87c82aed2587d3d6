import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';

export type PreviewRequest = RequestInputOf<'previewImport'>;
type Progress = ResponseOf<'previewImport'>['progress'];

/** A page of the preview. Until it is made, each call answers the progress after some seconds at the latest. */
export function usePreview(request: PreviewRequest, { enabled = true }: { enabled?: boolean } = {}) {
  const [progress, setProgress] = useState<Progress>();
  const query = useQuery({
    queryKey: ['previewImport', request],
    queryFn: async ({ signal }) => {
      for (;;) {
        const { progress: soFar, preview } = await call('previewImport', request, {
          signal,
          // It writes nothing; the page shows its failure.
          isReportedByCaller: true,
        });
        setProgress(soFar);
        if (preview) return preview;
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
