import { PageHeader } from '../../shared/ui/page-header.tsx';

export function TodaysAppointmentsPage() {
  return <PageHeader title="Today's Appointments" />;
}
