import { paths } from '../../shared/paths.ts';
import { useTodayOfClient } from './api/queries.ts';
import { TodayPage } from './components/today-page.tsx';

/** Section 2, Admin today's appointments. */
export function AdminTodaysAppointmentsPage() {
  const { query, hours, unresolved } = useTodayOfClient();
  return (
    <TodayPage
      side="admin"
      query={query}
      hours={hours}
      unresolved={{ count: unresolved, to: paths.appointmentDetailsAdmin }}
    />
  );
}
