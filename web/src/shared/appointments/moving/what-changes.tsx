import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, Muted, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { sessionText } from '../../format/session.ts';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import { presenceText } from '../presence/text.ts';
import { appointmentText } from '../text.ts';
import type { VisitRow } from '../visit/visit-row.ts';
import { Fees } from './fee-of-move.tsx';
import { movingText as text } from './text.ts';
import type { useMove } from './use-move.ts';

type Move = ReturnType<typeof useMove>;

/** A consequence of the move. */
function Effect({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <Inline gap={1.25} sx={{ alignItems: 'flex-start' }}>
      <Icon name={icon} size={18} sx={{ color: 'text.secondary', mt: '1px' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, fontSize: '0.875rem' }}>{title}</Typography>
        {children}
      </Box>
    </Inline>
  );
}

/** A time with its session, if it has one. */
function TimeLine({ label, session, children }: { label: string; session: string; children: ReactNode }) {
  return (
    <>
      <Muted component="dt">{label}</Muted>
      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
        {children}
        <Muted block sx={{ overflowWrap: 'anywhere' }}>
          {session}
        </Muted>
      </Box>
    </>
  );
}

/** Day and time, and the doctor if it is another one. */
export const placeText = (move: Move, visit: VisitRow): string =>
  [shortWeekdayAndDate(move.slot.date), clockTime(move.time), move.slot.pocId !== visit.POC_ID && move.doctor]
    .filter(Boolean)
    .join(', ');

export function Changes({ visit, move }: { visit: VisitRow; move: Move }) {
  const { time, times, freed, payment, isSameDay } = move;
  const day = shortWeekdayAndDate(visit.AppointmentDate);
  const session = times.find((slot) => slot.appointment_time === time)?.session;
  return (
    <>
      <Typography component="h3" sx={{ fontWeight: 600, fontSize: '0.875rem' }}>
        {text.changes}
      </Typography>
      <Stack
        component="dl"
        sx={{ m: 0, gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.5, alignItems: 'baseline' }}
      >
        <TimeLine label={text.from} session={sessionText(visit.session)}>
          <Span sx={{ color: 'text.secondary', textDecoration: 'line-through' }}>
            {`${day}, ${clockTime(visit.AppointmentTime)}`}
          </Span>
        </TimeLine>
        <TimeLine label={text.to} session={sessionText(session)}>
          <Bold sx={{ fontWeight: 600, color: time === '' ? 'text.secondary' : 'primary.main' }}>
            {time === '' ? text.chooseTime : placeText(move, visit)}
          </Bold>
        </TimeLine>
      </Stack>
      {payment ? (
        <Effect icon="fees" title={move.fee ? text.anotherFee : text.payment}>
          {move.fee ? (
            <Fees
              fee={move.fee}
              doctor={move.slot.pocId === visit.POC_ID ? visit.POC_Name : move.doctor}
              difference={move.difference}
              onAgree={move.agree}
            />
          ) : null}
          <Muted block>
            {payment === 'Paid' && move.slot.pocId !== visit.POC_ID
              ? text.paidWith(appointmentText.payment[payment], visit.POC_Name)
              : [appointmentText.payment[payment], move.partPaid].filter(Boolean).join(' · ')}
          </Muted>
        </Effect>
      ) : null}
      {visit.presence !== undefined && !isSameDay ? (
        <Effect icon="ticket" title={text.tokenEnds(presenceText.token(visit.presence))}>
          <Muted block>{text.arrivalHint}</Muted>
        </Effect>
      ) : null}
      {freed ? (
        <Effect icon="ring" title={text.freePlace(clockTime(visit.AppointmentTime))}>
          {freed.capacity === 1 ? null : (
            <Muted block>{text.freePlaces(Math.min(freed.free + 1, freed.capacity), freed.capacity)}</Muted>
          )}
        </Effect>
      ) : null}
    </>
  );
}
