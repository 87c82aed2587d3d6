import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { Trial } from '@dayline/contracts/endpoints/partner/chatbot-try';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { AppointmentCard } from '../../../shared/appointments/appointment-card.tsx';
import { usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { canBeMarked, withPending } from '../../../shared/appointments/marking/rules.ts';
import { markingText } from '../../../shared/appointments/marking/text.ts';
import type { Stage } from '../../../shared/appointments/presence/presence.ts';
import { useHallTime } from '../../../shared/appointments/presence/use-queue-board.ts';
import { statusWord } from '../../../shared/appointments/status-chip.tsx';
import { countsOf, type StatusFilter, statusFilters } from '../../../shared/appointments/status-filters.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { useVisitActions } from '../../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfCard } from '../../../shared/appointments/visit/visit-row.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import { auditStoryPath, paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineBelow, Muted, VisuallyHidden } from '../../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../../ui/layout/card.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { GroupHeading } from '../../../ui/table/group-heading.tsx';
import { bookedIn, byTime, groupsOf, type RowGroup } from '../rules.ts';
import { trialText as text } from '../text.ts';

/** The day of the talk's doctor, live; what the talk has booked is marked. */
export function Board({ trial: { doctor, calls } }: { trial: Trial }) {
  const { role, pocId: own, zone } = useIdentity();
  const today = useClinicDay(zone);
  if (!doctor || (role === 'doctor' && doctor.pocId !== own)) {
    return (
      <Section title={doctor?.name ?? text.board}>
        <Muted block>{doctor ? text.boardOfOther : text.boardHint}</Muted>
      </Section>
    );
  }
  const { pocId, name } = doctor;
  const date = doctor.date ?? today;
  const isToday = date === today;
  const title = isToday ? text.today(name) : text.onDay(name, shortWeekdayAndDate(date));
  return <Day key={`${pocId} ${date}`} {...{ pocId, date, isToday, title }} booked={bookedIn(calls)} />;
}

const labelOf = (filter: StatusFilter): string => (filter === 'All' ? text.all : statusWord(filter, false));

interface DayProps {
  pocId: string;
  date: string;
  isToday: boolean;
  title: string;
  booked: ReadonlySet<string>;
}

/** A row of either list. */
type BoardRow = Pick<
  TodaysAppointment,
  'AppointmentId' | 'AppointmentTime' | 'AppointmentType' | 'Status' | 'User_ID' | 'PatientName' | 'at'
> &
  Partial<Pick<TodaysAppointment, 'identity' | 'session' | 'overbooked' | 'patientConfirmed'>>;

/** Today, as Today's Appointments has it; and any other day. */
function Day({ pocId, date, isToday, title, booked }: DayProps) {
  return isToday ? <Today {...{ pocId, title, booked }} /> : <OtherDay {...{ pocId, date, title, booked }} />;
}

function OtherDay({ pocId, date, title, booked }: Omit<DayProps, 'isToday'>) {
  const query = useCall('listAppointmentDetailsOfDoctor', { pocId, from: date, to: date });
  const rows = (query.data ?? []).map((row): BoardRow => ({ ...row, PatientName: row.UserName }));
  return (
    <Frame title={title} query={query} rows={rows.toSorted(byTime)}>
      {(shown) => <Rows groups={[{ group: null, rows: shown }]} booked={booked} actionsOf={() => undefined} />}
    </Frame>
  );
}

function Today({ pocId, title, booked }: Pick<DayProps, 'pocId' | 'title' | 'booked'>) {
  const { role, zone } = useIdentity();
  const query = useCall('listTodaysAppointmentsOfDoctor', { pocId });
  const pending = usePendingChanges(({ changes }) => changes);
  const { mark, dialogs } = useVisitActions(role === 'doctor' ? 'doctor' : 'admin', useClinicDay(zone));
  const now = useHallTime(undefined);
  const rows = withPending(query.data ?? [], pending);
  const actionOf = (row: TodaysAppointment): Action | undefined =>
    role === 'auditor' || !canBeMarked(row)
      ? undefined
      : { name: markingText.markAs('Availed'), perform: () => void mark(visitOfCard(row), 'Availed') };
  return (
    <Frame title={title} query={query} rows={rows.toSorted(byTime)}>
      {(shown) => (
        <>
          <Rows groups={groupsOf(shown, now)} booked={booked} actionsOf={actionOf} />
          {dialogs}
        </>
      )}
    </Frame>
  );
}

interface FrameProps<Row extends BoardRow> {
  title: string;
  query: Parameters<typeof ListState<readonly unknown[]>>[0]['query'];
  rows: readonly Row[];
  children(shown: readonly Row[]): ReactNode;
}

