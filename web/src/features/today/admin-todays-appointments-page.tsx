import { useCall } from '../../shared/api/hooks.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { TodayPage } from './today-page.tsx';

/** Section 2, Admin today's appointments. */
export function AdminTodaysAppointmentsPage() {
  const { clientId } = useIdentity();
  return <TodayPage side="admin" query={useCall('listTodaysAppointmentsOfClient', { clientId })} />;
}
