import { longestEmail } from '@dayline/contracts/fields/email-address';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import Box from '@mui/material/Box';
import { Controller } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { TextField, type TextFieldProps } from '../../../ui/fields/fields.tsx';
import type { Booking } from '../api/use-booking.ts';
import { bookingText as text } from '../text.ts';
import { AskedField } from './asked-field.tsx';

const asked: readonly ({ name: 'name' | 'email' | 'location' } & Pick<
  TextFieldProps,
  'type' | 'inputMode' | 'maxLength'
>)[] = [
  { name: 'name', maxLength: longestName },
  { name: 'email', type: 'email', inputMode: 'email', maxLength: longestEmail },
  { name: 'location', maxLength: longestLocation },
];

/** Step 2: the patient's details; prefilled for a known patient. */
export function DetailsStep({ booking: { form, draft } }: { booking: Booking }) {
  const { errors } = form.formState;
  return (
    <Box sx={{ display: 'grid', gap: 2, pb: 1 }}>
      {draft.knownName === null ? null : (
        <Banner tone="visited" icon="check">
          <Box component="span" sx={{ fontWeight: 600 }}>
            {draft.knownName === '' ? text.welcomeBack : text.welcomeBackTo(draft.knownName)}
          </Box>{' '}
          {text.filledIn}
        </Banner>
      )}
      {asked.map(({ name, ...input }, index) => (
        <AskedField key={name} name={name}>
          <Controller
            control={form.control}
            name={name}
            render={({ field }) => (
              <TextField
                label={text.labels[name]}
                name={field.name}
                value={field.value}
                onChange={field.onChange}
                error={errors[name]?.message}
                autoComplete="off"
                autoFocus={index === 0}
                {...input}
              />
            )}
          />
        </AskedField>
      ))}
    </Box>
  );
}
