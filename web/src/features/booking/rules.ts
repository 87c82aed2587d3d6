import { appointmentTypeSchema } from '@dayline/contracts/appointments';
import { emailWith } from '@dayline/contracts/fields/email';
import { maxLocationLength, maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { countryCodes, defaultCountryCode, wholePhone } from '@dayline/contracts/fields/phone';
import { requiredLine } from '@dayline/contracts/fields/text';
import { dateSchema, timeSchema } from '@dayline/contracts/ids';
import { z } from 'zod';
import { bookingText as text } from './text.ts';

const requiredText = (missing: string) => z.string().min(1, missing);

/** Fields that a registered patient may lack. */
export interface OptionalField {
  phone?: boolean;
  email?: boolean;
  location?: boolean;
}
const orNothing = (may: boolean | undefined, schema: z.ZodType<string, string>) =>
  may ? z.union([z.literal(''), schema]) : schema;

/**
 * The wizard's schema, with the specification's sentence for each field (section 5). Only the first of several errors
 * is shown.
 */
export const bookingSchema = (may: OptionalField = {}) =>
  z.object({
    countryCode: z.string().refine((code) => countryCodes.some((candidate) => candidate === code)),
    phone: orNothing(
      may.phone,
      z.string().min(1, text.phoneRequired).regex(/^\d*$/, text.phoneDigits).regex(wholePhone, text.phoneLength),
    ),
    name: requiredLine(maxNameLength, text.nameRequired),
    email: orNothing(may.email, emailWith(text.emailRequired, text.emailInvalid)),
    location: orNothing(may.location, requiredLine(maxLocationLength, text.locationRequired)),
    type: requiredText(text.typeRequired).pipe(appointmentTypeSchema),
    departmentId: requiredText(text.departmentRequired),
    pocId: requiredText(text.doctorRequired),
    date: requiredText(text.dateRequired).pipe(dateSchema),
    time: requiredText(text.timeRequired).pipe(timeSchema),
  });

/** All typed or chosen values; '' if empty. */
export type BookingFields = z.input<ReturnType<typeof bookingSchema>>;
/** All fields, complete and trimmed. */
export type CompleteBooking = z.output<ReturnType<typeof bookingSchema>>;
export type BookingField = keyof BookingFields;

export const emptyFields: BookingFields = {
  countryCode: defaultCountryCode,
  phone: '',
  name: '',
  email: '',
  location: '',
  type: '',
  departmentId: '',
  pocId: '',
  date: '',
  time: '',
};

/** The fields of each step, from step 1; Confirm and Payment have none. */
const fieldsOfStep: readonly (readonly BookingField[])[] = [
  ['countryCode', 'phone'],
  ['name', 'email', 'location'],
  ['type'],
  ['departmentId', 'pocId'],
  ['date', 'time'],
];
export const confirmStep = 6;
export const paymentStep = 7;
export const timingStep = 5;

export const stepFields = (step: number): readonly BookingField[] => fieldsOfStep[step - 1] ?? [];

/** Country code plus number, the wire format of a phone. */
export const wirePhone = ({ countryCode, phone }: Pick<BookingFields, 'countryCode' | 'phone'>): string =>
  countryCode + phone;

/** The terms: "teleconsultation (upfront payment needed)" (section 1). */
export const paidUpfront = (type: string): boolean => type === 'Tele Consultation';
