import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { Visit } from '@dayline/contracts/endpoints/patients';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { partPaidWords } from '../../../shared/appointments/payment/what-is-paid.ts';
import { stageWords } from '../../../shared/appointments/presence/presence.ts';
import { PaymentChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { slipOf } from '../../../shared/appointments/visit/visit-links.ts';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, shortDate, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { auditStoryPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { paiseAmount } from '../../../ui/locale/words.ts';
import type { Overview } from '../rules.ts';
import { patientText as text } from '../text.ts';
import { Moves } from './moves.tsx';

/** The links of a visit's menu. */
export const visitMenu = ({ appointmentId }: Visit) => [
  slipOf(appointmentId),
  { name: text.history, icon: 'history', to: auditStoryPath(appointmentId) } as const,
];

/** Minutes until a visit of today, in the last hour before it, or its delay. */
function soon(visit: Visit, now: { readonly date: string; readonly time: string }): string | undefined {
  if (visit.date !== now.date || visit.presence) return undefined;
  const minutes = minutesOf(visit.time) - minutesOf(now.time);
  if (minutes < -10) return appointmentText.late(-minutes);
  return minutes > 0 && minutes <= 60 ? text.inMinutes(minutes) : undefined;
}

/** Actions of a visit: one button is filled, the others are plain; on a phone they are in the menu. */
export interface VisitActions {
  state: Action | undefined;
  /** Its status button is the page's filled one. */
  isFirst: boolean;
  buttons: readonly Action[];
  more: readonly Action[];
}

/** The token of a patient who has arrived, or that the visit is being moved. */
function Now({ visit }: { visit: Visit }) {
  if (visit.movingTo) return <Muted block>{appointmentText.moving}</Muted>;
  const { status: Status, presence } = visit;
  const note = [stageWords({ Status, ...(presence && { presence }) }), presence?.call?.room].filter(Boolean).join(', ');
  return Status !== 'Confirmed' || note === '' ? null : (
    <Bold sx={{ display: 'block', fontSize: '0.8125rem' }}>{note}</Bold>
  );
}

function UpcomingVisit({ visit, today, actions }: { visit: Visit; today: string; actions: VisitActions }) {
  const { date, time, money } = visit;
  const part = partPaidWords({ Payment_Status: visit.payment, money });
  const now = useClinicNow(useIdentity().zone);
  const { state, isFirst, buttons, more } = actions;
  const when = `${shortDate(date)}, ${clockTime(time)}`;
  return (
    <Stack
      component="li"
      sx={{
        gridTemplateColumns: { xs: '104px minmax(0, 1fr) 40px', md: '108px minmax(0, 1fr) auto auto' },
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
        <Moves visit={visit} />
        <Now visit={visit} />
      </Box>
      <Inline gap={1} wrap sx={{ gridArea: { xs: '2 / 2', md: 'auto' } }}>
        <PaymentChip payment={visit.payment ?? 'Unpaid'} />
        {visit.payment === 'Pay_later' && money.amount !== null ? (
          <Span sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{paiseAmount(money.amount)}</Span>
        ) : null}
        {part === undefined ? null : <Muted>{part}</Muted>}
      </Inline>
      <Inline gap={1} sx={{ gridArea: { xs: '1 / 3', md: 'auto' }, justifyContent: 'flex-end' }}>
        <Inline gap={1} sx={{ display: { xs: 'none', md: 'flex' } }}>
          {state ? <ActionButton action={state} primary={isFirst} size="small" /> : null}
          {buttons.map(({ icon: _, ...action }) => (
            <ActionButton key={action.name} action={action} size="small" aria-label={text.named(action.name, when)} />
          ))}
        </Inline>
        <RowMenu label={text.more(when)} items={[...buttons, ...more, ...visitMenu(visit)]} />
      </Inline>
      {state ? (
        <Box sx={{ gridColumn: '1 / -1', display: { md: 'none' } }}>
          <ActionButton action={state} primary={isFirst} fullWidth />
        </Box>
      ) : null}
    </Stack>
  );
}

/** Appointments from today on, with all doctors. */
export function UpcomingVisits(props: {
  overview: Overview;
  visits: readonly Visit[];
  actionsOf(visit: Visit): VisitActions;
}) {
  const { overview, visits, actionsOf } = props;
  const { upcoming, today } = overview;
  const { total } = upcoming;
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
              <UpcomingVisit key={visit.appointmentId} visit={visit} today={today} actions={actionsOf(visit)} />
            ))}
          </PlainList>
        )}
      </Section>
    </Box>
  );
}
