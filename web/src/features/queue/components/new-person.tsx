import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { isEmail, maxEmailLength } from '@dayline/contracts/fields/email-address';
import { maxLocationLength, maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { defaultCountryCode, isWholePhone } from '@dayline/contracts/fields/phone';
import { isSameName, plainDigits } from '@dayline/contracts/fold';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { namedText } from '../../../shared/format/identity.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ConditionalField, focusField } from '../../../ui/fields/conditional-field.tsx';
import { type Choice, TextField } from '../../../ui/fields/fields.tsx';
import { cleanPhone, PhoneField } from '../../../ui/fields/phone-field.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { phoneText } from '../../../ui/locale/words.ts';
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
    name: name.trim() === '' ? text.nameRequired : tooLong(name, maxNameLength),
    phone: phone === '' ? text.phoneRequired : isWholePhone(phone) ? undefined : text.phoneLength,
    email: email.trim() === '' ? (needsContact ? text.emailRequired : undefined) : emailError(email),
    location: needsContact && location.trim() === '' ? text.locationRequired : tooLong(location, maxLocationLength),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, sentence]) => sentence !== undefined));
}

const emailError = (email: string): string | undefined => (isEmail(email.trim()) ? undefined : text.emailInvalid);

/** Registered patients who may be the same person. */
export type Similar = ResponseOf<'findDuplicates'>['people'];

/**
 * A person to be registered with the walk-in. Email and place are asked for as in the booking: required unless the
 * client's setting makes them optional, and filled in from others of the phone.
 */
export function useNewPerson() {
  const { clientId, emailOptional } = useIdentity();
  const [input, setInput] = useState<Typed>();
  const [errors, setErrors] = useState<Errors>({});
  const [similar, setSimilar] = useState<Similar>([]);
  /** The similar patients who are different people, once the desk has said so. */
  const different = useRef<Similar | null>(null);
  const wirePhone = input && isWholePhone(input.phone) ? input.countryCode + input.phone : undefined;
  const { data } = useCall('verifyUser', { phone: wirePhone ?? '', clientId }, { enabled: wirePhone !== undefined });
  const family = wirePhone === undefined || !data?.exists ? [] : [data, ...data.others];
  const fields = input && {
    ...input,
    email: input.email ?? family.find(({ email }) => email)?.email ?? '',
    location: input.location ?? family.find(({ location }) => location)?.location ?? '',
  };
  const needsContact = emailOptional !== true;
  return {
    fields,
    errors,
    needsContact,
    similar,
    /** Who is registered with the number. */
    family: family.flatMap(({ userId, name, identity }): Choice[] =>
      userId === null ? [] : [{ value: userId, label: namedText(name ?? '', identity) }],
    ),
    begin: (search: string) => setInput(typedFrom(search.trim())),
    leave() {
      setInput(undefined);
      setSimilar([]);
      different.current = null;
    },
    ask: setSimilar,
    /** The similar patients are different people. */
    isDifferent() {
      different.current = similar;
    },
    change(next: Partial<Typed>) {
      setErrors({});
      setSimilar([]);
      different.current = null;
      setInput((before) => before && { ...before, ...next });
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
    /** Who may be the same person; nobody once the desk has decided. */
    async findSimilar(): Promise<Similar> {
      if (!fields || different.current !== null) return [];
      const person = { name: fields.name, phone: fields.countryCode + fields.phone, bornOn: null, sex: null };
      return (await call('findDuplicates', { clientId, ...person })).people;
    },
    async register(): Promise<Choice> {
      const { name, countryCode, phone, email, location } = fields ?? { ...typedFrom(''), email: '', location: '' };
      const person = { name, phone: countryCode + phone, email: email.trim() || null };
      const others = different.current ?? [];
      const isNamesake = others.some((patient) => patient.phone === person.phone && isSameName(patient.name, name));
      const { userId } = await call('saveUser', {
        ...{ ...person, location: location.trim() || null, clientId },
        ...(isNamesake && { somebodyElse: true }),
        ...(others.length > 0 && { differentFrom: others.map(({ userId }) => userId) }),
      });
      return { value: userId, label: name.trim() };
    },
  };
}

/** "Same person / Somebody else": who may be the person to be registered. */
function SimilarPeople(props: { people: Similar; onExisting(patient: Choice): void; onDifferent(): void }) {
  const { people, onExisting, onDifferent } = props;
  return (
    <Banner
      tone="confirmed"
      icon="people"
      urgent
      isNarrow
      aside={
        <>
          {people.map(({ userId, name, identity, phone }) => {
            const label = [namedText(name ?? '', identity), phone && phoneText(phone)].filter(Boolean).join(', ');
            return (
              <Button
                key={userId}
                variant="outlined"
                size="small"
                onClick={() => onExisting({ value: userId, label: namedText(name ?? '', identity) })}
              >
                {text.samePerson(label)}
              </Button>
            );
          })}
          <Button variant="outlined" size="small" onClick={onDifferent}>
            {text.somebodyElse}
          </Button>
        </>
      }
    >
      {text.similar}
    </Banner>
  );
}

/** Name, phone, email and place of a new person, and who is registered with the phone already. */
export function NewPersonFields(props: {
  person: ReturnType<typeof useNewPerson>;
  onExisting(patient: Choice): void;
  onDifferent(): void;
}) {
  const { fields, errors, needsContact, family, similar, change, leave } = props.person;
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
      {line('name', maxNameLength)}
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
      {similar.length === 0 ? null : (
        <SimilarPeople people={similar} onExisting={props.onExisting} onDifferent={props.onDifferent} />
      )}
      {family.length === 0 || similar.length > 0 ? null : (
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
      {line('email', maxEmailLength)}
      {line('location', maxLocationLength)}
      <div>
        <Button variant="text" size="small" onClick={leave}>
          {text.existingPatient}
        </Button>
      </div>
    </>
  );
}
