import type { MovedAppointment } from '@dayline/contracts/endpoints/appointments/moves';
import { usePagedCall } from '../../../shared/api/hooks.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { clockTime, instantAtClinic, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { ListRows } from '../../../shared/list/list-page.tsx';
import { auditStoryPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { rowsPerPage } from '../rules.ts';
import { detailsText as text } from '../text.ts';
import { FilterBar } from './filter-bar.tsx';
import type { useDetailsFilters } from './use-details-filters.ts';

const placeText = ({ POCName, AppointmentDate, AppointmentTime }: MovedAppointment['to']): string =>
  `${shortWeekdayAndDate(AppointmentDate)}, ${clockTime(AppointmentTime)}, ${POCName}`;

function columnsOf(zone: string): Column<MovedAppointment>[] {
  const { columns } = text;
  return [
    {
      id: 'name',
      header: columns.name,
      strong: true,
      cell: (row) => (
        <PatientLink userId={row.User_ID} name={row.UserName}>
          {row.UserName ?? appointmentText.erased}
        </PatientLink>
      ),
    },
    { id: 'from', header: text.moved.from, cell: placeText },
    {
      id: 'to',
      header: text.moved.to,
      card: 'more',
      cell: (row) => <TextLink to={auditStoryPath(row.to.AppointmentId)}>{placeText(row.to)}</TextLink>,
    },
    {
      id: 'moved',
      header: text.moved.when,
      card: 'more',
      cell: (row) => `${instantAtClinic(row.movedAt, zone)}, ${row.movedBy}`,
    },
  ];
}

/** Appointments that were moved to another day or doctor, last moved first: no other list has them. */
export function MovedList(props: { details: ReturnType<typeof useDetailsFilters>; onClear(): void }) {
  const { details, onClear } = props;
  const { clientId, zone } = useIdentity();
  const { filter, choose, page } = details;
  const { pocId } = filter;
  const query = usePagedCall(
    'listMovedAppointments',
    { clientId, ...(pocId !== undefined && { pocId }) },
    { page, pageSize: rowsPerPage },
  );
  return (
    <ListRows
      query={query}
      address={details}
      pageSize={rowsPerPage}
      title={text.moved.title}
      filters={
        <FilterBar
          chips={[{ icon: 'calendar', label: text.moved.filter, onClear }]}
          pocId={pocId}
          onDoctor={(id) => choose({ pocId: id })}
          onClearAll={onClear}
        />
      }
      skeleton={{ rows: rowsPerPage, columns: 4 }}
      failed={text.failed}
      isFiltered={pocId !== undefined}
      empty={{ title: text.moved.none }}
      noMatch={{ title: text.moved.none }}
      pager="previousNext"
    >
      {(rows, focus) => (
        <DataTable
          label={text.moved.title}
          columns={columnsOf(zone)}
          rows={rows}
          rowKey={(row) => row.AppointmentId}
          focus={focus}
        />
      )}
    </ListRows>
  );
}
