import { PageHeader } from '../../shared/ui/page-header.tsx';

export function AddNewAppointmentPage() {
  return <PageHeader title="Add New Appointment" />;
}
