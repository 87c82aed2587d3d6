import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useCall } from '../../api/hooks.ts';
import { useIdentity } from '../../session/session-store.ts';

/** Who is on duty, their rooms, and the order of the queue; undefined until it is known. */
export function useQueueBoard(): ResponseOf<'getQueueBoard'> | undefined {
  const { clientId } = useIdentity();
  return useCall('getQueueBoard', { clientId }).data;
}
