import { longestEmail } from '@dayline/contracts/fields/email-address';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import Box from '@mui/material/Box';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { AskedField } from '../../../ui/fields/asked-field.tsx';
import { TextField, type TextFieldProps } from '../../../ui/fields/fields.tsx';
import type { Booking } from '../api/use-booking.ts';
import { bookingText as text } from '../text.ts';

const asked: readonly ({ name: 'name' | 'email' | 'location' } & Pick<
  TextFieldProps,
  'type' | 'inputMode' | 'maxLength'
>)[] = [
  { name: 'name', maxLength: longestName },
  { name: 'email', type: 'email', inputMode: 'email', maxLength: longestEmail },
  { name: 'location', maxLength: longestLocation },
];

/** Step 2: the patient's details; prefilled for a known patient. */
export function DetailsStep({ booking: { errors, draft, set } }: { booking: Booking }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, pb: 1 }}>
      {draft.knownName === null ? null : (
        <Banner tone="visited" icon="check">
          <b>{draft.knownName === '' ? text.welcomeBack : text.welcomeBackTo(draft.knownName)}</b> {text.filledIn}
        </Banner>
      )}
      {asked.map(({ name, ...input }, index) => (
        <AskedField key={name} name={name}>
          <TextField
            label={text.labels[name]}
            name={name}
            value={draft.fields[name]}
            onChange={(value) => set({ [name]: value })}
            error={errors[name]}
            autoComplete="off"
            autoFocus={index === 0}
            {...input}
          />
        </AskedField>
      ))}
    </Box>
  );
}
