import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { useCall, usePagedCall } from '../../../shared/api/hooks.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

const onlyTotal = { page: 1, pageSize: 1 } as const;

/** Of all doctors: today's board, its hours, and how many appointments of earlier days are still Confirmed. */
export function useTodayOfClient() {
  const { clientId, zone } = useIdentity();
  const to = addDays(useClinicDay(zone), -1);
  const query = useCall('listTodaysAppointmentsOfClient', { clientId });
  const picture = useCall('getDayPictureOfClient', { clientId });
  const unresolved = usePagedCall('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed', to }, onlyTotal);
  return {
    query,
    hours: picture.isPending ? undefined : (picture.data?.byHour ?? []),
    unresolved: unresolved.data?.total,
  };
}

/** The same for the signed-in doctor. */
export function useTodayOfDoctor() {
  const { pocId: id, zone } = useIdentity();
  const pocId = id ?? '';
  const ready = { enabled: id !== null };
  const to = addDays(useClinicDay(zone), -1);
  const query = useCall('listTodaysAppointmentsOfDoctor', { pocId }, ready);
  const picture = useCall('getDayPictureOfDoctor', { pocId }, ready);
  const unresolved = usePagedCall(
    'listAppointmentDetailsOfDoctor',
    { pocId, status: 'Confirmed', to },
    onlyTotal,
    ready,
  );
  return {
    query,
    hours: picture.isPending ? undefined : (picture.data?.byHour ?? []),
    unresolved: unresolved.data?.total,
  };
}
