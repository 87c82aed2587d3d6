import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { useToday } from './api/queries.ts';
import { TodayPage } from './components/today-page.tsx';

/** Section 2, today's appointments of the admin or of the doctor. */
export default function TodaysAppointmentsPage() {
  const { role } = useIdentity();
  const side = role === 'doctor' ? 'doctor' : 'admin';
  const { unresolved, ...today } = useToday(side);
  const to = side === 'doctor' ? paths.appointmentDetails : paths.appointmentDetailsAdmin;
  return <TodayPage side={side} {...today} unresolved={{ count: unresolved, to }} />;
}
