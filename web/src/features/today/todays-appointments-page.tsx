import { useCall } from '../../shared/api/hooks.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { TodayPage } from './today-page.tsx';

/** Section 2, Doctor today's appointments. */
export function TodaysAppointmentsPage() {
  const { pocId } = useIdentity();
  const query = useCall('listTodaysAppointmentsOfDoctor', { pocId: pocId ?? '' }, { enabled: pocId !== null });
  return <TodayPage side="doctor" query={query} />;
}
