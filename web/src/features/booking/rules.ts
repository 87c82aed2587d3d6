import { appointmentTypeSchema } from '@dayline/contracts/appointments';
import { dateSchema, idSchema, timeSchema } from '@dayline/contracts/ids';
import { z } from 'zod';
import { bookingText as text } from './text.ts';

/** "Country codes offered: 1, 44, 61, 91, 86, 49, 33, 81, 65, 971, 92, 880, 94, 977" (section 9), in that order. */
export const countries = [
  { code: '1', name: 'USA, Canada' },
  { code: '44', name: 'UK' },
  { code: '61', name: 'Australia' },
  { code: '91', name: 'India' },
  { code: '86', name: 'China' },
  { code: '49', name: 'Germany' },
  { code: '33', name: 'France' },
  { code: '81', name: 'Japan' },
  { code: '65', name: 'Singapore' },
  { code: '971', name: 'UAE' },
  { code: '92', name: 'Pakistan' },
  { code: '880', name: 'Bangladesh' },
  { code: '94', name: 'Sri Lanka' },
  { code: '977', name: 'Nepal' },
] as const;

export const defaultCountryCode = '91';
export const phoneLength = 10;

const chosen = (missing: string) => z.string().min(1, missing);

/** What the wizard asks, with the specification's sentence for each field (section 5). Of several the first is shown. */
export const bookingSchema = z.object({
  countryCode: z.enum(countries.map(({ code }) => code)),
  phone: z.string().min(1, text.phoneRequired).regex(/^\d*$/, text.phoneDigits).length(phoneLength, text.phoneLength),
  name: z.string().trim().min(1, text.nameRequired).max(120),
  email: z
    .string()
    .trim()
    .min(1, text.emailRequired)
    .max(254)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, text.emailInvalid),
  location: z.string().trim().min(1, text.locationRequired).max(120),
  type: chosen(text.typeRequired).pipe(appointmentTypeSchema),
  departmentId: chosen(text.departmentRequired),
  pocId: chosen(text.doctorRequired),
  date: chosen(text.dateRequired).pipe(dateSchema),
  time: chosen(text.timeRequired).pipe(timeSchema),
});

/** The same, complete and trimmed. */
export type CompleteBooking = z.output<typeof bookingSchema>;
export type BookingField = keyof CompleteBooking;
/** Everything that is typed or chosen; '' where nothing is yet. */
export type BookingFields = Record<BookingField, string>;

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

/** The fields of each step, from step 1; Confirm and Payment have none of their own. */
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

/** The step that asks a field, from 1. */
export const stepOfField = (field: BookingField): number =>
  fieldsOfStep.findIndex((fields) => fields.includes(field)) + 1;

/** What is wrong with some fields: a sentence for each that is. */
export function problemsOf(
  fields: BookingFields,
  asked: readonly BookingField[],
): Partial<Record<BookingField, string>> {
  const parsed = bookingSchema.safeParse(fields);
  const problems: Partial<Record<BookingField, string>> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = asked.find((name) => name === issue.path[0]);
    if (field) problems[field] ??= issue.message;
  }
  return problems;
}

/** "Payment step re-checks 10 digits and returns to step 1." */
export const isWholePhone = (phone: string): boolean => /^\d{10}$/.test(phone);

/** Country code plus number, as the wire has a phone. */
export const wirePhone = ({ countryCode, phone }: Pick<BookingFields, 'countryCode' | 'phone'>): string =>
  countryCode + phone;

/** "Input accepts only digits, max length 10." */
export const typedPhone = (text: string): string => text.replace(/\D/g, '').slice(0, phoneLength);

/**
 * What a pasted number means: without signs and spaces, without the trunk's 0, and with its country code taken off where
 * ten digits are left. A number that begins with + or 00 says its country itself.
 */
export function pastedPhone(pasted: string, countryCode: string): { countryCode: string; phone: string } {
  const digits = pasted.replace(/\D/g, '');
  const international = /^\s*(\+|00)/.test(pasted);
  const bare = digits.replace(/^0+/, '');
  const codes = international ? countries.map(({ code }) => String(code)) : [countryCode];
  const own = codes.find((code) => bare.startsWith(code) && bare.length === code.length + phoneLength);
  if (own) return { countryCode: own, phone: bare.slice(own.length) };
  return { countryCode, phone: typedPhone(digits.length > phoneLength ? bare : digits) };
}
