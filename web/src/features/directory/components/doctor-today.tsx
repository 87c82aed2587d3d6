import Box from '@mui/material/Box';
import { fillOf } from '../../../shared/appointments/fill.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Bold, Span } from '../../../ui/layout/boxes.tsx';
import { type Doctor, dayWords } from '../rules.ts';
import { doctorsText as text } from '../text.ts';

const quiet = { color: 'text.secondary', fontSize: '0.8125rem' } as const;

/** "69 of 106 booked" in the fill's colour, or why nothing can be booked. */
export function TodayWords({ doctor: { today } }: { doctor: Doctor }) {
  if (today.state === 'blocked') {
    return (
      <ToneChip tone="blocked" icon="blocked">
        {text.blocked}
      </ToneChip>
    );
  }
  if (today.capacity === 0) {
    return (
      <Span sx={{ color: 'text.secondary' }}>{today.state === 'unscheduled' ? text.noSchedule : text.noHours}</Span>
    );
  }
  return (
    <Span sx={{ whiteSpace: 'nowrap' }}>
      <Bold sx={{ color: `fill.${fillOf(today.booked, today.capacity)}` }}>
        {text.placesOf(today.booked, today.capacity)}
      </Bold>{' '}
      <Span sx={quiet}>{text.booked}</Span>
    </Span>
  );
}

/** From when the doctor takes no new appointments. */
export const NotBookableFrom = ({ doctor: { leftFrom } }: { doctor: Doctor }) =>
  leftFrom === undefined ? null : <Box sx={quiet}>{text.notBookableFrom(shortDate(leftFrom))}</Box>;

/** "11:30 AM" over "today". */
export function NextFree({ doctor: { nextFree }, today }: { doctor: Doctor; today: string }) {
  if (nextFree === null) return <Box sx={quiet}>–</Box>;
  return (
    <Box sx={{ lineHeight: '1.125rem', whiteSpace: 'nowrap' }}>
      <Bold sx={{ display: 'block' }}>{clockTime(nextFree.time)}</Bold>{' '}
      <Span sx={quiet}>{dayWords(nextFree.date, today)}</Span>
    </Box>
  );
}
