import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { Visit } from '@dayline/contracts/endpoints/patients';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type PendingChange, usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { useAppointmentCommands } from '../../../shared/appointments/marking/use-appointment-commands.ts';
import type { Movable } from '../../../shared/appointments/moving/movable.ts';
import { useMoves } from '../../../shared/appointments/moving/use-moves.tsx';
import { PaymentChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { slipOf } from '../../../shared/appointments/visit/visit-links.ts';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, shortDate, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { auditStoryPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import type { Overview } from '../rules.ts';
import { patientText as text } from '../text.ts';

/** What can be looked up of a visit. */
export const visitMenu = ({ appointmentId }: Visit) => [
  slipOf(appointmentId),
  { name: text.history, icon: 'history', to: auditStoryPath(appointmentId) } as const,
];

const movable = (visit: Visit, name: string | null): Movable => ({
  ...{ AppointmentId: visit.appointmentId, Status: visit.status, name, type: visit.type },
  ...{ AppointmentDate: visit.date, AppointmentTime: visit.time, pocId: visit.pocId, doctor: visit.pocName },
  session: visit.session,
  about: `${name ?? ''}, ${shortDate(visit.date)}, ${clockTime(visit.time)}`,
});

/** A visit with the time that it was just given here, until the server's has it. */
function withPendingTime(visit: Visit, pending: ReadonlyMap<string, PendingChange>): Visit {
  const { moved, position } = pending.get(visit.appointmentId) ?? {};
  if (!moved || (position !== undefined && visit.at >= position)) return visit;
  const { session: _, ...others } = visit;
  return { ...others, time: moved.AppointmentTime, ...(moved.session && { session: moved.session }) };
}

const byDateAndTime = (a: Visit, b: Visit): number => a.date.localeCompare(b.date) || a.time.localeCompare(b.time);

/** How soon a visit of today is, in the last hour before it, or how late. */
function soon(visit: Visit, now: { readonly date: string; readonly time: string }): string | undefined {
  if (visit.date !== now.date) return undefined;
  const minutes = minutesOf(visit.time) - minutesOf(now.time);
  if (minutes < -10) return appointmentText.late(-minutes);
  return minutes > 0 && minutes <= 60 ? text.inMinutes(minutes) : undefined;
}

function UpcomingVisit({ visit, today, move }: { visit: Visit; today: string; move: Action | undefined }) {
  const { date, time } = visit;
  const now = useClinicNow(useIdentity().zone);
  return (
    <Stack
      component="li"
      sx={{
        gridTemplateColumns: { xs: '104px minmax(0, 1fr) 40px', md: '108px minmax(0, 1fr) auto 40px' },
        columnGap: 1.5,
        rowGap: 0.5,
        alignItems: { xs: 'start', md: 'center' },
        minHeight: 64,
        pl: 2,
        pr: 1,
        py: 1,
        ...lineAbove,
      }}
    >
      <Box>
        <Typography sx={{ fontWeight: 600, fontSize: '0.9375rem' }}>
          {date === today ? text.today : shortWeekdayAndDate(date)}
        </Typography>
        <Muted block>{clockTime(time)}</Muted>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, fontSize: '0.9375rem', overflowWrap: 'anywhere' }}>
          {visit.pocName}
        </Typography>
        <Muted block>
          {[visit.specialization, text.types[visit.type], sessionText(visit.session), soon(visit, now)]
            .filter(Boolean)
            .join(' · ')}
        </Muted>
      </Box>
      <Box sx={{ gridArea: { xs: '2 / 2', md: 'auto' } }}>
        <PaymentChip payment={visit.payment ?? 'Unpaid'} />
      </Box>
      <Box sx={{ gridArea: { xs: '1 / 3', md: 'auto' } }}>
        <RowMenu
          label={text.more(`${shortDate(date)}, ${clockTime(time)}`)}
          items={[...(move ? [move] : []), ...visitMenu(visit)]}
        />
      </Box>
    </Stack>
  );
}

/** What is booked from today on, with all doctors. */
export function UpcomingVisits({ overview: { upcoming, today, name } }: { overview: Overview }) {
  const { total } = upcoming;
  const { role } = useIdentity();
  const { moveAction, dialog } = useMoves(useAppointmentCommands('admin'));
  const pending = usePendingChanges((state) => state.changes);
  const visits = upcoming.visits.map((visit) => withPendingTime(visit, pending)).sort(byDateAndTime);
  return (
    <Box sx={{ order: { xs: 1, lg: 0 } }}>
      <Section
        title={text.upcoming}
        count={total}
        padded={false}
        aside={visits.length < total ? text.listed(visits.length, total) : undefined}
      >
        {total === 0 ? (
          <Typography sx={{ px: 2, py: 3, ...lineAbove, color: 'text.secondary' }}>{text.noneUpcoming}</Typography>
        ) : (
          <PlainList aria-label={text.upcoming}>
            {visits.map((visit) => (
              <UpcomingVisit
                key={visit.appointmentId}
                visit={visit}
                today={today}
                move={role === 'admin' ? moveAction(movable(visit, name), today) : undefined}
              />
            ))}
          </PlainList>
        )}
      </Section>
      {dialog}
    </Box>
  );
}
