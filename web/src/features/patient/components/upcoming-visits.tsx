import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { Visit } from '@dayline/contracts/endpoints/patients';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PaymentChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, shortDate, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { auditStoryPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import type { Overview } from '../rules.ts';
import { patientText as text } from '../text.ts';

/** What can be looked up of a visit. */
export const visitMenu = ({ appointmentId }: Visit) => [
  { name: text.history, icon: 'history', to: auditStoryPath(appointmentId) } as const,
];

/** How soon a visit of today is, in the last hour before it, or how late. */
function soon(visit: Visit, now: { readonly date: string; readonly time: string }): string | undefined {
  if (visit.date !== now.date) return undefined;
  const minutes = minutesOf(visit.time) - minutesOf(now.time);
  if (minutes < -10) return appointmentText.late(-minutes);
  return minutes > 0 && minutes <= 60 ? text.inMinutes(minutes) : undefined;
}

function UpcomingVisit({ visit, today }: { visit: Visit; today: string }) {
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
        <RowMenu label={text.more(`${shortDate(date)}, ${clockTime(time)}`)} items={visitMenu(visit)} />
      </Box>
    </Stack>
  );
}

/** What is booked from today on, with all doctors. */
export function UpcomingVisits({ overview: { upcoming, today } }: { overview: Overview }) {
  const { total, visits } = upcoming;
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
              <UpcomingVisit key={visit.appointmentId} visit={visit} today={today} />
            ))}
          </PlainList>
        )}
      </Section>
    </Box>
  );
}
