import { ageUnits, guardianRelations, sexes } from '@dayline/contracts/clinic/identity';
import { maxEmailLength } from '@dayline/contracts/fields/email-address';
import type { ReactNode } from 'react';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { TextField, type TextFieldProps } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import { type DetailErrors, type Details, longest } from '../details.ts';
import { detailsText as text } from '../text.ts';

interface PersonFieldsProps {
  details: Details;
  errors: DetailErrors;
  /** The registered details: a changed field shows its previous value. */
  before?: Details;
  /** Email and place are required. */
  needsContact?: boolean;
  onChange(change: Partial<Details>): void;
}

/** Side by side where there is room for both. */
const Pair = ({ columns = '1fr 1fr', children }: { columns?: string; children: ReactNode }) => (
  <Stack gap={2} sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: columns }, alignItems: 'start' }}>
    {children}
  </Stack>
);

type Name = keyof Details;
type FieldOptions = Partial<Pick<TextFieldProps, 'type' | 'inputMode' | 'maxLength' | 'min' | 'hint' | 'optional'>>;

/** Name, phone, email, place, and details that tell namesakes apart. */
export function PersonFields({ details, errors, before, needsContact = false, onChange }: PersonFieldsProps) {
  /** The previous value of a changed field. */
  const was = (name: Name, words: (value: string) => string = String) => {
    const value = before?.[name] ?? '';
    return value !== '' && value !== details[name].trim() ? text.was(words(value)) : undefined;
  };
  const line = (name: Name, { hint, ...more }: FieldOptions = {}) => (
    <ConditionalField name={name}>
      <TextField
        label={text.labels[name]}
        name={name}
        value={details[name]}
        onChange={(value) => onChange({ [name]: value })}
        error={errors[name]}
        hint={was(name) ?? hint}
        autoComplete="off"
        autoFocus={name === 'name'}
        optional
        {...more}
      />
    </ConditionalField>
  );
  const choice = <Value extends string>(
    name: Name,
    values: readonly Value[],
    words: Readonly<Record<Value, string>>,
  ) => (
    <ConditionalField name={name}>
      <NativeSelectField
        label={text.labels[name]}
        name={name}
        value={details[name]}
        onChange={(value) => onChange({ [name]: value })}
        choices={values.map((value) => ({ value, label: words[value] }))}
        // Cast is safe: a known value is one of the choices.
        hint={was(name, (value) => words[value as Value] ?? value)}
        {...(name === 'ageUnit' ? {} : { placeholder: text.notKnown, optional: true })}
      />
    </ConditionalField>
  );
  return (
    <>
      {line('name', { maxLength: longest.name, optional: false })}
      <Pair columns="3fr 2fr">
        <ConditionalField name="phone">
          <PhoneField
            label={text.labels.phone}
            countryCode={details.countryCode}
            onCountryCode={(countryCode) => onChange({ countryCode })}
            value={details.phone}
            onChange={(phone) => onChange({ phone })}
            error={errors.phone}
            hint={was('phone') ?? text.phoneHint}
            optional
          />
        </ConditionalField>
        {line('phoneNote', { maxLength: longest.phoneNote, hint: text.phoneNoteHint })}
      </Pair>
      <Pair>
        {line('email', { type: 'email', inputMode: 'email', maxLength: maxEmailLength, optional: !needsContact })}
        {line('location', { maxLength: longest.location, optional: !needsContact })}
      </Pair>
      <Pair>
        {line('uhid', { maxLength: longest.uhid })}
        {choice('sex', sexes, text.sexes)}
      </Pair>
      <Pair columns="2fr 1fr 1fr">
        {line('bornOn', { type: 'date' })}
        {line('age', { inputMode: 'numeric', hint: text.ageHint })}
        {choice('ageUnit', ageUnits, text.ageUnits)}
      </Pair>
      <Pair columns="1fr 2fr">
        {choice('guardianRelation', guardianRelations, text.relations)}
        {line('guardianName', { maxLength: longest.guardianName })}
      </Pair>
    </>
  );
}
