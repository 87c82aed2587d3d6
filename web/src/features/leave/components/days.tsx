import Box from '@mui/material/Box';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { Bold, Inline, Muted, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import type { Choice, PreviewDay } from '../rules.ts';
import { leaveText as text } from '../text.ts';

/** Filled, half, hollow, struck: distinguishable without the colour. */
const looks = {
  later: { bgcolor: 'primary.main' },
  colleague: { background: 'linear-gradient(90deg, var(--dl-palette-primary-main) 50%, transparent 50%)' },
  keep: {},
  cancel: { borderColor: 'status.cancelled.main', bgcolor: 'status.cancelled.soft' },
} satisfies Record<Choice, object>;

export const Mark = ({ choice }: { choice: Choice }) => (
  <Span
    aria-hidden="true"
    sx={{
      width: 12,
      height: 12,
      flexShrink: 0,
      display: 'inline-block',
      borderRadius: '3px',
      border: '2px solid',
      borderColor: choice === 'keep' ? 'status.notVisited.main' : 'primary.main',
      ...looks[choice],
    }}
  />
);

/** Each day of the leave with a mark for each of its appointments. */
export function Days({
  days,
  choiceOf,
}: {
  days: readonly PreviewDay[];
  choiceOf(row: PreviewDay['bookings'][number]): Choice;
}) {
  return (
    <PlainList aria-label={text.days}>
      {days.map(({ date, hasHours, bookings }) => (
        <Box
          component="li"
          key={date}
          sx={{
            display: 'grid',
            gridTemplateColumns: '104px minmax(0, 1fr) auto',
            gap: 1,
            minHeight: 32,
            alignItems: 'center',
            px: 2,
            py: 0.5,
          }}
        >
          {bookings.length === 0 ? (
            <Muted>{shortWeekdayAndDate(date)}</Muted>
          ) : (
            <Bold>{shortWeekdayAndDate(date)}</Bold>
          )}
          {bookings.length === 0 ? (
            <Muted>{hasHours ? text.nobody : text.noHours}</Muted>
          ) : (
            <Inline gap={0.5} wrap aria-hidden="true">
              {bookings.map((row) => (
                <Mark key={row.appointmentId} choice={choiceOf(row)} />
              ))}
            </Inline>
          )}
          <Muted>{countText(bookings.length)}</Muted>
        </Box>
      ))}
    </PlainList>
  );
}
