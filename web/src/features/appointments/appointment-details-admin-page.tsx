import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { useCallback } from 'react';
import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { markingText } from '../../shared/appointments/marking/text.ts';
import type { Changeable } from '../../shared/appointments/marking/use-appointment-commands.ts';
import { useAppointmentCommands } from '../../shared/appointments/marking/use-appointment-commands.ts';
import { useCorrections } from '../../shared/appointments/marking/use-corrections.tsx';
import { appointmentText } from '../../shared/appointments/text.ts';
import { clockTime, shortDate } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { SearchField } from '../../shared/list/search-field.tsx';
import { auditStoryPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useDetailsOfClient, useDoctors } from './api/queries.ts';
import { adminColumns } from './components/columns.tsx';
import { DetailsList } from './components/details-list.tsx';
import { useDetailsFilters } from './components/use-details-filters.ts';
import { detailsText as text } from './text.ts';

/**
 * "the admin's details keep theirs under names of their own": session-storage keys, separate for each status, so that a
 * card of the dashboard doesn't open its list with the page or search of another.
 */
const storageOf = (status = 'All') => ({
  search: `appointmentDetailsSearchTerm:${status}`,
  page: `appointmentDetailsCurrentPage:${status}`,
});

const whenOf = (row: AppointmentDetail): string =>
  `${shortDate(row.AppointmentDate)}, ${clockTime(row.AppointmentTime)}`;
const changeable = (row: AppointmentDetail): Changeable => ({
  ...row,
  about: `${row.UserName ?? appointmentText.erased}, ${whenOf(row)}`,
});

/** A row's menu: marks from its day on, then corrections, the story, and cancelling last. */
function useRowActions(today: string) {
  const commands = useAppointmentCommands('admin');
  const { statusAction, paymentAction, dialog } = useCorrections(commands);
  const cancel = async (row: AppointmentDetail) => {
    const agreed = await confirm({
      title: markingText.cancelQuestion,
      message: `${whenOf(row)}, ${row.UserName ?? appointmentText.anErased}, ${row.POCName}. ${markingText.cancelHint}`,
      actionLabel: markingText.cancel,
      cancelLabel: markingText.keep,
      destructive: true,
    });
    if (agreed) await commands.mark(changeable(row), 'Cancelled');
  };
  const menu = (row: AppointmentDetail): RowMenuItem[] => {
    const confirmed = row.Status === 'Confirmed';
    const marks: Action[] = (['Availed', 'Not_Availed'] as const).map((status) => ({
      name: markingText.markAs(status),
      icon: status === 'Availed' ? 'check' : 'cross',
      perform: () => void commands.mark(changeable(row), status),
    }));
    const { Payment_Status } = row;
    return [
      ...(confirmed && row.AppointmentDate <= today ? marks : []),
      ...(confirmed ? [] : [statusAction(changeable(row))]),
      ...(Payment_Status === null ? [] : [paymentAction({ ...changeable(row), Payment_Status })]),
      { name: markingText.history, icon: 'history', to: auditStoryPath(row.AppointmentId) },
      ...(confirmed
        ? [{ name: markingText.cancel, icon: 'cross', destructive: true, perform: () => void cancel(row) } as const]
        : []),
    ];
  };
  return { menu, dialog };
}

/** Section 2, Admin appointment details. */
export default function AppointmentDetailsAdminPage() {
  const { zone, hasBranches: branches } = useIdentity();
  const today = useClinicDay(zone);
  const details = useDetailsFilters(storageOf);
  const { filter, choose, page, search } = details;
  const { status, pocId, from, to } = filter;
  const { asked, ...list } = useDetailsOfClient({ filter, search, page, today });
  const { query } = list;
  const doctors = useDoctors();
  const { menu, dialog } = useRowActions(today);
  const columns = useCallback(
    (rows: readonly AppointmentDetail[]) => adminColumns(rows, branches, { page, status, search: asked }),
    [branches, page, status, asked],
  );

  const clearAll = () => {
    details.clearSearch();
    choose({ status: undefined, from: undefined, to: undefined, pocId: undefined });
  };
  const narrowed = search.trim() !== '' || from !== undefined || to !== undefined || pocId !== undefined;

  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={<CountBadge count={query.data?.total} words={text.count} />}
        action={
          <>
            <SearchField label={text.search} value={details.field} onChange={details.type} />
            <AddAppointment />
          </>
        }
      />
      <DetailsList
        list={list}
        details={details}
        columns={columns}
        menu={menu}
        doctors={doctors.data ?? []}
        onClearAll={clearAll}
        // The index of names needs the status or the doctor.
        isSortable={Boolean(status || pocId)}
        filtered={narrowed}
        empty={{ title: text.none, action: { name: text.refresh, perform: () => void query.refetch() } }}
        noMatch={{
          title: text.none,
          ...(search.trim() === '' ? {} : { hint: text.noneMatch(search.trim()) }),
          action:
            search.trim() === ''
              ? { name: text.clearAll, perform: clearAll }
              : { name: text.clear, perform: details.clearSearch },
        }}
      />
      {dialog}
    </>
  );
}
