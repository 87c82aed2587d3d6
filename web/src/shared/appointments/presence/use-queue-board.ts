import type { HallTime } from '@dayline/contracts/clinic/clinic-time';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useClinicNow, useEachMinute } from '../../format/use-clinic-now.ts';
import { useIdentity } from '../../session/session-store.ts';

/** Doctors on duty with their rooms and next free times, which change as time passes, and the order of the queue. */
export function useQueueBoard(): UseQueryResult<ResponseOf<'getQueueBoard'>> {
  const { clientId, zone } = useIdentity();
  const board = useCall('getQueueBoard', { clientId });
  useEachMinute(zone, board.refetch);
  return board;
}

/** The clinic's time, with what its hospital calls late; undefined until that is known. */
export function useHallTime(lateAfterMinutes: number | undefined): HallTime {
  const now = useClinicNow(useIdentity().zone);
  return useMemo(() => ({ ...now, lateAfterMinutes }), [now, lateAfterMinutes]);
}
