import { PageHeader } from '../../shared/ui/page-header.tsx';

export function AdminTodaysAppointmentsPage() {
  return <PageHeader title="Today's Appointments" />;
}
