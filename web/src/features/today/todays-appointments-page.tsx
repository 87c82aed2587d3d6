import { addDays } from '@dayline/contracts/clinic-time';
import { useCall, usePagedCall } from '../../shared/api/hooks.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { TodayPage } from './components/today-page.tsx';

/** Section 2, Doctor today's appointments. */
export function TodaysAppointmentsPage() {
  const { pocId: id, zone } = useIdentity();
  const pocId = id ?? '';
  const ready = { enabled: id !== null };
  const to = addDays(useClinicDay(zone), -1);
  const query = useCall('listTodaysAppointmentsOfDoctor', { pocId }, ready);
  const picture = useCall('getDayPictureOfDoctor', { pocId }, ready);
  const unresolved = usePagedCall(
    'listAppointmentDetailsOfDoctor',
    { pocId, status: 'Confirmed', to },
    { page: 1, pageSize: 1 },
    ready,
  );
  return (
    <TodayPage
      side="doctor"
      query={query}
      hours={picture.isPending ? undefined : (picture.data?.byHour ?? [])}
      unresolved={{ count: unresolved.data?.total, to: paths.appointmentDetails }}
    />
  );
}
