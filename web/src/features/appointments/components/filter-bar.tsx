import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { DoctorFilter } from '../../../shared/appointments/doctors/doctor-fields.tsx';
import { formatText } from '../../../shared/format/text.ts';
import { shortDate } from '../../../shared/format/time.ts';
import { FilterChip, type FilterChipProps } from '../../../ui/buttons/filter-chip.tsx';
import { useTypedMoment } from '../../../ui/fields/moment-field.tsx';
import { Inline, lineBelow } from '../../../ui/layout/boxes.tsx';
import { detailsText as text } from '../text.ts';

interface FilterBarProps {
  chips: readonly Omit<FilterChipProps, 'name'>[];
  from?: string | undefined;
  to?: string | undefined;
  /** Absent where the list can't be filtered by day. */
  onDates?(dates: { from?: string | undefined; to?: string | undefined }): void;
  /** Shows those that were moved to another day or doctor. */
  onMoved?: (() => void) | undefined;
  /** Absent if the list is of one doctor. */
  onDoctor?: ((pocId: string | undefined) => void) | undefined;
  pocId?: string | undefined;
  onClearAll(): void;
  aside?: ReactNode;
}

/** `Nov 16 to Nov 23`, `from Nov 16`, `to Nov 23`. */
export function dateRangeWords(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined)
    return from === to ? shortDate(from) : formatText.range(shortDate(from), shortDate(to));
  return from === undefined ? text.until(shortDate(to ?? '')) : text.since(shortDate(from));
}

function DayInput(props: { label: string; value: string | undefined; onChange(date: string): void }) {
  const { label, value, onChange } = props;
  const moment = useTypedMoment('date', value ?? '', onChange);
  return (
    <OutlinedInput
      type="date"
      value={moment.value}
      onChange={(event) => moment.onChange(event.target.value)}
      onBlur={moment.onBlur}
      startAdornment={
        <InputAdornment position="start" disableTypography aria-hidden="true">
          {label}
        </InputAdornment>
      }
      slotProps={{ input: { 'aria-label': label } }}
      sx={{
        flexShrink: 0,
        width: { xs: 200, md: 180 },
        pl: 1.25,
        fontSize: '0.8125rem',
        '&&': { minHeight: { xs: 44, md: 32 } },
        '& input': { py: 0.25 },
      }}
    />
  );
}

/** A details list's filters: chips that can each be cleared, and fields to add more. */
export function FilterBar(props: FilterBarProps) {
  const { chips, from, to, onDates, onMoved, onDoctor, pocId = '', onClearAll, aside } = props;
  return (
    <Inline
      role="group"
      aria-label={text.filters}
      gap={1}
      sx={{
        flexWrap: { md: 'wrap' },
        px: 2,
        py: 0.75,
        overflowX: 'auto',
        ...lineBelow,
      }}
    >
      {chips.map((chip) => (
        <FilterChip key={chip.label} {...chip} name={text.clearOne(chip.label)} />
      ))}
      {onDates ? (
        <>
          <DayInput label={text.from} value={from} onChange={(date) => onDates({ from: date || undefined, to })} />
          <DayInput label={text.to} value={to} onChange={(date) => onDates({ from, to: date || undefined })} />
        </>
      ) : null}
      {onDoctor ? (
        <Box
          sx={{
            width: 176,
            flexShrink: 0,
            '&& .MuiInputBase-root': { minHeight: { xs: 44, md: 32 }, fontSize: '0.8125rem' },
            '&& select': { py: 0.25 },
          }}
        >
          <DoctorFilter
            label={text.doctor}
            placeholder={text.allDoctors}
            value={pocId}
            onChange={(id) => onDoctor(id === '' ? undefined : id)}
          />
        </Box>
      ) : null}
      {onMoved ? (
        <Button variant="text" size="small" onClick={onMoved} sx={{ flexShrink: 0 }}>
          {text.moved.filter}
        </Button>
      ) : null}
      {chips.length > 1 ? (
        <Button variant="text" size="small" onClick={onClearAll} sx={{ flexShrink: 0 }}>
          {text.clearAll}
        </Button>
      ) : null}
      {aside === undefined ? null : (
        <Box sx={{ ml: 'auto', flexShrink: 0, fontSize: '0.8125rem', color: 'text.secondary' }}>{aside}</Box>
      )}
    </Inline>
  );
}
