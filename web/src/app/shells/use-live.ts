import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connectLive } from '../../shared/api/live.ts';
import { endSession } from '../session-end.ts';

/** Keeps the socket open for as long as a signed-in shell is shown, for the person that it shows. */
export function useLive(accountId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person means another socket
  useEffect(() => {
    const live = connectLive(client, endSession);
    return () => live.close();
  }, [client, accountId]);
}
