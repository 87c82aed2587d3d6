import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { formatText } from '../../../shared/format/text.ts';
import { dayOfYear, shortDate } from '../../../shared/format/time.ts';
import { Key } from '../../../ui/buttons/key.tsx';
import { StepButtons } from '../../../ui/buttons/step-buttons.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Inline, Span, visuallyHidden } from '../../../ui/layout/boxes.tsx';
import { filled } from '../../../ui/locale/filled.ts';
import { weeksOnPage } from '../rules.ts';
import { availabilityText as text } from '../text.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { AvailabilityLegend, type CalendarDay } from './day-button.tsx';
import type { ChoiceState } from './use-choice.ts';

const daysOnPage = weeksOnPage * 7;

/** `Nov 23 to Dec 27`, `Dec 28 to Jan 31, 2027`. */
const rangeOf = (days: readonly CalendarDay[]): string =>
  formatText.range(dayOfYear(days[0]?.date ?? ''), shortDate(days.at(-1)?.date ?? ''));

/** The dates: "Grid of dates with legend (Available, Partial, Blocked)" (section 2), five weeks at a time. */
export function CalendarCard(props: {
  days: readonly CalendarDay[];
  today: string;
  selected: readonly string[];
  onSelect: ChoiceState['chooseDates'];
  onBlocked(date: string): void;
}) {
  const { days, today, selected, onSelect, onBlocked } = props;
  const [page, setPage] = useState(0);
  const [rangeMode, setRangeMode] = useState(false);
  const touch = useMediaQuery('(pointer: coarse), (max-width: 899.95px)');
  const pages = Array.from({ length: Math.ceil(days.length / daysOnPage) }, (_, index) =>
    days.slice(index * daysOnPage, (index + 1) * daysOnPage),
  );
  const month = pages[page] ?? [];
  return (
    <Paper component="section" aria-label={text.calendar} sx={{ p: { xs: 0.75, md: 2 } }}>
      <Inline wrap sx={{ columnGap: { xs: 0, md: 2 }, rowGap: 0.5, mb: 1, px: { xs: 0.75, md: 0 } }}>
        <Box sx={{ flex: { xs: 1, md: 'none' }, width: { md: 240 } }}>
          <NativeSelectField
            label={text.datesShown}
            labelHidden
            value={String(page)}
            onChange={(value) => setPage(Number(value))}
            choices={pages.map((dates, index) => ({ value: String(index), label: rangeOf(dates) }))}
          />
        </Box>
        <Span aria-live="polite" sx={visuallyHidden}>
          {rangeOf(month)}
        </Span>
        <Box sx={{ order: 1, width: '100%' }}>
          <AvailabilityLegend ownHours={days.some(({ ownHours }) => ownHours)} />
        </Box>
        <StepButtons
          size="medium"
          sx={{ ml: 'auto' }}
          back={{ name: text.earlierDates, onStep: page === 0 ? undefined : () => setPage(page - 1) }}
          on={{
            name: text.laterDates,
            onStep: page + 1 >= pages.length ? undefined : () => setPage(page + 1),
          }}
        />
      </Inline>
      <CalendarGrid
        label={text.dates}
        days={month}
        today={today}
        selected={selected}
        onSelect={onSelect}
        onBlocked={onBlocked}
        rangeMode={touch && rangeMode}
        isEmpty
      />
      <Box sx={{ mt: 1.5, px: { xs: 0.75, md: 0 }, color: 'text.secondary', fontSize: '0.8125rem' }}>
        {touch ? (
          <>
            <FormControlLabel
              control={<Switch checked={rangeMode} onChange={(_, isOn) => setRangeMode(isOn)} />}
              label={text.chooseRange}
              slotProps={{ typography: { sx: { fontWeight: 600, color: 'text.primary' } } }}
              sx={{ minHeight: 44, mr: 0 }}
            />
            <div>{rangeMode ? text.secondTap : text.blockedAsks}</div>
          </>
        ) : (
          filled(text.shiftClick, { shift: <Key>{text.shiftKey}</Key> })
        )}
      </Box>
    </Paper>
  );
}
