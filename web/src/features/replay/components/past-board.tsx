import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AppointmentCard } from '../../../shared/appointments/appointment-card.tsx';
import { canBeMarked } from '../../../shared/appointments/marking/rules.ts';
import { markingText } from '../../../shared/appointments/marking/text.ts';
import { partPaidWords } from '../../../shared/appointments/payment/what-is-paid.ts';
import { stageWords } from '../../../shared/appointments/presence/presence.ts';
import { StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { countsOf, type StatusFilter, statusFilters } from '../../../shared/appointments/status-filters.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { visitOfCard } from '../../../shared/appointments/visit/visit-row.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, Muted, Span } from '../../../ui/layout/boxes.tsx';
import { CardLine } from '../../../ui/layout/card.tsx';
import { WindowedPager } from '../../../ui/paging/pager.tsx';
import { usePagedRows } from '../../../ui/table/use-paged-rows.ts';
import type { Comparison } from '../api/queries.ts';
import { boardFields, type ComparedRow, compare, differenceText } from '../replay.ts';
import { replayText as text } from '../text.ts';
import { OnlyDifferences } from './only-differences.tsx';

const cardsPerPage = 5;

/** The buttons of the live card, disabled. */
const ShiftedDot = () => (
  <>
    {(['Availed', 'Not_Availed'] as const).map((status) => (
      <Button
        key={status}
        variant="outlined"
        size="small"
        disabled
        sx={{ '&.Mui-disabled': { borderStyle: 'dashed' } }}
      >
        {markingText.markAs(status)}
      </Button>
    ))}
  </>
);

/** The card as on the other board. */
function Beside({ past, later, differs }: ComparedRow<TodaysAppointment>) {
  if (!differs) return <Typography sx={{ color: 'text.secondary', mr: 'auto' }}>{text.same}</Typography>;
  return (
    <Inline gap={0.75} wrap sx={{ mr: 'auto' }}>
      <Span aria-hidden="true" sx={{ color: 'text.secondary' }}>
        →
      </Span>
      {later ? <StatusChip status={later.Status} active={canBeMarked(later)} /> : text.notOther}
      {past === null ? <Typography variant="caption">{text.notThen}</Typography> : null}
      {past && later && past.AppointmentTime !== later.AppointmentTime ? (
        <Typography variant="caption">{clockTime(later.AppointmentTime)}</Typography>
      ) : null}
      {past && later && past.PatientName !== later.PatientName ? (
        <Typography variant="caption">{later.PatientName ?? text.erased}</Typography>
      ) : null}
      {past && later && past.POC_Name !== later.POC_Name ? (
        <Typography variant="caption">{later.POC_Name}</Typography>
      ) : null}
    </Inline>
  );
}

/** The cards as they were, with all actions disabled; beside another board if there is one. */
export function PastBoard(props: {
  cards: readonly TodaysAppointment[];
  /** The board to compare with. */
  comparison: Comparison<{ readonly cards: readonly TodaysAppointment[] }> | undefined;
  /** The appointment that the moment's entry is about: the page of the list with it is shown. */
  changed: string | null;
  withDoctor: boolean;
}) {
  const { cards, comparison, changed, withDoctor } = props;
  const [filter, setFilter] = useState<StatusFilter>('All');
  const [isNarrowed, setNarrowed] = useState(false);
  const counts = countsOf(cards);
  const differences = compare(cards, comparison?.body?.cards ?? cards, boardFields);
  const isAll = filter === 'All';
  const isOnlyDiffering = isNarrowed && comparison?.body !== undefined;
  const rows = differences.filter(
    ({ row, differs }) => (isAll || row.Status === filter) && (differs || !isOnlyDiffering),
  );
  const paged = usePagedRows(rows, {
    rowKey: ({ row }) => row.AppointmentId,
    pageSize: cardsPerPage,
    marked: changed,
  });
  return (
    <Paper sx={{ minWidth: 0 }}>
      <CardLine at="top">
        <FilterTabs
          label={text.filters}
          tabs={statusFilters.map((key) => ({ key, label: text.filterLabels[key], count: counts[key] }))}
          value={filter}
          onChange={(key) => {
            setFilter(key);
            paged.showFirst();
          }}
        />
        <Muted sx={{ ml: { md: 'auto' }, display: 'flex', gap: 0.75 }}>
          {comparison?.body ? (
            differenceText(differences, comparison.when)
          ) : comparison ? (
            comparison.note
          ) : (
            <>
              <Icon name="lock" size={16} />
              {text.actionsOff}
            </>
          )}
        </Muted>
        {comparison?.body ? (
          <OnlyDifferences
            isOn={isNarrowed}
            onChange={(isOn) => {
              setNarrowed(isOn);
              paged.showFirst();
            }}
          />
        ) : null}
      </CardLine>
      {rows.length === 0 ? (
        <Notice
          icon="calendar"
          title={isOnlyDiffering ? text.noDifferences : text.none}
          {...(isOnlyDiffering ? {} : { hint: isAll ? text.noneHint : text.noneMatch })}
          {...(isAll ? {} : { action: { name: text.showAll, perform: () => setFilter('All') } })}
        />
      ) : (
        <Box component="section" aria-label={text.screens.board}>
          {paged.rows.map(({ row, ...pair }) => (
            <Box
              key={row.AppointmentId}
              data-differs={pair.differs}
              sx={{
                // Each card is the last in its own frame, so it draws no line.
                '&:not(:last-of-type)': { borderBottom: '1px solid', borderColor: 'divider' },
                '&[data-differs="true"]': {
                  bgcolor: 'status.blocked.soft',
                  boxShadow: 'inset 3px 0 0 var(--dl-palette-status-blocked-main)',
                },
              }}
            >
              <AppointmentCard
                time={row.AppointmentTime}
                userId={row.User_ID}
                patientName={row.PatientName}
                identity={row.identity}
                {...(withDoctor ? { doctorName: row.POC_Name } : {})}
                type={row.AppointmentType}
                session={row.session}
                overbooked={row.overbooked}
                patientConfirmed={row.patientConfirmed}
                partPaid={partPaidWords(visitOfCard(row))}
                status={row.Status}
                active={canBeMarked(row)}
                compact
                presence={row.movingTo ? appointmentText.moving : undefined}
                stage={stageWords(row)}
                focused={row.AppointmentId === changed}
                actions={
                  comparison?.body ? <Beside {...pair} /> : !comparison && canBeMarked(row) ? <ShiftedDot /> : null
                }
              />
            </Box>
          ))}
        </Box>
      )}
      {paged.pager ? <WindowedPager {...paged.pager} label={text.screens.board} /> : null}
    </Paper>
  );
}
