import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import type { Trial } from '@dayline/contracts/endpoints/partner/chatbot-try';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { AppointmentCard } from '../../../shared/appointments/appointment-card.tsx';
import { statusWord } from '../../../shared/appointments/status-chip.tsx';
import { countsOf, type StatusFilter, statusFilters } from '../../../shared/appointments/status-filters.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import { auditStoryPath, paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineBelow, Muted, VisuallyHidden } from '../../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../../ui/layout/card.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { bookedIn } from '../rules.ts';
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
  const title = date === today ? text.today(name) : text.onDay(name, shortWeekdayAndDate(date));
  return <Day key={`${pocId} ${date}`} {...{ pocId, date, title }} booked={bookedIn(calls)} />;
}

const labelOf = (filter: StatusFilter): string => (filter === 'All' ? text.all : statusWord(filter, false));

interface DayProps {
  pocId: string;
  date: string;
  title: string;
  booked: ReadonlySet<string>;
}

function Day({ pocId, date, title, booked }: DayProps) {
  const { role } = useIdentity();
  const [filter, setFilter] = useState<StatusFilter>('All');
  const query = useCall('listAppointmentDetailsOfDoctor', { pocId, from: date, to: date });
  const rows = (query.data ?? []).toSorted((one, other) => one.AppointmentTime.localeCompare(other.AppointmentTime));
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
        {() => <Rows rows={rows.filter(({ Status }) => filter === 'All' || Status === filter)} booked={booked} />}
      </ListState>
    </Paper>
  );
}

function Rows({ rows, booked }: { rows: readonly AppointmentDetail[]; booked: ReadonlySet<string> }) {
  const arrived = rows.filter(({ AppointmentId }) => booked.has(AppointmentId)).at(-1);
  const box = useRef<HTMLElement>(null);
  const id = arrived?.AppointmentId;
  useEffect(() => {
    const card = id === undefined ? null : box.current?.querySelector<HTMLElement>('[data-flash="true"]');
    if (box.current && card) box.current.scrollTop = card.offsetTop - box.current.offsetTop;
  }, [id]);
  return (
    <>
      <VisuallyHidden role="status">
        {arrived && text.arrived(clockTime(arrived.AppointmentTime), arrived.UserName ?? appointmentText.erased)}
      </VisuallyHidden>
      {/* Focusable, since it scrolls. */}
      <Box
        ref={box}
        role="group"
        aria-label={text.board}
        tabIndex={0}
        sx={{ maxHeight: { md: 328 }, overflowY: 'auto' }}
      >
        {rows.map((row) => (
          <Row key={row.AppointmentId} row={row} isNew={booked.has(row.AppointmentId)} />
        ))}
      </Box>
      <CardLine at="bottom">
        <Muted>{text.appointments(rows.length)}</Muted>
      </CardLine>
    </>
  );
}

function Row({ row, isNew }: { row: AppointmentDetail; isNew: boolean }) {
  return (
    <AppointmentCard
      time={row.AppointmentTime}
      userId={row.User_ID}
      patientName={row.UserName}
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
        <LinkButton size="small" variant={isNew ? 'outlined' : 'text'} to={auditStoryPath(row.AppointmentId)}>
          {text.history}
        </LinkButton>
      }
    />
  );
}
