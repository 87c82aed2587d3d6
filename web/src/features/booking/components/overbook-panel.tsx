import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Button from '@mui/material/Button';
import { timeChoices } from '../../../shared/appointments/slot-picker/times.ts';
import { type ChosenSlot, useTimes } from '../../../shared/appointments/slot-picker/use-lost-time.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Inline, outlined, Stack } from '../../../ui/layout/boxes.tsx';
import type { Booking } from '../api/use-booking.ts';
import { bookingText } from '../text.ts';

/** The last choice: a full time, with the reason for overbooking. */
export function OverbookPanel({ booking, slot }: { booking: Booking; slot: ChosenSlot }) {
  const { draft, errors, busy, visit, setBeyond } = booking;
  const { date, time } = draft.fields;
  const { beyond } = draft;
  const text = bookingText.beyond;
  const now = useClinicNow(useIdentity().zone);
  const times = useTimes(slot, { enabled: date !== '' && visit.isSettled, keepsPrevious: true }).data ?? [];
  const choices = timeChoices(times, date, now);
  const full = times.filter(({ overbook }, index) => overbook && choices[index]?.state === 'full');
  const isOpen = beyond !== null;
  if (date === '' || (full.length === 0 && !isOpen)) return null;
  const [only, ...others] = full;
  const first = others.length === 0 && only ? only.appointment_time : '';
  if (!isOpen) {
    return (
      <Button
        variant="text"
        disabled={busy}
        onClick={() => setBeyond({ time: first, reason: '' })}
        sx={{ justifySelf: 'start' }}
      >
        {text.open}
      </Button>
    );
  }
  return (
    <Stack
      component="section"
      aria-label={text.title}
      gap={1.5}
      sx={{ ...outlined, borderRadius: '6px', p: 1.5, gridTemplateColumns: { xs: '100%', sm: '220px minmax(0, 1fr)' } }}
    >
      <NativeSelectField
        label={text.time}
        value={time}
        placeholder={text.chooseTime}
        disabled={busy}
        autoFocus={time === ''}
        onChange={(chosenTime) => setBeyond({ time: chosenTime, reason: beyond })}
        choices={full.map(({ appointment_time: value }) => ({ value, label: clockTime(value) }))}
      />
      <ConditionalField name="beyond">
        <TextField
          label={text.reason}
          value={beyond}
          onChange={(reason) => setBeyond({ time, reason })}
          error={errors.beyond}
          hint={text.hint}
          maxLength={maxReasonLength}
        />
      </ConditionalField>
      <Inline sx={{ gridColumn: '1 / -1' }}>
        <Button variant="text" size="small" disabled={busy} onClick={() => setBeyond(null)} sx={{ ml: -1 }}>
          {text.close}
        </Button>
      </Inline>
    </Stack>
  );
}
