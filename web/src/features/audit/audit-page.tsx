import { PageHeader } from '../../shared/ui/page-header.tsx';

export function AuditPage() {
  return <PageHeader title="History" />;
}
