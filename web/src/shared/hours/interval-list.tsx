import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { isInPlace } from '../../ui/buttons/single-press.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import type { DraftInterval } from './interval.ts';
import { IntervalFields, type IntervalFieldsProps } from './interval-fields.tsx';
import { hoursText as text } from './text.ts';

const maxIntervals = 24;

interface IntervalListProps extends Pick<IntervalFieldsProps, 'weekday' | 'days' | 'places' | 'isClosed' | 'faults'> {
  intervals: readonly DraftInterval[];
  /** Of the intervals that are not saved yet. */
  unsaved?: ReadonlySet<string>;
  onAdd(): void;
  onChange(id: string, fields: Partial<DraftInterval>): void;
  onRemove(id: string): void;
  /** Beside Add. */
  children?: ReactNode;
}

/** The intervals of a day, each with Remove, and Add below them. */
export function IntervalList(props: IntervalListProps) {
  const { intervals, unsaved, faults, onAdd, onChange, onRemove, children, ...ofDay } = props;
  return (
    <>
      <Stack gap={1.5}>
        {intervals.map((interval, index) => (
          <IntervalFields
            {...ofDay}
            key={interval.id}
            interval={interval}
            number={index + 1}
            unsaved={unsaved?.has(interval.id) ?? false}
            faults={faults.filter(({ id }) => id === interval.id)}
            onChange={(fields) => onChange(interval.id, fields)}
            onRemove={() => onRemove(interval.id)}
          />
        ))}
      </Stack>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          {...isInPlace}
          variant="outlined"
          startIcon={<Icon name="plus" />}
          disabled={intervals.length >= maxIntervals}
          onClick={onAdd}
        >
          {text.add}
        </Button>
        {children}
      </Box>
    </>
  );
}
