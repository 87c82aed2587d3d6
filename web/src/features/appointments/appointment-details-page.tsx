import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';
import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useCall, usePagedCall } from '../../shared/api/hooks.ts';
import { useListAddress } from '../../shared/list/list-address.ts';
import { markingText } from '../../shared/marking/text.ts';
import { auditStoryPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import type { RowMenuItem } from '../../shared/ui/row-menu.tsx';
import { StatusChip, ToneChip } from '../../shared/ui/status-chip.tsx';
import { doctorColumns } from './columns.tsx';
import { DetailsList } from './details-list.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import { readFilter, rowsPerPage } from './rules.ts';
import { detailsText } from './text.ts';

const menu = (row: AppointmentDetail): RowMenuItem[] => [
  { label: markingText.history, icon: 'history', to: auditStoryPath(row.AppointmentId) },
];

/** Section 2, Doctor appointment details. */
export function AppointmentDetailsPage() {
  const { pocId: id } = useIdentity();
  const pocId = id ?? '';
  const ready = { enabled: id !== null };
  const location = useLocation();
  const [params] = useSearchParams();
  const filter = readFilter(params, location.state);
  const { status, type } = filter;
  const { page, setPage } = useListAddress();
  const query = usePagedCall(
    'listAppointmentDetailsOfDoctor',
    { pocId, ...filter },
    { page, pageSize: rowsPerPage },
    ready,
  );
  const totals = useCall('countPaymentsOfDoctor', { pocId, ...filter }, ready);
  const columns = useCallback(
    (rows: readonly AppointmentDetail[]) => doctorColumns(rows, { page, status }),
    [page, status],
  );
  const none = {
    title: detailsText.none,
    action: {
      label: detailsText.refresh,
      perform: () => {
        void query.refetch();
        void totals.refetch();
      },
    },
  };

  return (
    <>
      <PageHeader
        title={detailsText.title}
        beside={
          <>
            {status ? <StatusChip status={status} /> : null}
            {type ? (
              <ToneChip tone="confirmed" icon={type === 'Tele Consultation' ? 'video' : 'person'}>
                {type}
              </ToneChip>
            ) : null}
          </>
        }
        action={<PaymentTotals totals={totals.data} failed={totals.isError} />}
      />
      <DetailsList
        query={query}
        page={page}
        onPage={setPage}
        columns={columns}
        menu={menu}
        filtered={false}
        empty={none}
        noMatch={none}
      />
    </>
  );
}
