import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { clockTime } from '../../../shared/format/time.ts';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { isInPlace } from '../../../ui/buttons/single-press.ts';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import type { Draft, Faults } from '../rules.ts';
import { calendarText as text } from '../text.ts';

interface HoursFieldsProps {
  draft: Draft;
  faults: Faults;
  onChange(part: Partial<Draft>): void;
}

/** Closed, or open for a part of the day. */
export function HoursFields({ draft: { isClosed, open, bookUntil }, faults, onChange }: HoursFieldsProps) {
  const put = (index: number, span: Partial<Draft['open'][number]>) =>
    onChange({ open: open.map((before, at) => (at === index ? { ...before, ...span } : before)) });
  return (
    <Stack gap={1}>
      <ModeToggle
        label={text.what}
        value={isClosed ? 'closed' : 'hours'}
        onChange={(mode) => onChange({ isClosed: mode === 'closed' })}
        modes={[
          { value: 'closed', label: text.closed },
          { value: 'hours', label: text.hours },
        ]}
      />
      {isClosed
        ? null
        : open.map(({ from, to }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hours have nothing else, and keep their place while they are typed
            <ConditionalField key={index} name={`open.${index}`}>
              <Stack
                gap={1}
                sx={{
                  gridTemplateColumns: open.length > 1 ? '1fr 1fr 40px' : '1fr 1fr',
                  alignItems: 'start',
                  '& input': { pl: 1, pr: 0.5 },
                }}
              >
                <TextField
                  label={text.opens}
                  type="time"
                  value={from}
                  onChange={(next) => put(index, { from: next })}
                />
                <TextField
                  label={text.closes}
                  type="time"
                  value={to === '24:00' ? '23:59' : to}
                  onChange={(next) => put(index, { to: next })}
                  error={faults[`open.${index}`]}
                />
                {open.length > 1 ? (
                  <IconButton
                    aria-label={text.removeHours(clockTime(from))}
                    onClick={() => onChange({ open: open.filter((_, at) => at !== index) })}
                    sx={{ mt: 3 }}
                  >
                    <Icon name="trash" />
                  </IconButton>
                ) : null}
              </Stack>
            </ConditionalField>
          ))}
      {isClosed ? null : (
        <Button
          {...isInPlace}
          variant="text"
          startIcon={<Icon name="plus" />}
          onClick={() => onChange({ open: [...open, { from: '', to: '' }] })}
          sx={{ justifySelf: 'start' }}
        >
          {text.addHours}
        </Button>
      )}
      {isClosed ? null : (
        <TextField
          label={text.bookUntil}
          type="time"
          optional
          hint={text.bookUntilHint}
          value={bookUntil}
          onChange={(next) => onChange({ bookUntil: next })}
        />
      )}
    </Stack>
  );
}
