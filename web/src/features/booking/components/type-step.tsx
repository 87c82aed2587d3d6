import { type AppointmentType, appointmentTypes } from '@dayline/contracts/appointments';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useId } from 'react';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { ChoiceError, ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Span, Stack } from '../../../ui/layout/boxes.tsx';
import type { Booking } from '../api/use-booking.ts';
import { bookingText as text } from '../text.ts';

const icons: Record<AppointmentType, IconName> = { 'Direct Consultation': 'stethoscope', 'Tele Consultation': 'video' };

/** Step 3: the consultation type. */
export function TypeStep({ booking: { errors, draft, set } }: { booking: Booking }) {
  const errorId = useId();
  const error = errors.type;
  const chosenType = draft.fields.type;
  const onKeyDown = (type: AppointmentType) => (event: KeyboardEvent) => {
    // The first Enter chooses, the next one continues, as with dates and times.
    if (event.key !== 'Enter' || chosenType === type) return;
    event.preventDefault();
    set({ type });
  };
  return (
    <ConditionalField name="type">
      <Stack
        role="radiogroup"
        aria-label={text.labels.type}
        aria-describedby={error === undefined ? undefined : errorId}
        aria-invalid={error !== undefined}
        gap={1.5}
        sx={{ gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, pb: 1 }}
      >
        {appointmentTypes.map((type, index) => (
          <Box
            key={type}
            component="label"
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              gap: 1.5,
              p: 2,
              border: '1px solid',
              borderColor: chosenType === type ? 'primary.main' : 'field.border',
              borderRadius: '6px',
              boxShadow: chosenType === type ? 'inset 0 0 0 1px var(--dl-palette-primary-main)' : 'none',
              bgcolor: chosenType === type ? 'teal.soft' : 'background.paper',
              cursor: 'pointer',
              '&:hover': { borderColor: 'primary.main' },
              '&:has(:focus-visible)': { outline: '2px solid var(--dl-palette-primary-main)', outlineOffset: '2px' },
            }}
          >
            <Box
              component="input"
              type="radio"
              name="type"
              value={type}
              checked={chosenType === type}
              onChange={() => set({ type })}
              onKeyDown={onKeyDown(type)}
              autoFocus={chosenType === '' ? index === 0 : chosenType === type}
              aria-describedby={`${errorId}-${index}`}
              aria-label={appointmentText.type[type]}
              sx={{
                m: 0,
                mt: '2px',
                width: 16,
                height: 16,
                accentColor: 'var(--dl-palette-primary-main)',
                outline: 'none',
              }}
            />
            <Box sx={{ flex: 1 }}>
              <Span sx={{ display: 'block', fontWeight: 600 }}>{appointmentText.type[type]}</Span>
              <Span
                id={`${errorId}-${index}`}
                sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}
              >
                {text.typeHints[type]}
              </Span>
            </Box>
            <Icon name={icons[type]} sx={{ color: 'primary.main' }} />
          </Box>
        ))}
      </Stack>
      <ChoiceError id={errorId}>{error}</ChoiceError>
    </ConditionalField>
  );
}
