import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useCall } from '../../api/hooks.ts';
import { useIdentity } from '../../session/session-store.ts';

/** Doctors on duty with their rooms, and the order of the queue; undefined until loaded. */
export function useQueueBoard(): ResponseOf<'getQueueBoard'> | undefined {
  const { clientId } = useIdentity();
  return useCall('getQueueBoard', { clientId }).data;
}
