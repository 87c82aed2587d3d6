import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connectLive } from '../../shared/api/live/live.ts';
import type { Identity } from '../../shared/session/session-store.ts';
import { endSession } from '../session-end.ts';
import { useNewDay } from './use-new-day.ts';

/** Keeps a signed-in shell's data current while it is mounted, for its person. */
export function useLive({ accountId, zone }: Pick<Identity, 'accountId' | 'zone'>): void {
  const client = useQueryClient();
  useNewDay(zone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person means another socket
  useEffect(() => {
    const live = connectLive(client, endSession);
    return () => live.close();
  }, [client, accountId]);
}
