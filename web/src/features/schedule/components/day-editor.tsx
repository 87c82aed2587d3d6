import { type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { clinicToday, weekdayText } from '../../../shared/format/time.ts';
import { intervalOf } from '../../../shared/hours/interval.ts';
import { IntervalList } from '../../../shared/hours/interval-list.tsx';
import { Muted, Span, Stack } from '../../../ui/layout/boxes.tsx';
import type { Schedule } from '../api/use-schedule.ts';
import { lengthText, sumOfWeek, sumText, unsavedIds } from '../rules.ts';
import { scheduleText as text } from '../text.ts';
import { KeptBookings } from './kept-bookings.tsx';

const sumOfDay = (schedule: Schedule, day: Weekday) => {
  const timeIntervals = schedule.draft[day].flatMap((interval) => intervalOf(interval) ?? []);
  return sumOfWeek([{ day, timeIntervals }], clinicToday());
};

function DayChoice({ schedule, day, onDay }: { schedule: Schedule; day: Weekday; onDay(day: Weekday): void }) {
  return (
    <Stack
      role="group"
      aria-label={text.day}
      gap={'6px'}
      sx={{ gridTemplateColumns: 'repeat(auto-fit, minmax(2.5em, 1fr))' }}
    >
      {weekdays.map((weekday) => {
        const { slots, places } = sumOfDay(schedule, weekday);
        const wrong = schedule.faults.some((fault) => fault.day === weekday);
        const here = weekday === day;
        const words = slots === 0 ? text.off : text.places(places);
        return (
          <ButtonBase
            key={weekday}
            aria-pressed={here}
            aria-label={[weekdayText(weekday), words, ...(wrong ? [text.pleaseCheck] : [])].join(', ')}
            onClick={() => onDay(weekday)}
            sx={{
              display: 'block',
              minHeight: { xs: 44, md: 52 },
              border: here ? '2px solid' : '1px solid',
              borderColor: wrong ? 'status.cancelled.main' : here ? 'primary.main' : 'divider',
              borderRadius: '6px',
              bgcolor: here ? 'teal.soft' : 'background.paper',
              color: here ? 'primary.main' : 'text.primary',
              textAlign: 'center',
            }}
          >
            <Span sx={{ display: 'block', fontWeight: 600 }}>{weekdayText(weekday, 'short')}</Span>
            <Span sx={{ display: { xs: 'none', md: 'block' }, fontSize: '0.8125rem', color: 'text.secondary' }}>
              {words}
            </Span>
          </ButtonBase>
        );
      })}
    </Stack>
  );
}

function CopyMenu({ day, onCopy }: { day: Weekday; onCopy(to: readonly Weekday[]): void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const others = weekdays.filter((weekday) => weekday !== day);
  const workdays = weekdays.slice(0, 5).filter((weekday) => weekday !== day);
  const choose = (to: readonly Weekday[]) => () => {
    setAnchor(null);
    onCopy(to);
  };
  return (
    <>
      <Button
        variant="text"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text.copy(weekdayText(day))}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(workdays)}>{text.workdays}</MenuItem>
        {others.map((weekday) => (
          <MenuItem key={weekday} onClick={choose([weekday])}>
            {weekdayText(weekday)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

interface DayEditorProps {
  schedule: Schedule;
  pocId: string | undefined;
  day: Weekday;
  onDay(day: Weekday): void;
  /** Focuses an interval. */
  onOpen(day: Weekday, id: string): void;
}

/** The hours of one day: "add or remove time intervals each with start time, end time, appointments per slot, slot duration". */
export function DayEditor({ schedule, pocId, day, onDay, onOpen }: DayEditorProps) {
  const sum = sumOfDay(schedule, day);
  const intervals = schedule.draft[day];
  return (
    <Paper component="section" aria-label={text.hoursOfDay} sx={{ p: { xs: 1.5, md: 2 }, minWidth: 0 }}>
      <DayChoice schedule={schedule} day={day} onDay={onDay} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1, mt: 2.5, mb: 1 }}>
        <Typography variant="h3" component="h2">
          {weekdayText(day)}
        </Typography>
        <Muted sx={{ ml: 'auto' }}>
          {sum.slots === 0
            ? text.offAlone
            : sumText(sum, lengthText(sum.minutes), text.slotCount(sum.slots), text.places(sum.places))}
        </Muted>
      </Box>
      <Stack gap={1.5} sx={{ mb: 1.5 }}>
        <IntervalList
          intervals={intervals}
          unsaved={unsavedIds(schedule.draft, schedule.saved)}
          weekday={day}
          days={{ from: schedule.edit.from, until: schedule.until }}
          places={schedule.places}
          isClosed={schedule.isClosed}
          faults={schedule.faults}
          onAdd={() => onOpen(day, schedule.add(day))}
          onChange={(id, fields) => schedule.change(day, id, fields)}
          onRemove={(id) => schedule.remove(day, id)}
        >
          {intervals.length > 0 ? <CopyMenu day={day} onCopy={(to) => schedule.copy(day, to)} /> : null}
        </IntervalList>
      </Stack>
      <KeptBookings schedule={schedule} pocId={pocId} />
    </Paper>
  );
}
