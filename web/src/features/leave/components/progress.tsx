import type { SettledLeaveRow } from '@dayline/contracts/endpoints/leave';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { refusalIn, useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { serverNow } from '../../../shared/clock.ts';
import { clockTime, instantAtClinic, shortWeekdayAndDate, timeAtClinic } from '../../../shared/format/time.ts';
import { callsPath, leavePath, patientPath } from '../../../shared/paths.ts';
import { errorText } from '../../../shared/sentences/errors-text.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { rangeText } from '../range-text.ts';
import { groupsOf, isUndo, type Leave, settledCount } from '../rules.ts';
import { leaveText as text } from '../text.ts';
import { placeText } from './bookings.tsx';

/** A leave that was started: what happened to each appointment, row by row. */
export function Progress({ pocId, leaveId }: { pocId: string; leaveId: string }) {
  const query = useCall('getLeave', { pocId, leaveId });
  return (
    <ListState query={query} skeleton={<RowsSkeleton rows={8} columns={3} />} failed={{ title: text.leaveFailed }}>
      {(leave) => <LeaveProgress leave={leave} pocId={pocId} onLate={() => void query.refetch()} />}
    </ListState>
  );
}

function LeaveProgress({ leave, pocId, onLate }: { leave: Leave; pocId: string; onLate(): void }) {
  const { zone } = useIdentity();
  const { rows, pocName, reason, state, stoppedAt, by, startedAt } = leave;
  const { needsDesk, days } = groupsOf(rows);
  const count = settledCount(leave);
  const isRunning = state === 'running' || state === 'undoing';
  return (
    <>
      <PageHeader
        title={text.titleOf(pocName)}
        subtitle={[rangeText(leave), reason].filter(Boolean).join(', ')}
        action={<Actions leave={leave} pocId={pocId} onLate={onLate} />}
      />
      <Stack gap={2}>
        {stoppedAt ? (
          <Banner tone="notVisited" icon="warning">
            {text.stoppedAt(shortWeekdayAndDate(stoppedAt.date))}{' '}
            {stoppedAt.bookings
              .map(({ time, patientName }) => `${clockTime(time)} ${patientName ?? appointmentText.anErased}`)
              .join(', ')}
          </Banner>
        ) : null}
        <Section title={text.state[state]} aside={text.startedBy(by, instantAtClinic(startedAt, zone))}>
          <Box role="status" sx={{ mb: 1 }}>
            {(isUndo(state) ? text.rowsUndone : text.settled)(count, rows.length)}{' '}
            {isRunning ? <Muted>{text.continues}</Muted> : null}
          </Box>
          <Box
            role="progressbar"
            aria-label={text.titleOf(pocName)}
            aria-valuenow={count}
            aria-valuemin={0}
            aria-valuemax={rows.length}
            sx={{ height: 10, borderRadius: '5px', overflow: 'hidden', bgcolor: 'fill.track' }}
          >
            <Box
              sx={{ height: '100%', bgcolor: 'primary.main' }}
              style={{ width: `${(100 * count) / Math.max(1, rows.length)}%` }}
            />
          </Box>
        </Section>
        {needsDesk.length > 0 ? (
          <Section
            title={text.needsDesk}
            count={needsDesk.length}
            padded={false}
            aside={
              <TextLink to={callsPath(pocId, [...new Set(needsDesk.map(({ date }) => date))])}>{text.toCall}</TextLink>
            }
          >
            <Rows rows={needsDesk} hasDate label={text.needsDesk} />
          </Section>
        ) : null}
        {days.map(({ date, rows: ofDay }) => (
          <Section key={date} title={shortWeekdayAndDate(date)} count={ofDay.length} padded={false}>
            <Rows rows={ofDay} label={shortWeekdayAndDate(date)} />
          </Section>
        ))}
      </Stack>
    </>
  );
}

const signs: Record<NonNullable<SettledLeaveRow['outcome']>, { icon: IconName; color: string }> = {
  moved: { icon: 'check', color: 'status.visited.main' },
  cancelled: { icon: 'cross', color: 'status.cancelled.main' },
  kept: { icon: 'phone', color: 'status.notVisited.main' },
  open: { icon: 'warning', color: 'status.cancelled.main' },
  undone: { icon: 'undo', color: 'text.secondary' },
  notUndone: { icon: 'warning', color: 'status.cancelled.main' },
};

function outcomeWords({ outcome, action, to, problem }: SettledLeaveRow): string {
  const place = to ? placeText(to) : '';
  if (outcome === null) return action === 'move' ? text.toCome(place) : text.toComeOther[action];
  const problemText = problem && (errorText[problem.code] ?? problem.sentence);
  return [text.outcome[outcome](place), problemText].filter(Boolean).join(': ');
}

function Rows({
  rows,
  label,
  hasDate = false,
}: {
  rows: readonly SettledLeaveRow[];
  label: string;
  hasDate?: boolean;
}) {
  const { zone } = useIdentity();
  return (
    <PlainList aria-label={label}>
      {rows.map((row) => {
        const { appointmentId, date, time, userId, patientName, outcome, at } = row;
        const sign = outcome && signs[outcome];
        return (
          <Inline
            component="li"
            key={appointmentId}
            gap={1.5}
            wrap
            sx={{ px: 2, py: 0.75, minHeight: 40, ...lineAbove }}
          >
            <Bold sx={{ flex: '0 0 84px' }}>{clockTime(time)}</Bold>
            <Box sx={{ flex: '1 1 140px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <TextLink to={patientPath(userId)}>{patientName ?? appointmentText.anErased}</TextLink>{' '}
              {hasDate ? <Muted>{shortWeekdayAndDate(date)}</Muted> : null}
            </Box>
            <Inline gap={1} sx={{ flex: '2 1 260px', color: sign ? sign.color : 'text.secondary' }}>
              <Icon name={sign ? sign.icon : 'clock'} size={16} />
              {outcomeWords(row)}
            </Inline>
            {at === null ? null : <Muted>{timeAtClinic(at, zone)}</Muted>}
          </Inline>
        );
      })}
    </PlainList>
  );
}

function Actions({ leave, pocId, onLate }: { leave: Leave; pocId: string; onLate(): void }) {
  const { role } = useIdentity();
  const { act, isActing } = useAct();
  const { leaveId, state, undoUntil, from, to } = leave;
  useEffect(() => {
    if (undoUntil === null) return undefined;
    const timer = setTimeout(onLate, Math.max(0, Date.parse(undoUntil) - serverNow()) + 1_000);
    return () => clearTimeout(timer);
  }, [undoUntil, onLate]);
  const refetch = ['getLeave'] as const;
  const undo = () =>
    act({
      send: () => call('undoLeave', { pocId, leaveId }),
      done: () => ({ message: text.undone }),
      failed: (error) => ({ message: text.undoFailed, detail: refusalIn(error) }),
      refetch,
    });
  const end = () =>
    act({
      async send() {
        const question = { title: text.endQuestion, message: text.endMessage, actionLabel: text.endEarly };
        return (await confirm(question)) ? call('endLeave', { pocId, leaveId }) : undefined;
      },
      done: () => ({ message: text.ended }),
      failed: (error) => ({ message: text.endFailed, detail: refusalIn(error) }),
      refetch,
    });
  const isOver = state === 'settled' || state === 'stopped';
  return (
    <Inline gap={1} wrap>
      {state === 'stopped' ? (
        <LinkButton variant="outlined" to={leavePath({ doctor: pocId, from, to })}>
          {text.again}
        </LinkButton>
      ) : (
        <LinkButton variant="outlined" to={leavePath({ doctor: pocId })}>
          {text.plan}
        </LinkButton>
      )}
      {role === 'auditor' || !isOver ? null : (
        <>
          <ActionButton action={{ name: text.endEarly, isPending: isActing, perform: () => void end() }} />
          {undoUntil === null && state !== 'stopped' ? null : (
            <ActionButton action={{ name: text.undo, icon: 'undo', isPending: isActing, perform: () => void undo() }} />
          )}
        </>
      )}
    </Inline>
  );
}
