import { maxEmailLength } from '@dayline/contracts/fields/email-address';
import { maxLocationLength, maxNameLength } from '@dayline/contracts/fields/max-lengths';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { namedText } from '../../../shared/format/identity.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { TextField, type TextFieldProps } from '../../../ui/fields/fields.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import type { Booking } from '../api/use-booking.ts';
import { namesakeOf, optionalFieldsOf, personOf, renamedOf, similarTo } from '../family.ts';
import { bookingText as text } from '../text.ts';
import { ExistingBookings } from './existing-bookings.tsx';

const requestedFields: readonly ({ name: 'name' | 'email' | 'location' } & Pick<
  TextFieldProps,
  'type' | 'inputMode' | 'maxLength'
>)[] = [
  { name: 'name', maxLength: maxNameLength },
  { name: 'email', type: 'email', inputMode: 'email', maxLength: maxEmailLength },
  { name: 'location', maxLength: maxLocationLength },
];

const somebodyElse = 'somebodyElse';

/** The patients of the phone, and a choice for somebody else. */
function PatientChoice({ booking: { draft, choosePerson } }: { booking: Booking }) {
  return (
    <RadioField
      label={text.whoFor}
      options={[
        ...draft.family.map(({ userId, name, identity }) => ({
          value: userId,
          label: namedText(name ?? '', identity),
        })),
        { value: somebodyElse, label: text.somebodyElseOnPhone },
      ]}
      value={draft.personId ?? somebodyElse}
      onChange={(value) => choosePerson(value === somebodyElse ? null : value)}
      autoFocus={draft.family.length > 1}
    />
  );
}

/** Asks whether a changed name is a correction or another person; names the patients of the phone with a similar name. */
function RenameChoice({ booking: { draft, setRenamed, choosePerson } }: { booking: Booking }) {
  const renaming = renamedOf(draft);
  const namesake = namesakeOf(draft);
  const similar = similarTo(draft);
  if (!renaming && similar.length === 0) return null;
  return (
    <Stack gap={1} sx={{ mt: 1.5 }}>
      {renaming ? (
        <RadioField
          label={text.renamed(renaming.name ?? '')}
          options={[
            { value: 'corrected', label: text.nameCorrected },
            { value: somebodyElse, label: text.somebodyElse },
          ]}
          value={draft.renamed}
          onChange={(value) => setRenamed(value === 'corrected' ? 'corrected' : 'somebodyElse')}
        />
      ) : null}
      {similar.map((person) => (
        <Banner
          key={person.userId}
          tone="confirmed"
          icon="people"
          aside={
            <Button variant="outlined" size="small" onClick={() => choosePerson(person.userId)}>
              {text.samePerson}
            </Button>
          }
        >
          {person === namesake
            ? text.namesake(namedText(person.name ?? '', person.identity))
            : text.similar(namedText(person.name ?? '', person.identity))}
        </Banner>
      ))}
    </Stack>
  );
}

/** Step 2: the patient's details; prefilled for a known patient. */
export function DetailsStep({ booking }: { booking: Booking }) {
  const { errors, draft, set } = booking;
  const person = personOf(draft);
  const may = optionalFieldsOf(draft);
  return (
    <Box sx={{ display: 'grid', gap: 2, pb: 1 }}>
      {person === undefined ? null : (
        <Banner tone="visited" icon="check">
          <b>{person.name ? text.welcomeBackTo(person.name) : text.welcomeBack}</b> {text.filledIn}
        </Banner>
      )}
      {draft.family.length > 0 ? <PatientChoice booking={booking} /> : null}
      <ExistingBookings booking={booking} />
      {requestedFields.map(({ name, ...input }, index) => (
        <ConditionalField key={name} name={name}>
          <TextField
            label={text.labels[name]}
            name={name}
            value={draft.fields[name]}
            onChange={(value) => set({ [name]: value })}
            error={errors[name]}
            autoComplete="off"
            optional={name !== 'name' && may[name]}
            autoFocus={index === 0 && draft.family.length < 2}
            {...input}
          />
          {name === 'name' ? <RenameChoice booking={booking} /> : null}
        </ConditionalField>
      ))}
    </Box>
  );
}
