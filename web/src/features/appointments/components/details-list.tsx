import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { maxAtOnce } from '@dayline/contracts/endpoints/appointments/many';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useActions } from '../../../shared/actions/actions.ts';
import { KeyHints } from '../../../shared/actions/key-hints.tsx';
import { useRowFocus } from '../../../shared/actions/row-focus.ts';
import { actionsText } from '../../../shared/actions/text.ts';
import type { Page } from '../../../shared/api/hooks.ts';
import { manyText as text } from '../../../shared/appointments/choosing/text.ts';
import type { ListChoosing } from '../../../shared/appointments/choosing/use-choosing.ts';
import { usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { withPending } from '../../../shared/appointments/marking/rules.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { untilLoaded } from '../../../shared/lazy-piece.ts';
import { useLastPage } from '../../../shared/list/list-page.tsx';
import type { Action } from '../../../ui/buttons/action.ts';
import { RowMenu, type RowMenuItem } from '../../../ui/buttons/row-menu.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { lineBelow, Span, smallText } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { pagesOf } from '../../../ui/paging/page-window.ts';
import { PrevNextPager } from '../../../ui/paging/pager.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { needsResolution, rowsPerPage, unresolvedWords } from '../rules.ts';
import { detailsText } from '../text.ts';
import { dateRangeWords, FilterBar } from './filter-bar.tsx';
import type { useDetailsFilters } from './use-details-filters.ts';

// On most visits to the page, nothing is selected.
const ChoosingBar = lazy(() =>
  untilLoaded(() =>
    import('../../../shared/appointments/choosing/choosing-bar.tsx').then((bars) => ({ default: bars.ChoosingBar })),
  ),
);
const RefusedBar = lazy(() =>
  untilLoaded(() =>
    import('../../../shared/appointments/choosing/choosing-bar.tsx').then((bars) => ({ default: bars.RefusedBar })),
  ),
);

type States = Required<Pick<ComponentProps<typeof ListState>, 'filtered' | 'empty' | 'noMatch'>>;

interface DetailsListProps extends States {
  list: {
    query: UseQueryResult<Page<AppointmentDetail[]>>;
    /** The Confirmed list in its default order: appointments before this day are under a separate heading. */
    dividedAt: string | undefined;
    /** Their number on all pages. */
    unresolved: number | undefined;
  };
  details: ReturnType<typeof useDetailsFilters>;
  columns(rows: readonly AppointmentDetail[]): readonly Column<AppointmentDetail>[];
  menu(row: AppointmentDetail): readonly RowMenuItem[];
  /** The doctors to filter by; absent if the list is of one doctor. */
  doctors: readonly { pocId: string; pocName: string }[] | undefined;
  onClearAll(): void;
  /** Shows those that were moved to another day or doctor. */
  onMoved?: (() => void) | undefined;
  isSortable: boolean;
  /** Absent where several can't be changed at once. */
  choosing?: (ListChoosing & { today: string; correctionOf(row: AppointmentDetail): Action }) | undefined;
}

/** The patient of a row's menu. */
const aboutRow = (row: AppointmentDetail): ReactNode => (
  <>
    <Span sx={{ fontWeight: 600, color: 'text.primary' }}>{row.UserName ?? appointmentText.erased}</Span>,{' '}
    {shortDate(row.AppointmentDate)}, {clockTime(row.AppointmentTime)}
  </>
);

const unresolvedHeading = (count: number | undefined) => (
  <>
    <Icon name="warning" size={14} />
    <b>
      {detailsText.unresolved} {count === undefined ? null : countText(count)}
    </b>
    <Span sx={{ color: 'text.secondary', display: { xs: 'none', md: 'inline' } }}>· {detailsText.unresolvedHint}</Span>
  </>
);

const hintsOf = (words: typeof actionsText.hints) =>
  [
    ['J', ''],
    ['K', words.rows],
    ['X', words.choose],
    ['Shift', words.upToThere],
  ] as const;

function Rows(props: DetailsListProps & { data: Page<AppointmentDetail[]> }) {
  const { data, list, details, columns, menu, isSortable, choosing } = props;
  const { dividedAt, unresolved } = list;
  const pending = usePendingChanges((state) => state.changes);
  const rows = useMemo(() => withPending(data.body, pending), [data.body, pending]);
  const focus = useRowFocus(rows.length);
  const boxes = choosing?.boxesOf(rows);
  const focusedRow = focus.index === undefined ? undefined : rows[focus.index];
  useActions(
    boxes
      ? [
          {
            shortcut: 'x',
            name: text.chooseRow,
            enabled: focusedRow !== undefined && boxes.canChoose(focusedRow),
            perform: () => focus.focused()?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click(),
          },
        ]
      : [],
  );
  const pages = pagesOf(data.total, rowsPerPage);
  return (
    <>
      {choosing ? <ChosenLine choosing={choosing} data={data} /> : null}
      <DataTable
        label={detailsText.title}
        choosing={boxes}
        columns={columns(rows)}
        rows={rows}
        rowKey={(row) => row.AppointmentId}
        focus={focus}
        sorting={details.sorting}
        onSort={isSortable ? details.setSorting : undefined}
        groupBefore={(_, index) =>
          dividedAt !== undefined && needsResolution(rows, index, dividedAt) ? unresolvedHeading(unresolved) : undefined
        }
        actions={(row) => (
          <RowMenu
            label={detailsText.more(row.UserName ?? appointmentText.anErased)}
            about={aboutRow(row)}
            items={menu(row)}
          />
        )}
      />
      <Box sx={{ position: { md: 'sticky' }, bottom: 0, zIndex: 1, bgcolor: 'background.paper', borderRadius: 1 }}>
        <PrevNextPager
          page={details.page}
          pages={pages}
          onPage={details.setPage}
          label={detailsText.title}
          aside={boxes ? <KeyHints hints={hintsOf(actionsText.hints)} /> : undefined}
        />
      </Box>
    </>
  );
}

/** The number of rows selected here and on other pages, or of changed rows that stay until their Undo ends. */
function ChosenLine({ choosing, data }: { choosing: ListChoosing; data: Page<AppointmentDetail[]> }) {
  const { chosen, held, chooseAll, onlyPage } = choosing;
  const here = data.body.filter(({ AppointmentId }) => chosen.has(AppointmentId)).length;
  const others = chosen.size - here;
  const isAll = data.body.length < data.total && here === data.body.length && others === 0;
  if (held === undefined && others === 0 && !isAll) return null;
  const most = Math.min(data.total, maxAtOnce);
  return (
    <Box role="status" sx={{ px: 2, py: 0.5, textAlign: 'center', bgcolor: 'teal.soft', ...smallText, ...lineBelow }}>
      {others > 0 ? text.overPages(here, others) : held ? text.staying(held.changed) : text.onPage(here)}{' '}
      {others > 0 ? (
        <Button variant="text" size="small" onClick={() => onlyPage(data.body)}>
          {text.onlyPage}
        </Button>
      ) : null}
      {isAll && !held ? (
        <Button variant="text" size="small" onClick={() => void chooseAll()}>
          {data.total > most ? text.chooseFirst(most) : text.chooseAll(data.total)}
        </Button>
      ) : null}
    </Box>
  );
}

/** The list's filters, which can all be cleared in the same way. */
function chipsOf({ details, doctors }: DetailsListProps) {
  const { filter, choose, search, isKept, clearSearch } = details;
  const { status, type, pocId, from, to } = filter;
  const chip = (icon: IconName, label: string, onClear: () => void) => [{ icon, label, onClear }];
  const typeIcon = type === 'Tele Consultation' ? 'video' : 'person';
  const doctor = doctors?.find((doctor) => doctor.pocId === pocId)?.pocName ?? detailsText.doctor;
  return [
    ...(status ? chip('check', appointmentText.status[status], () => choose({ status: undefined })) : []),
    ...(type && !doctors ? chip(typeIcon, appointmentText.type[type], () => choose({ type: undefined })) : []),
    ...(isKept ? chip('search', detailsText.kept(search.trim()), clearSearch) : []),
    ...(from || to ? chip('calendar', dateRangeWords(from, to), () => choose({ from: undefined, to: undefined })) : []),
    ...(pocId && doctors ? chip('stethoscope', doctor, () => choose({ pocId: undefined })) : []),
  ];
}

/** A page of appointments in each of its states, "10 per page, Previous/Next, 'Page x of y'" (section 2). */
export function DetailsList(props: DetailsListProps) {
  const { list, details, doctors, onClearAll, onMoved, filtered, empty, noMatch, choosing } = props;
  const { query, dividedAt, unresolved } = list;
  const { filter, choose } = details;
  useLastPage(query, rowsPerPage, details);
  const counts = dividedAt && query.data && unresolved !== undefined;
  const chosenRows = [...(choosing?.chosen.values() ?? [])];
  const page = query.data;
  return (
    <>
      <Paper>
        <FilterBar
          chips={chipsOf(props)}
          from={filter.from}
          to={filter.to}
          onDates={choose}
          onMoved={onMoved}
          pocId={filter.pocId}
          onDoctor={doctors && ((pocId) => choose({ pocId }))}
          onClearAll={onClearAll}
          aside={counts ? unresolvedWords(query.data.total, unresolved) : undefined}
        />
        {/* What was just changed stays until its Undo ends. */}
        {choosing?.held ? (
          <Rows {...props} data={choosing.held.data} />
        ) : (
          <ListState
            query={query}
            skeleton={<RowsSkeleton rows={rowsPerPage} columns={8} />}
            failed={{ title: detailsText.failed }}
            count={(data) => data.total}
            {...{ filtered, empty, noMatch }}
          >
            {(data) => <Rows {...props} data={data} />}
          </ListState>
        )}
      </Paper>
      <Suspense>
        {choosing && page && chosenRows.length > 0 ? (
          <ChoosingBar
            rows={chosenRows}
            today={choosing.today}
            onClear={choosing.clear}
            onChange={(status, money) => void choosing.change(page, status, money)}
          />
        ) : null}
        {choosing && chosenRows.length === 0 && choosing.refused.length > 0 ? (
          <RefusedBar
            refused={choosing.refused}
            rows={choosing.held?.data.body ?? []}
            correctionOf={choosing.correctionOf}
            onLeave={choosing.clear}
          />
        ) : null}
      </Suspense>
    </>
  );
}
