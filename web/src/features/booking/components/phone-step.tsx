import Box from '@mui/material/Box';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import type { Booking } from '../api/use-booking.ts';
import { bookingText as text } from '../text.ts';

/** Step 1: the number that identifies a patient. */
export function PhoneStep({ booking: { errors, draft, set } }: { booking: Booking }) {
  return (
    <Box sx={{ maxWidth: 440, pb: 1 }}>
      <ConditionalField name="phone">
        <PhoneField
          label={text.labels.phone}
          countryCode={draft.fields.countryCode}
          onCountryCode={(countryCode) => set({ countryCode })}
          value={draft.fields.phone}
          onChange={(phone) => set({ phone })}
          error={errors.phone}
          hint={text.phoneHint}
          autoFocus
        />
      </ConditionalField>
    </Box>
  );
}