/** The title, the filter by status, and the way to the board. */
function Frame<Row extends BoardRow>({ title, query, rows, children }: FrameProps<Row>) {
  const { role } = useIdentity();
  const [filter, setFilter] = useState<StatusFilter>('All');
  const counts = query.data && countsOf(rows);
  const board = { admin: paths.adminTodaysAppointments, doctor: paths.todaysAppointments, auditor: null }[role];
  return (
    <Paper component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Inline wrap gap={1} sx={{ px: 2, py: 0.75, ...lineBelow }}>
        <Bold component="h2" sx={{ fontSize: '1rem', m: 0 }}>
          {title}
        </Bold>
        <FilterTabs<StatusFilter>
          label={text.byStatus}
          value={filter}
          onChange={setFilter}
          tabs={statusFilters.map((key) => ({
            key,
            label: labelOf(key),
            count: counts?.[key],
          }))}
        />
        {board === null ? null : (
          <TextLink to={board} sx={{ ml: 'auto' }}>
            {text.openBoard}
          </TextLink>
        )}
      </Inline>
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={5} height={64} columns={3} />}
        failed={{ title: text.boardFailed }}
        count={(all) => all.length}
        empty={{ title: text.boardEmpty }}
      >
        {() => children(rows.filter(({ Status }) => filter === 'All' || Status === filter))}
      </ListState>
    </Paper>
  );
}

interface RowsProps<Row extends BoardRow> {
  groups: readonly RowGroup<Row>[];
  booked: ReadonlySet<string>;
  actionsOf(row: Row): Action | undefined;
}

function Rows<Row extends BoardRow>({ groups, booked, actionsOf }: RowsProps<Row>) {
  const rows = groups.flatMap((group) => group.rows);
  const arrived = rows.findLast(({ AppointmentId }) => booked.has(AppointmentId));
  const firstLate = groups.find(({ group }) => group === 'late')?.rows[0];
  const box = useRef<HTMLElement>(null);
  const id = arrived?.AppointmentId;
  useEffect(() => {
    const card = id === undefined ? null : box.current?.querySelector<HTMLElement>('[data-flash="true"]');
    if (box.current && card) box.current.scrollTop = card.offsetTop - box.current.offsetTop;
  }, [id]);
  return (
    <>
      <VisuallyHidden role="status">
        {arrived && text.arrived(clockTime(arrived.AppointmentTime), arrived.PatientName ?? appointmentText.erased)}
      </VisuallyHidden>
      {/* Focusable, since it scrolls. */}
      <Box
        ref={box}
        role="group"
        aria-label={text.board}
        tabIndex={0}
        sx={{ maxHeight: { md: 328 }, overflowY: 'auto' }}
      >
        {groups.map(({ group, rows: ofGroup }) => (
          <Fragment key={group}>
            {group === null ? null : <Heading group={group} count={ofGroup.length} />}
            {ofGroup.map((row) => (
              <Card
                key={row.AppointmentId}
                row={row}
                isNew={booked.has(row.AppointmentId)}
                action={actionsOf(row)}
                isPrimary={row === firstLate}
              />
            ))}
          </Fragment>
        ))}
      </Box>
      <CardLine at="bottom">
        <Muted>{text.appointments(rows.length)}</Muted>
      </CardLine>
    </>
  );
}

const Heading = ({ group, count }: { group: Stage; count: number }) => (
  <GroupHeading {...(group === 'late' ? { tone: 'notVisited' as const } : {})}>
    {group === 'late' ? <Icon name="warning" size={14} /> : null}
    <Box component="h3" sx={{ m: 0, fontSize: 'inherit', fontWeight: 600 }}>
      {text.groups[group]} {countText(count)}
    </Box>
  </GroupHeading>
);

interface CardProps {
  row: BoardRow;
  isNew: boolean;
  /** Its mark, if it can be marked. */
  action: Action | undefined;
  isPrimary: boolean;
}

function Card({ row, isNew, action, isPrimary }: CardProps) {
  return (
    <AppointmentCard
      time={row.AppointmentTime}
      userId={row.User_ID}
      patientName={row.PatientName}
      identity={row.identity}
      type={row.AppointmentType}
      session={row.session}
      overbooked={row.overbooked}
      patientConfirmed={row.patientConfirmed}
      status={row.Status}
      active={row.Status === 'Confirmed'}
      compact
      focused={isNew}
      flash={isNew}
      link={isNew ? <Bold sx={{ color: 'primary.main' }}>{text.byWhatsApp}</Bold> : undefined}
      actions={
        <Inline gap={1}>
          {action === undefined ? null : <ActionButton action={action} primary={isPrimary} size="small" />}
          <LinkButton size="small" variant={isNew ? 'outlined' : 'text'} to={auditStoryPath(row.AppointmentId)}>
            {text.history}
          </LinkButton>
        </Inline>
      }
    />
  );
}
