import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { useCallback } from 'react';
import { markingText } from '../../shared/appointments/marking/text.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { auditStoryPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useDetailsOfDoctor } from './api/queries.ts';
import { doctorColumns } from './components/columns.tsx';
import { DetailsList } from './components/details-list.tsx';
import { PaymentTotals } from './components/payment-totals.tsx';
import { useDetailsFilters } from './components/use-details-filters.ts';
import { detailsText } from './text.ts';

const menu = (row: AppointmentDetail): RowMenuItem[] => [
  { name: markingText.history, icon: 'history', to: auditStoryPath(row.AppointmentId) },
];

const noStorage = () => ({});

/** Section 2, Doctor appointment details. */
export default function AppointmentDetailsPage() {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const details = useDetailsFilters(noStorage);
  const { filter, page } = details;
  const { status } = filter;
  const { totals, ...list } = useDetailsOfDoctor({ filter, page, today });
  const { query } = list;
  const columns = useCallback(
    (rows: readonly AppointmentDetail[]) => doctorColumns(rows, { page, status, search: '' }),
    [page, status],
  );
  const refresh = () => {
    void query.refetch();
    void totals.refetch();
  };
  const none = { title: detailsText.none, action: { name: detailsText.refresh, perform: refresh } };
  return (
    <>
      <PageHeader title={detailsText.title} action={<PaymentTotals totals={totals.data} failed={totals.isError} />} />
      <DetailsList
        list={list}
        details={details}
        columns={columns}
        menu={menu}
        onClearAll={() => details.choose({ status: undefined, type: undefined, from: undefined, to: undefined })}
        isSortable
        filtered={false}
        empty={none}
        noMatch={none}
      />
    </>
  );
}
