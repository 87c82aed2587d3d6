import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { lazy, Suspense } from 'react';
import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { leadsOf } from '../../shared/appointments/choosing/rows.ts';
import { useChoosing } from '../../shared/appointments/choosing/use-choosing.ts';
import { useDoctors } from '../../shared/appointments/doctors/doctors.ts';
import { markingText } from '../../shared/appointments/marking/text.ts';
import { offersMove } from '../../shared/appointments/moving/movable.ts';
import { useVisitActions } from '../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfDetail } from '../../shared/appointments/visit/visit-row.ts';
import { ExportCsv } from '../../shared/exports/export-csv.tsx';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useDetailsOfClient, useDetailsOfDoctor } from './api/queries.ts';
import { columnsOf } from './components/columns.tsx';
import { DetailsList } from './components/details-list.tsx';
import { PaymentTotals } from './components/payment-totals.tsx';
import { useDetailsFilters } from './components/use-details-filters.ts';
import { detailsText as text } from './text.ts';

const MovedList = lazy(() =>
  untilLoaded(() => import('./components/moved-list.tsx').then((list) => ({ default: list.MovedList }))),
);

/**
 * "the admin's details keep theirs under names of their own": session-storage keys, separate for each status, so that a
 * card of the dashboard doesn't open its list with the page or search of another.
 */
const storageOf = (status = 'All') => ({
  search: `appointmentDetailsSearchTerm:${status}`,
  page: `appointmentDetailsCurrentPage:${status}`,
});
const noStorage = () => ({});

/** An admin's row menu: statuses from its day on, then corrections, the history, and cancelling last. */
function useRowActions(today: string) {
  const { mark, statusAction, moveAction, paymentActions, cancelAction, dialogs } = useVisitActions('admin', today);
  const menu = (row: AppointmentDetail): RowMenuItem[] => {
    if (row.movingTo) return leadsOf(row);
    const visit = visitOfDetail(row);
    const isConfirmed = row.Status === 'Confirmed';
    const marks: Action[] = (['Availed', 'Not_Availed'] as const).map((status) => ({
      name: markingText.markAs(status),
      icon: status === 'Availed' ? 'check' : 'cross',
      perform: () => void mark(visit, status),
    }));
    return [
      ...(isConfirmed && row.AppointmentDate <= today ? marks : []),
      ...(isConfirmed ? [] : [statusAction(visit)]),
      ...(offersMove(visit, today) ? [moveAction(visit)] : []),
      ...paymentActions(visit),
      ...leadsOf(row),
      ...(isConfirmed ? [cancelAction(visit)] : []),
    ];
  };
  const correctionOf = (row: AppointmentDetail): Action => statusAction(visitOfDetail(row));
  return { menu, correctionOf, dialogs };
}

/** Section 2, Admin appointment details and Doctor appointment details. */
export default function AppointmentDetailsPage() {
  const { role, zone, hasBranches, clientId } = useIdentity();
  const isOfDoctor = role === 'doctor';
  const today = useClinicDay(zone);
  const details = useDetailsFilters(isOfDoctor ? noStorage : storageOf);
  const { filter, choose, page } = details;
  const { params, set } = useAddressParams();
  const showsMoved = !isOfDoctor && params.get('moved') === '1';
  const showMoved = (isShown: boolean) => set({ moved: isShown ? '1' : undefined, page: undefined });
  const { status, pocId, from, to } = filter;
  // As the list that is shown: a doctor's has types, the others' have doctors.
  const { sort: _sort, type, pocId: chosenDoctor, ...exported } = filter;
  const exportedOf = isOfDoctor
    ? { ...(type && { type }) }
    : { ...(chosenDoctor !== undefined && { pocId: chosenDoctor }) };
  const search = details.search.trim();
  const { debouncedSearch, isTyping } = details;
  const listed = { filter, page, today, search: debouncedSearch };
  const ofClient = useDetailsOfClient({ ...listed, enabled: !isOfDoctor && !showsMoved && !isTyping });
  const { totals, ...ofDoctor } = useDetailsOfDoctor({ ...listed, enabled: isOfDoctor && !isTyping });
  const list = isOfDoctor ? ofDoctor : ofClient;
  const doctors = useDoctors(!isOfDoctor);
  const { menu, correctionOf, dialogs } = useRowActions(today);
  const name = JSON.stringify([filter, debouncedSearch]);
  const choosing = useChoosing({ name, page, rows: ofClient.query.data?.body, all: ofClient.all });

  const clearAll = () => {
    details.clearSearch();
    choose({ status: undefined, from: undefined, to: undefined, ...{ [isOfDoctor ? 'type' : 'pocId']: undefined } });
  };
  const refresh = () => {
    void list.query.refetch();
    if (isOfDoctor) void totals.refetch();
  };
  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={
          isOfDoctor ? (
            <PaymentTotals totals={totals.data} failed={totals.isError} />
          ) : (
            <CountBadge count={list.query.data?.total} words={text.count} />
          )
        }
        action={
          <>
            {showsMoved ? null : <SearchField label={text.search} value={details.field} onChange={details.type} />}
            {showsMoved ? (
              <ExportCsv
                name="exportMovedAppointments"
                request={{ clientId, ...(chosenDoctor !== undefined && { pocId: chosenDoctor }) }}
              />
            ) : (
              <ExportCsv
                name="exportAppointments"
                request={{ clientId, ...exported, ...exportedOf, ...(search !== '' && { search }) }}
              />
            )}
            {isOfDoctor ? null : <AddAppointment />}
          </>
        }
      />
      {showsMoved ? (
        <Suspense>
          <MovedList details={details} onClear={() => showMoved(false)} />
        </Suspense>
      ) : null}
      {showsMoved ? null : (
        <DetailsList
          list={list}
          details={details}
          columns={(rows) =>
            columnsOf(rows, { page, status, search: debouncedSearch, isOfDoctor, branches: !isOfDoctor && hasBranches })
          }
          menu={isOfDoctor ? leadsOf : menu}
          doctors={isOfDoctor ? undefined : (doctors.data ?? [])}
          onClearAll={clearAll}
          choosing={isOfDoctor ? undefined : { ...choosing, today, correctionOf }}
          onMoved={isOfDoctor ? undefined : () => showMoved(true)}
          // The name index needs the status or the doctor.
          isSortable={isOfDoctor || Boolean(status || pocId)}
          filtered={search !== '' || (!isOfDoctor && (from !== undefined || to !== undefined || pocId !== undefined))}
          empty={{ title: text.none, action: { name: text.refresh, perform: refresh } }}
          noMatch={{
            title: text.none,
            ...(search === ''
              ? { action: { name: text.clearAll, perform: clearAll } }
              : { hint: text.noneMatch(search), action: { name: text.clear, perform: details.clearSearch } }),
          }}
        />
      )}
      {dialogs}
    </>
  );
}
