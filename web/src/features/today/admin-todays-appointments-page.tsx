import { addDays } from '@dayline/contracts/clinic-time';
import { useCall, usePagedCall } from '../../shared/api/hooks.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { TodayPage } from './components/today-page.tsx';

/** Section 2, Admin today's appointments. */
export function AdminTodaysAppointmentsPage() {
  const { clientId, zone } = useIdentity();
  const to = addDays(useClinicDay(zone), -1);
  const query = useCall('listTodaysAppointmentsOfClient', { clientId });
  const picture = useCall('getDayPictureOfClient', { clientId });
  const unresolved = usePagedCall(
    'listAppointmentDetailsOfClient',
    { clientId, status: 'Confirmed', to },
    { page: 1, pageSize: 1 },
  );
  return (
    <TodayPage
      side="admin"
      query={query}
      hours={picture.isPending ? undefined : (picture.data?.byHour ?? [])}
      unresolved={{ count: unresolved.data?.total, to: paths.appointmentDetailsAdmin }}
    />
  );
}
