import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { showToast, toastError } from '../../shared/actions/toast.ts';
import { failureText } from '../../shared/api/call-error.ts';
import { ExportButtons } from '../../shared/exports/export-buttons.tsx';
import { instantAtClinic, shortDate, timeAtClinic } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ModeToggle } from '../../ui/buttons/mode-toggle.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { MomentField } from '../../ui/fields/moment-field.tsx';
import { Inline, Muted, Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { saveReport, useReport } from './api/queries.ts';
import { FiguresTables } from './components/figures-table.tsx';
import { MonthStepper } from './components/month-stepper.tsx';
import type { Knowledge } from './components/positions-line.tsx';
import { RemindersTable } from './components/reminders-table.tsx';
import { citationOf, linesId, ReportLines } from './components/report-lines.tsx';
import { ReportPicture } from './components/report-picture.tsx';
import { type Cell, groupsOf, monthText, type Report, type ReportAddress, readReportAddress } from './report.ts';
import { reportText as text } from './text.ts';

/** The address, which can be shared, and functions to change it. */
function useReportAddress() {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const { params, set } = useAddressParams();
  return {
    address: readReportAddress(params, today),
    zone,
    today,
    set,
    choose: ({ id, figure }: Cell) => set({ cell: `${figure}:${id}`, figure }),
  };
}

/** Whether there is anything to report at either moment. */
const figuresIn = ({ total }: Report): number =>
  [total.earlier, total.later, total.moved]
    .flatMap((figures) => Object.values(figures))
    .reduce((sum, count) => sum + count, total.messages.later);

/** The moments above the columns, short and in full. */
function knowledgeOf({ earlier, later }: Report, isToday: boolean, today: string): Knowledge {
  const at = instantAtClinic(later.instant, later.zone, true);
  return {
    earlier: shortDate(earlier.date),
    later: isToday ? text.today : shortDate(later.date),
    earlierLabel: text.knownAt(instantAtClinic(earlier.instant, earlier.zone, true)),
    laterLabel:
      isToday && later.date === today ? text.knownToday(timeAtClinic(later.instant, later.zone)) : text.knownAt(at),
  };
}

/** The figure with an address that reproduces it: positions instead of a day and today. */
async function copy(
  { month, earlier, later }: Report,
  { grouping, figure, id }: Cell & Pick<ReportAddress, 'grouping'>,
  citation: string,
) {
  const at = { month, position: earlier.position, with: later.position, by: grouping, figure, cell: `${figure}:${id}` };
  try {
    await navigator.clipboard.writeText(
      `${citation}\n${location.origin}${paths.auditReport}?${new URLSearchParams(at)}`,
    );
    showToast({ kind: 'info', message: text.copied });
  } catch {
    // Without https, or denied by the person.
    toastError(text.notCopied);
  }
}

function Content(props: ReturnType<typeof useReport> & ReturnType<typeof useReportAddress> & { report: Report }) {
  const { report, address, today, set, choose, isFirst, goTo } = props;
  const { grouping, figure, cell } = address;
  const groups = groupsOf(report, grouping);
  const knowledge = knowledgeOf(report, address.comparedWith === undefined, today);
  const everybody = text.allOf[grouping](groups.length);
  const citation = cell && citationOf(report, groups, cell, everybody);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Stack gap={1.5} sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 348px' } }}>
        <FiguresTables
          {...{ report, groups, grouping, knowledge, cell }}
          onCell={(chosenCell) => {
            choose(chosenCell);
            document.getElementById(linesId)?.scrollIntoView?.({ block: 'nearest' });
          }}
        />
        <ReportPicture groups={groups} figure={figure} onFigure={(next) => set({ figure: next })} />
      </Stack>
      <RemindersTable {...{ report, groups, grouping, knowledge }} />
      <ReportLines
        {...{ report, groups, cell, citation, isFirst }}
        since={knowledge.earlier}
        onPage={goTo}
        onAll={() => set({ cell: undefined })}
        onCopy={() => {
          if (cell && citation) void copy(report, { ...cell, grouping }, citation);
        }}
      />
    </Box>
  );
}

/** Report (/audit/report): a month's figures as known on a day and as known today, and what made the difference. */
export default function ReportPage() {
  const reportAddress = useReportAddress();
  const { address, set } = reportAddress;
  const { month, grouping, knownOn, comparedWith } = address;
  const reportQuery = useReport(reportAddress);
  const { query, request } = reportQuery;
  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={
          <>
            <MonthStepper
              month={month}
              // Another month is shown as known at its own end; a position or a chosen day is kept.
              onMonth={(next) => set({ month: next, cell: undefined })}
            />
            <Box sx={{ width: { xs: '100%', sm: 252 } }}>
              <ModeToggle
                label={text.by}
                value={grouping}
                onChange={(by) => set({ by: by === 'doctor' ? undefined : by, cell: undefined })}
                modes={[
                  { value: 'doctor', label: text.byDoctor },
                  { value: 'department', label: text.byDepartment },
                ]}
              />
            </Box>
            <Inline gap={1} wrap className="not-on-paper">
              <Typography
                aria-hidden="true"
                sx={{ fontSize: '0.8125rem', fontWeight: 600, color: 'status.blocked.main' }}
              >
                {text.knownOn}
              </Typography>
              <Box sx={{ width: 156 }}>
                <MomentField
                  label={text.knownOn}
                  type="date"
                  value={knownOn ?? query.data?.earlier.date ?? ''}
                  onValue={(day) => {
                    if (day !== '') set({ known: day, position: undefined });
                  }}
                />
              </Box>
              {comparedWith === undefined ? (
                <Muted>{text.beside}</Muted>
              ) : (
                <Button variant="text" onClick={() => set({ with: undefined })}>
                  {text.toToday}
                </Button>
              )}
            </Inline>
          </>
        }
        action={<ExportButtons save={(format) => saveReport(format, request)} />}
      />
      <ListState
        query={query}
        skeleton={
          <Paper>
            <RowsSkeleton rows={8} columns={9} />
          </Paper>
        }
        failed={{ title: text.failed, hint: query.error ? failureText(query.error, '') : '' }}
        count={figuresIn}
        empty={{ title: text.empty(monthText(month)), hint: text.emptyHint, icon: 'calendar' }}
      >
        {(report) => <Content {...reportAddress} {...reportQuery} report={report} />}
      </ListState>
    </>
  );
}
