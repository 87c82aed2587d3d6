import { isEmail, longestEmail } from '@dayline/contracts/fields/email-address';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import { defaultCountryCode, isWholePhone } from '@dayline/contracts/fields/phone';
import { isSameName, plainDigits } from '@dayline/contracts/fold';
import { isNamedAlike, mostDuplicates } from '@dayline/contracts/patients/duplicates';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { namedText } from '../../../shared/format/identity.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ConditionalField, focusField } from '../../../ui/fields/conditional-field.tsx';
import { type Choice, TextField } from '../../../ui/fields/fields.tsx';
import { cleanPhone, PhoneField } from '../../../ui/fields/phone-field.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { queueText as text } from '../text.ts';

interface Typed {
  name: string;
  countryCode: string;
  phone: string;
  /** Undefined until it is typed: the family's is shown. */
  email?: string;
  location?: string;
}
type Field = 'name' | 'phone' | 'email' | 'location';
type Errors = Partial<Record<Field, string>>;

/** What was typed into the search: a number or a name. */
function typedFrom(search: string): Typed {
  const { countryCode, number } = cleanPhone(search, defaultCountryCode);
  const isNumber = /^[\d\s+()-]+$/.test(plainDigits(search));
  return isNumber ? { name: '', countryCode, phone: number } : { name: search, countryCode, phone: '' };
}

function errorsOf(
  { name, phone, email, location }: Required<Omit<Typed, 'countryCode'>>,
  needsContact: boolean,
): Errors {
  const errors: Record<Field, string | undefined> = {
    name: name.trim() === '' ? text.nameRequired : tooLong(name, longestName),
    phone: phone === '' ? text.phoneRequired : isWholePhone(phone) ? undefined : text.phoneLength,
    email: email.trim() === '' ? (needsContact ? text.emailRequired : undefined) : emailError(email),
    location: needsContact && location.trim() === '' ? text.locationRequired : tooLong(location, longestLocation),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, sentence]) => sentence !== undefined));
}

const emailError = (email: string): string | undefined => (isEmail(email.trim()) ? undefined : text.emailInvalid);

/**
 * A person to be registered with the walk-in. Email and place are asked for as in the booking: required unless the
 * client's setting makes them optional, and filled in from others of the phone.
 */
export function useNewPerson() {
  const { clientId, emailOptional } = useIdentity();
  const [typed, setTyped] = useState<Typed>();
  const [errors, setErrors] = useState<Errors>({});
  const wirePhone = typed && isWholePhone(typed.phone) ? typed.countryCode + typed.phone : undefined;
  const { data } = useCall('verifyUser', { phone: wirePhone ?? '', clientId }, { enabled: wirePhone !== undefined });
  const family = wirePhone === undefined || !data?.exists ? [] : [data, ...data.others];
  const fields = typed && {
    ...typed,
    email: typed.email ?? family.find(({ email }) => email)?.email ?? '',
    location: typed.location ?? family.find(({ location }) => location)?.location ?? '',
  };
  const needsContact = emailOptional !== true;
  return {
    fields,
    errors,
    needsContact,
    /** Who is registered with the number. */
    family: family.flatMap(({ userId, name, identity }): Choice[] =>
      userId === null ? [] : [{ value: userId, label: namedText(name ?? '', identity) }],
    ),
    begin: (search: string) => setTyped(typedFrom(search.trim())),
    leave: () => setTyped(undefined),
    change(next: Partial<Typed>) {
      setErrors({});
      setTyped((before) => before && { ...before, ...next });
    },
    /** True if a field shows what is wrong; the first such is focused. */
    isWrong(): boolean {
      if (!fields) return false;
      const found = errorsOf(fields, needsContact);
      setErrors(found);
      const [first] = Object.keys(found);
      // After the field shows its error.
      if (first !== undefined) setTimeout(() => focusField(first));
      return first !== undefined;
    },
    async register(): Promise<Choice> {
      const { name, countryCode, phone, email, location } = fields ?? { ...typedFrom(''), email: '', location: '' };
      const person = { name, phone: countryCode + phone, email: email.trim() || null };
      // Those of the number are shown, and can be chosen instead.
      const similar = family.filter((known) => isNamedAlike(known.name, name) && !isSameName(known.name, name));
      const differentFrom = similar.flatMap((known) => known.userId ?? []).slice(0, mostDuplicates);
      const { userId } = await call('saveUser', {
        ...{ ...person, location: location.trim() || null, clientId },
        ...(differentFrom.length > 0 && { differentFrom }),
      });
      return { value: userId, label: name.trim() };
    },
  };
}

/** Name, phone, email and place of a new person, and who is registered with the phone already. */
export function NewPersonFields(props: { person: ReturnType<typeof useNewPerson>; onExisting(patient: Choice): void }) {
  const { fields, errors, needsContact, family, change, leave } = props.person;
  if (!fields) return null;
  const line = (name: 'name' | 'email' | 'location', maxLength: number) => (
    <ConditionalField name={name}>
      <TextField
        label={text[name]}
        name={name}
        value={fields[name]}
        onChange={(value) => change({ [name]: value })}
        error={errors[name]}
        optional={name !== 'name' && !needsContact}
        maxLength={maxLength}
        autoFocus={name === 'name' && fields.name === ''}
        autoComplete="off"
      />
    </ConditionalField>
  );
  return (
    <>
      {line('name', longestName)}
      <ConditionalField name="phone">
        <PhoneField
          label={text.phone}
          countryCode={fields.countryCode}
          onCountryCode={(countryCode) => change({ countryCode })}
          value={fields.phone}
          onChange={(phone) => change({ phone })}
          error={errors.phone}
          autoFocus={fields.name !== ''}
        />
      </ConditionalField>
      {family.length === 0 ? null : (
        <Banner
          tone="confirmed"
          icon="people"
          isNarrow
          aside={family.map((patient) => (
            <Button key={patient.value} variant="outlined" size="small" onClick={() => props.onExisting(patient)}>
              {patient.label}
            </Button>
          ))}
        >
          {text.registered}
        </Banner>
      )}
      {line('email', longestEmail)}
      {line('location', longestLocation)}
      <div>
        <Button variant="text" size="small" onClick={leave}>
          {text.existingPatient}
        </Button>
      </div>
    </>
  );
}
