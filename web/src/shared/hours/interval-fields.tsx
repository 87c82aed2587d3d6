import type { Interval, Weekday } from '@dayline/contracts/clinic/schedule';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { ToneChip } from '../../ui/feedback/tone-chip.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { quietText, Stack } from '../../ui/layout/boxes.tsx';
import { lazyPiece } from '../lazy-piece.ts';
import { type Places, placeOf, settingText } from './hours-words.ts';
import {
  type DraftInterval,
  fromField,
  type IntervalFault,
  type IntervalField,
  inField,
  intervalOf,
  sumOf,
} from './interval.ts';
import { noOptions, settingsOf } from './options.ts';
import { fieldLabels, hoursText as text } from './text.ts';

const OptionFields = lazyPiece(async () => ({ default: (await import('./option-fields.tsx')).OptionFields }));

export interface IntervalFieldsProps {
  interval: DraftInterval;
  /** From 1. */
  number: number;
  unsaved: boolean;
  /** Absent for the hours of a single date. */
  weekday?: Weekday;
  /** When weekly hours apply: from their first day on, before `until`. */
  days?: { readonly from: string | null; readonly until: string | null };
  places: Places | undefined;
  isClosed?: (date: string, branchId: string) => boolean;
  faults: readonly IntervalFault[];
  onChange(fields: Partial<DraftInterval>): void;
  onRemove(): void;
}

const fields: readonly { name: IntervalField; type: 'time' | 'number' }[] = [
  { name: 'startTime', type: 'time' },
  { name: 'endTime', type: 'time' },
  { name: 'appointmentsPerSlot', type: 'number' },
  { name: 'slotDuration', type: 'number' },
];

/** `12 slots × 3 = 36 appointments`; `12 slots × 3, at most 20 appointments` of hours with quotas. */
function productOf(interval: Interval): string {
  const { slots, places } = sumOf([interval]);
  const { appointmentsPerSlot } = interval;
  const takes = slots * appointmentsPerSlot === places ? text.takes(places) : text.takesAtMost(places);
  return text.product(slots, appointmentsPerSlot) + takes;
}

/** One interval of a day: from, to, appointments per slot, duration. Dashed until saved. */
export function IntervalFields(props: IntervalFieldsProps) {
  const { interval, number, unsaved, weekday, days, places, isClosed, faults, onChange, onRemove } = props;
  const whole = intervalOf(interval);
  const { more = noOptions } = interval;
  const [isOpened, open] = useState(false);
  const isOpen = isOpened || faults.some(({ field }) => field in noOptions);
  const errorOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  return (
    <Box
      component="fieldset"
      data-interval={interval.id}
      sx={{
        position: 'relative',
        m: 0,
        minWidth: 0,
        containerType: 'inline-size',
        p: { xs: 1, md: 1.5 },
        pt: { xs: 5, md: 5 },
        border: unsaved ? '1px dashed' : '1px solid',
        borderColor: unsaved ? 'status.confirmed.main' : 'divider',
        borderRadius: '6px',
      }}
    >
      <Box
        component="legend"
        sx={{ position: 'absolute', top: 10, left: 12, p: 0, fontWeight: 600, display: 'flex', gap: 1 }}
      >
        {text.interval(number)}
        {unsaved ? (
          <ToneChip tone="confirmed" icon="plus">
            {text.notSaved}
          </ToneChip>
        ) : null}
      </Box>
      <Stack
        sx={{
          columnGap: 1,
          rowGap: 1.5,
          alignItems: 'start',
          // Room for AM and PM.
          '& input[type="time"]': { pl: 1, pr: 0.5 },
          // Wide enough that no label wraps: the fields are on one line.
          gridTemplateColumns: 'minmax(0, 116px) minmax(0, 116px) minmax(0, 146px) minmax(0, 1fr)',
          '@container (max-width: 480px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {fields.map(({ name, type }) => (
          <TextField
            key={name}
            label={fieldLabels[name]}
            name={name}
            type={type}
            {...(type === 'number' ? { min: 1, step: 1 } : {})}
            value={inField(interval[name])}
            onChange={(value) => onChange({ [name]: fromField(name, value) })}
            error={errorOf(name)}
          />
        ))}
      </Stack>
      <Box
        sx={{
          mt: 1,
          ...quietText,
          minHeight: 20,
          // Beside the number if there is room.
          position: { sm: 'absolute' },
          top: { sm: 2 },
          right: { sm: 44 },
        }}
      >
        {whole ? productOf(whole) : null}
      </Box>
      {whole && Object.keys(settingsOf(more)).length > 0 ? (
        <Typography sx={{ fontSize: '0.8125rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {settingText(whole, { weekday, ...placeOf(whole, places) })}
        </Typography>
      ) : null}
      <Button
        variant="text"
        size="small"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? text.less : text.more} ${text.interval(number)}`}
        onClick={() => open(!isOpen)}
        sx={{ ml: -1 }}
      >
        {isOpen ? text.less : text.more}
      </Button>
      {isOpen ? (
        <Suspense>
          <OptionFields
            more={more}
            weekday={weekday}
            days={days}
            places={places}
            isClosed={isClosed}
            errorOf={errorOf}
            onChange={(part) => onChange({ more: { ...more, ...part } })}
          />
        </Suspense>
      ) : null}
      <IconButton
        size="small"
        aria-label={text.remove(number)}
        onClick={onRemove}
        sx={{ position: 'absolute', top: 4, right: 4 }}
      >
        <Icon name="trash" />
      </IconButton>
    </Box>
  );
}
