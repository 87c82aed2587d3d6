import { paths } from '../../shared/paths.ts';
import { useTodayOfDoctor } from './api/queries.ts';
import { TodayPage } from './components/today-page.tsx';

/** Section 2, Doctor today's appointments. */
export function TodaysAppointmentsPage() {
  const { query, hours, unresolved } = useTodayOfDoctor();
  return (
    <TodayPage
      side="doctor"
      query={query}
      hours={hours}
      unresolved={{ count: unresolved, to: paths.appointmentDetails }}
    />
  );
}
