import { PageHeader } from '../../shared/ui/page-header.tsx';

export function AppointmentDetailsPage() {
  return <PageHeader title="Appointment Details" />;
}
