import { z } from 'zod';
import { shownIdentitySchema } from '../clinic/identity.ts';
import { oneLine } from '../fields/format-characters.ts';
import { dateSchema, idSchema, timeSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';

/** People that a search shows. */
export const mostFound = 20;
/** The longest search, in UTF-16 units. */
export const longestTyped = 200;
export const typedTooLong = 'A search has at most 200 characters.';

const foundPersonSchema = z.object({
  userId: idSchema,
  name: z.string().nullable(),
  /** With today's age; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
  /** Country code plus number, digits only. */
  phone: z.string().nullable(),
  location: z.string().nullable(),
  /** The first registered of the phone, of another person's; null to a doctor. */
  family: z.string().nullable(),
  /** The next confirmed visit from today on. */
  next: z.object({ date: dateSchema, time: timeSchema, pocName: z.string() }).nullable(),
  /** Of a visit of today that is Confirmed, once the patient is there. */
  token: z.object({ number: z.int(), pocName: z.string() }).exactOptional(),
  /** When the person visited last; null if never. */
  lastVisit: dateSchema.nullable(),
});
export type FoundPerson = z.infer<typeof foundPersonSchema>;

const searchPatients = endpoint('/api/patients/search', {
  kind: 'query',
  // A doctor finds the own patients, with own visits alone.
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    /** Words of names in any order, whole, begun or with a letter off, digits of a phone, and the hospital's number; a number alone is also a token of today. */
    search: z.string().overwrite(oneLine).max(longestTyped, typedTooLong),
  }),
  response: z.object({
    /** The clinic's date when the call was answered. */
    today: dateSchema,
    /** Who has that token today, then best first: words found whole, then begun, then with a letter off; of equals by name. */
    people: z.array(foundPersonSchema).max(mostFound),
    /** Whether more people are found. */
    hasMore: z.boolean(),
  }),
  failure: 'Failed to search for patients. Please try again.',
  title: 'Search patients by name, phone or hospital number, best match first; doctors find only their own patients',
});

export const patientSearchEndpoints = { searchPatients };
