import type { Week } from '@dayline/contracts/clinic/schedule';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { weekdayText } from '../../../shared/format/time.ts';
import { rangeOf, sumOf } from '../../../shared/hours/interval.ts';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { lineBelow, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { GroupHeading } from '../../../ui/table/group-heading.tsx';
import { lengthText } from '../rules.ts';
import { scheduleText as text } from '../text.ts';

/** "Available Slots tab lists per day intervals, appointments per slot and slot duration, or 'No available slots found'." */
export function AvailableSlots({ week }: { week: Week }) {
  if (week.length === 0) {
    return (
      <Paper>
        <Notice icon="clock" title={text.none} />
      </Paper>
    );
  }
  return (
    <Paper sx={{ overflow: 'hidden' }}>
      {week.map(({ day, timeIntervals }) => {
        const sum = sumOf(timeIntervals);
        return (
          <Box component="section" key={day} aria-label={weekdayText(day)}>
            <GroupHeading>
              <Box component="h2" sx={{ m: 0, font: 'inherit', fontWeight: 600 }}>
                {weekdayText(day)}
              </Box>
              <Span sx={{ ml: 'auto', color: 'text.secondary' }}>
                {lengthText(sum.minutes)} · {text.places(sum.places)}
              </Span>
            </GroupHeading>
            <PlainList>
              {timeIntervals.map((interval) => (
                <Stack
                  component="li"
                  key={interval.startTime}
                  sx={{
                    gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px 240px minmax(0, 1fr)' },
                    columnGap: 2,
                    alignItems: 'center',
                    minHeight: 40,
                    px: 2,
                    py: 1,
                    ...lineBelow,
                  }}
                >
                  <Box sx={{ fontWeight: 600 }}>{rangeOf(interval)}</Box>
                  <Box>{text.perSlot(interval.appointmentsPerSlot)}</Box>
                  <Box>{text.duration(interval.slotDuration, sumOf([interval]).slots)}</Box>
                </Stack>
              ))}
            </PlainList>
          </Box>
        );
      })}
    </Paper>
  );
}
