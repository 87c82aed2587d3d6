import { PageHeader } from '../../shared/ui/page-header.tsx';

export function AppointmentDetailsAdminPage() {
  return <PageHeader title="Appointment Details" />;
}
