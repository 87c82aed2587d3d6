import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { StepButtons } from '../../../ui/buttons/step-buttons.tsx';
import { Legend, Swatch } from '../../../ui/charts/legend.tsx';
import { ChoiceError, ConditionalField, focusField } from '../../../ui/fields/conditional-field.tsx';
import { Inline } from '../../../ui/layout/boxes.tsx';
import { type DateChoice, DateGrid } from '../date-grid.tsx';
import { slotPickerText as text } from './text.ts';
import { pageOfDate } from './times.ts';

/** Dates shown at once, so that the times stay visible: a row of seven on a desktop, two of three on a phone. */
const datesAtOnce = { desktop: 7, phone: 6 } as const;
const pageKeys: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** One page of the dates. Page Up and Page Down change the page; the focus moves with it. */
function useDatePages(days: readonly DateChoice[], date: string, atOnce: number) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const pageSize = isNarrow ? datesAtOnce.phone : atOnce;
  const [monthIndex, setMonthIndex] = useState<number>();
  const isChangedByKey = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after another page of dates is drawn
  useEffect(() => {
    if (!isChangedByKey.current) return;
    isChangedByKey.current = false;
    focusField('date');
  }, [monthIndex]);

  const pages = Math.max(1, Math.ceil(days.length / pageSize));
  const page = Math.min(monthIndex ?? pageOfDate(days, date, pageSize), pages - 1);
  const changeMonthByKey = (event: KeyboardEvent) => {
    const next = page + (pageKeys[event.key] ?? 0);
    if (next === page || next < 0 || next >= pages) return;
    event.preventDefault();
    isChangedByKey.current = true;
    setMonthIndex(next);
  };
  return { page, pages, setMonthIndex, changeMonthByKey, shown: days.slice(page * pageSize, (page + 1) * pageSize) };
}

/** The doctor's dates, a page at a time. `byEnter` is set to whether the last key was Enter. */
export function DatesField(props: {
  days: readonly DateChoice[];
  /** '' while none is chosen. */
  date: string;
  error: string | undefined;
  /** Dates shown at once on a desktop. */
  atOnce?: number;
  byEnter: RefObject<boolean>;
  onDate(date: string): void;
}) {
  const { days, date, error, atOnce = datesAtOnce.desktop, byEnter, onDate } = props;
  const errorId = useId();
  const { page, pages, setMonthIndex, changeMonthByKey, shown } = useDatePages(days, date, atOnce);

  return (
    <ConditionalField name="date">
      <Inline sx={{ minHeight: 32, mb: '6px' }}>
        <Typography variant="caption" sx={{ fontWeight: 600 }}>
          {text.date}
        </Typography>
        {pages === 1 ? null : (
          <StepButtons
            sx={{ ml: 'auto' }}
            back={{ name: text.earlierDates, onStep: page === 0 ? undefined : () => setMonthIndex(page - 1) }}
            on={{ name: text.laterDates, onStep: page >= pages - 1 ? undefined : () => setMonthIndex(page + 1) }}
          />
        )}
      </Inline>
      <Box
        aria-describedby={error === undefined ? undefined : errorId}
        onKeyDownCapture={(event: KeyboardEvent) => {
          byEnter.current = event.key === 'Enter';
          changeMonthByKey(event);
        }}
      >
        <DateGrid label={text.date} days={shown} selected={date === '' ? undefined : date} onSelect={onDate} />
      </Box>
      {days.some((day) => day.availability === 'partial') ? (
        <Box sx={{ mt: 1 }}>
          <Legend entries={[{ sign: <Swatch colour="status.notVisited.line" />, label: text.partly }]} />
        </Box>
      ) : null}
      <ChoiceError id={errorId}>{error}</ChoiceError>
    </ConditionalField>
  );
}
