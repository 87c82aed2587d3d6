import { addDays } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { longDate, monthAndYear, shortWeekday } from '../../../shared/format/time.ts';
import { arrowSteps, focusDay } from '../../../ui/buttons/day-keys.ts';
import { Bold, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { listWords } from '../../../ui/locale/words.ts';
import { branchText, type CalendarOfClient, type Day, datesOfMonth, hoursText, isAsUsual } from '../rules.ts';
import { calendarText as text } from '../text.ts';

/** The look of a date that is closed, or open for a part of the day. */
export const looks = {
  closed: { bgcolor: 'status.blocked.main', color: 'background.paper', fontWeight: 600 },
  half: {
    color: 'status.notVisited.main',
    fontWeight: 600,
    borderColor: 'status.notVisited.main',
    background: 'linear-gradient(var(--dl-palette-background-paper) 50%, var(--dl-palette-status-notVisited-line) 50%)',
  },
  /** Applies on this weekday each month. */
  repeated: {
    bgcolor: 'status.blocked.soft',
    color: 'status.blocked.main',
    fontWeight: 600,
    border: '1.5px dashed',
    borderColor: 'status.blocked.main',
  },
} as const;
export type DayLook = keyof typeof looks;

const lookOf = ({ date, open }: Day): DayLook | undefined => {
  if (open.length > 0) return isAsUsual(open) ? undefined : 'half';
  return date === null ? 'repeated' : 'closed';
};
const noteColourOf = (day: Day): string => noteColours[lookOf(day) ?? 'usual'];

const cells = {
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  justifyItems: 'center',
  rowGap: { xs: 0.5, md: 0 },
  '& > span': { fontSize: { xs: '0.8125rem', md: '0.6875rem' }, color: 'text.secondary' },
  '& button': {
    width: { xs: 40, md: 24 },
    height: { xs: 40, md: 24 },
    p: 0,
    border: '1px solid transparent',
    borderRadius: '4px',
    background: 'none',
    color: 'text.primary',
    font: 'inherit',
    fontSize: { xs: '0.875rem', md: '0.75rem' },
    cursor: 'pointer',
  },
  '& button:disabled': { color: 'text.secondary', cursor: 'default' },
  '& button:hover:enabled': { borderColor: 'primary.main' },
  '& button:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '1px' },
  '& button[aria-current]': {
    borderRadius: '50%',
    bgcolor: 'text.primary',
    color: 'background.paper',
    fontWeight: 600,
  },
  ...Object.fromEntries(Object.entries(looks).map(([look, css]) => [`& button[data-look="${look}"]`, css])),
} as const;

const noteColours = {
  closed: 'status.blocked.main',
  half: 'status.notVisited.main',
  repeated: 'status.blocked.main',
  usual: 'status.visited.main',
};

interface MonthProps {
  month: string;
  today: string;
  listed: CalendarOfClient;
  inForce(date: string): readonly Day[];
  canChange: boolean;
  /** The date that is in the tab order. */
  focusable: string | undefined;
  onOpen(date: string): void;
}

/** Whether a date opens a dialog: a day in force, or a date that can be changed. */
const opens = (date: string, { inForce, canChange, today }: Pick<MonthProps, 'inForce' | 'canChange' | 'today'>) =>
  (canChange && date >= today) || inForce(date).length > 0;

function Month(props: MonthProps) {
  const { month, today, listed, inForce, focusable, onOpen } = props;
  const dates = datesOfMonth(month);
  const first = dates[0] ?? '';
  const monday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (
    <Box component="section" aria-label={monthAndYear(first)} sx={{ minWidth: 0 }}>
      <Box component="h2" sx={{ m: 0, fontSize: '0.8125rem', fontWeight: 600, display: { xs: 'none', md: 'block' } }}>
        {monthAndYear(first)}
      </Box>
      <Box sx={cells}>
        {Array.from({ length: 7 }, (_, index) => addDays('2024-01-01', index)).map((date) => (
          <span key={date} aria-hidden="true">
            {[...shortWeekday(date)].slice(0, 2).join('')}
          </span>
        ))}
        {dates.map((date, index) => {
          const [day] = inForce(date);
          return (
            <button
              key={date}
              type="button"
              data-date={date}
              data-look={day && lookOf(day)}
              style={index === 0 ? { gridColumn: monday + 1 } : undefined}
              aria-label={[longDate(date), ...inForce(date).map((inForceDay) => labelOf(inForceDay, listed))].join(
                ', ',
              )}
              aria-current={date === today ? 'date' : undefined}
              disabled={!opens(date, props)}
              tabIndex={date === focusable ? 0 : -1}
              onClick={() => onOpen(date)}
            >
              {Number(date.slice(8))}
            </button>
          );
        })}
      </Box>
      <Notes dates={dates} inForce={inForce} />
    </Box>
  );
}

const labelOf = (day: Day, calendar: CalendarOfClient): string =>
  [day.name, hoursText(day), day.branchId === null ? '' : branchText(calendar, day.branchId)]
    .filter((part) => part !== '')
    .join(', ');

/** The days of a month as text, since colours alone don't suffice; a weekday's dates together. */
function Notes({ dates, inForce }: { dates: readonly string[]; inForce(date: string): readonly Day[] }) {
  const byDay = new Map<Day, string[]>();
  for (const date of dates) {
    for (const day of inForce(date)) byDay.set(day, [...(byDay.get(day) ?? []), String(Number(date.slice(8)))]);
  }
  return (
    <PlainList
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1,
        minHeight: 18,
        pt: '3px',
        fontSize: { xs: '0.8125rem', md: '0.75rem' },
        lineHeight: { xs: '1.125rem', md: '0.9375rem' },
      }}
    >
      {[...byDay].map(([day, dayDates]) => (
        <Box component="li" key={day.dayId} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Bold sx={{ color: noteColourOf(day) }}>
            {day.weeks.length === 0 && day.date === null ? '' : listWords(dayDates)}
          </Bold>{' '}
          {day.name}
        </Box>
      ))}
    </PlainList>
  );
}

const steps = { ...arrowSteps, PageDown: 28, PageUp: -28 };

/** The months side by side. Arrow keys move by day and week, Page Up and Page Down by four weeks; Enter opens a day. */
export const Year = memo(function Year(props: Omit<MonthProps, 'month' | 'focusable'> & { months: readonly string[] }) {
  const { months, ...month } = props;
  const dates = months.flatMap(datesOfMonth);
  const focusable =
    dates.find((date) => date >= props.today && opens(date, props)) ?? dates.find((date) => opens(date, props));
  const dateSet = new Set(dates);
  const canFocus = (date: string) => (dateSet.has(date) ? opens(date, props) : undefined);
  return (
    <Stack
      role="group"
      aria-label={text.year}
      onKeyDown={(event) => focusDay(event, steps, canFocus)}
      sx={{
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(164px, 1fr))' },
        columnGap: '18px',
        rowGap: 0.5,
        px: { xs: 1, md: 2 },
        py: 1,
      }}
    >
      {months.map((monthOfYear) => (
        <Month key={monthOfYear} {...month} month={monthOfYear} focusable={focusable} />
      ))}
    </Stack>
  );
});
