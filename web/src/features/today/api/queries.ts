import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { useCall, usePagedCall } from '../../../shared/api/hooks.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

const onlyTotal = { page: 1, pageSize: 1 } as const;

/**
 * Today's board, its hours, and how many appointments of earlier days are still Confirmed; a doctor sees only their
 * own.
 */
export function useToday(side: 'admin' | 'doctor') {
  const { clientId, pocId: id, zone } = useIdentity();
  const pocId = id ?? '';
  const [ofClient, ofDoctor] = [{ enabled: side === 'admin' }, { enabled: side === 'doctor' && id !== null }];
  const earlier = { status: 'Confirmed', to: addDays(useClinicDay(zone), -1) } as const;
  const all = {
    query: useCall('listTodaysAppointmentsOfClient', { clientId }, ofClient),
    picture: useCall('getDayPictureOfClient', { clientId }, ofClient),
    unresolved: usePagedCall('listAppointmentDetailsOfClient', { clientId, ...earlier }, onlyTotal, ofClient),
  };
  const own = {
    query: useCall('listTodaysAppointmentsOfDoctor', { pocId }, ofDoctor),
    picture: useCall('getDayPictureOfDoctor', { pocId }, ofDoctor),
    unresolved: usePagedCall('listAppointmentDetailsOfDoctor', { pocId, ...earlier }, onlyTotal, ofDoctor),
  };
  const calledElsewhere = useCall('listCalledElsewhere', { pocId }, ofDoctor);
  const { query, picture, unresolved } = side === 'admin' ? all : own;
  return {
    query,
    hours: picture.isPending ? undefined : (picture.data?.byHour ?? []),
    lateAfterMinutes: picture.data?.lateAfterMinutes,
    unresolved: unresolved.data?.total,
    /** A doctor's waiting patients whom other doctors call. */
    calledElsewhere: calledElsewhere.data,
  };
}
