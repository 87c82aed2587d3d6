import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callOptions } from '../../shared/api/hooks.ts';
import { withRecovery } from '../../shared/api/query-client.ts';
import { useSession } from '../../shared/session/session-store.ts';

/** In ms. Live messages report changes; a chat that nobody answers leaves the count by the clock alone. */
const countEvery = 60_000;

/** How many WhatsApp chats wait for the desk; 0 while unknown. */
export function useWaitingChats(enabled: boolean): number {
  const clientId = useSession(({ identity }) => identity?.clientId);
  const client = useQueryClient();
  const { data } = useQuery({
    ...callOptions(client, 'countWaitingChats', { clientId: clientId ?? '' }),
    enabled: enabled && clientId !== undefined,
    refetchInterval: (shown) => withRecovery(shown.state.data?.body.waiting ? countEvery : false)(shown),
  });
  return data?.body.waiting ?? 0;
}
