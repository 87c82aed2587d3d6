import { PageHeader } from '../../shared/ui/page-header.tsx';

export function AppointmentStoryPage() {
  return <PageHeader title="History" />;
}
