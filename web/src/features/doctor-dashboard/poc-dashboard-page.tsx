import { PageHeader } from '../../shared/ui/page-header.tsx';

export function PocDashboardPage() {
  return <PageHeader title="Dashboard" />;
}
