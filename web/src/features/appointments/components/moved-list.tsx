import type { MovedAppointment } from '@dayline/contracts/endpoints/appointments/moves';
import Paper from '@mui/material/Paper';
import { useRowFocus } from '../../../shared/actions/row-focus.ts';
import { type Page, usePagedCall } from '../../../shared/api/hooks.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { clockTime, instantAtClinic, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useLastPage } from '../../../shared/list/list-page.tsx';
import { auditStoryPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { pagesOf } from '../../../ui/paging/page-window.ts';
import { PrevNextPager } from '../../../ui/paging/pager.tsx';
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

function Rows(props: { data: Page<MovedAppointment[]>; details: ReturnType<typeof useDetailsFilters> }) {
  const { data, details } = props;
  const { zone } = useIdentity();
  const focus = useRowFocus(data.body.length);
  return (
    <>
      <DataTable
        label={text.moved.title}
        columns={columnsOf(zone)}
        rows={data.body}
        rowKey={(row) => row.AppointmentId}
        focus={focus}
      />
      <PrevNextPager
        page={details.page}
        pages={pagesOf(data.total, rowsPerPage)}
        onPage={details.setPage}
        label={text.moved.title}
      />
    </>
  );
}

/** Appointments that were moved to another day or doctor, the last moved first: they are in no other list. */
export function MovedList(props: {
  details: ReturnType<typeof useDetailsFilters>;
  doctors: readonly { pocId: string; pocName: string }[];
  onClear(): void;
}) {
  const { details, doctors, onClear } = props;
  const { clientId } = useIdentity();
  const { filter, choose, page } = details;
  const { pocId } = filter;
  const asked = { clientId, ...(pocId !== undefined && { pocId }) };
  const query = usePagedCall('listMovedAppointments', asked, { page, pageSize: rowsPerPage });
  useLastPage(query, rowsPerPage, details);
  return (
    <Paper>
      <FilterBar
        chips={[{ icon: 'calendar', label: text.moved.filter, onClear }]}
        doctors={{
          choices: doctors.map((one) => ({ value: one.pocId, label: one.pocName })),
          value: pocId ?? '',
          onChange: (id) => choose({ pocId: id === '' ? undefined : id }),
        }}
        onClearAll={onClear}
      />
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={rowsPerPage} columns={4} />}
        failed={{ title: text.failed }}
        count={(data) => data.total}
        filtered={pocId !== undefined}
        empty={{ title: text.moved.none }}
        noMatch={{ title: text.moved.none }}
      >
        {(data) => <Rows data={data} details={details} />}
      </ListState>
    </Paper>
  );
}
