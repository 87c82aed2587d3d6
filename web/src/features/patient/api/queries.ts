import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callOptions, useCall } from '../../../shared/api/hooks.ts';

/** A patient's page. While more past visits are loaded, the shown ones stay. */
export function usePatient(userId: string, past: number) {
  const client = useQueryClient();
  return useQuery({
    ...callOptions(client, 'getPatientOverview', { userId, past }),
    placeholderData: (before, query) => (query?.queryKey[1].userId === userId ? before : undefined),
    select: ({ body }) => body,
  });
}

export const useFamily = (userId: string) => useCall('getPatientFamily', { userId });
