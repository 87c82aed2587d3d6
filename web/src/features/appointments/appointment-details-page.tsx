import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { useCallback } from 'react';
import { markingText } from '../../shared/appointments/marking/text.ts';
import { appointmentText } from '../../shared/appointments/text.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { auditStoryPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useDetailsOfDoctor } from './api/queries.ts';
import { doctorColumns } from './components/columns.tsx';
import { DetailsList } from './components/details-list.tsx';
import { dateRangeWords, FilterBar, type FilterChip } from './components/filter-bar.tsx';
import { PaymentTotals } from './components/payment-totals.tsx';
import { useDetailsFilters } from './components/use-details-filters.ts';
import { unresolvedWords } from './rules.ts';
import { detailsText } from './text.ts';

const menu = (row: AppointmentDetail): RowMenuItem[] => [
  { name: markingText.history, icon: 'history', to: auditStoryPath(row.AppointmentId) },
];

const noStorage = () => ({});

/** Section 2, Doctor appointment details. */
export function AppointmentDetailsPage() {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const details = useDetailsFilters(noStorage);
  const { filter, choose, page, setPage } = details;
  const { status, type, from, to } = filter;
  const { query, totals, dividedAt, unresolved } = useDetailsOfDoctor({ filter, page, today });
  const columns = useCallback(
    (rows: readonly AppointmentDetail[]) => doctorColumns(rows, { page, status, search: '' }),
    [page, status],
  );
  const chips: FilterChip[] = [
    ...(status
      ? [{ icon: 'check' as const, label: appointmentText.status[status], clear: () => choose({ status: undefined }) }]
      : []),
    ...(type
      ? [
          {
            icon: type === 'Tele Consultation' ? ('video' as const) : ('person' as const),
            label: type,
            clear: () => choose({ type: undefined }),
          },
        ]
      : []),
    ...(from || to
      ? [
          {
            icon: 'calendar' as const,
            label: dateRangeWords(from, to),
            clear: () => choose({ from: undefined, to: undefined }),
          },
        ]
      : []),
  ];
  const none = {
    title: detailsText.none,
    action: {
      name: detailsText.refresh,
      perform: () => {
        void query.refetch();
        void totals.refetch();
      },
    },
  };

  return (
    <>
      <PageHeader title={detailsText.title} action={<PaymentTotals totals={totals.data} failed={totals.isError} />} />
      <DetailsList
        query={query}
        page={page}
        onPage={setPage}
        columns={columns}
        menu={menu}
        filters={
          <FilterBar
            chips={chips}
            from={from}
            to={to}
            onDates={choose}
            onClearAll={() => choose({ status: undefined, type: undefined, from: undefined, to: undefined })}
            aside={
              dividedAt && query.data && unresolved !== undefined
                ? unresolvedWords(query.data.total, unresolved)
                : undefined
            }
          />
        }
        sorting={details.sorting}
        onSort={details.setSorting}
        today={dividedAt}
        unresolved={unresolved}
        filtered={false}
        empty={none}
        noMatch={none}
      />
    </>
  );
}
