import { z } from 'zod';
import { shownIdentitySchema } from '../clinic/identity.ts';
import { tokenLetterSchema } from '../clinic/queue.ts';
import { oneLine } from '../fields/format-characters.ts';
import { dateSchema, idSchema, timeSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';

/** The number of people in a search's answer. */
export const maxFound = 20;
/** The longest search, in UTF-16 units. */
export const maxTypedLength = 200;
export const typedTooLong = 'A search has at most 200 characters.';

const foundPersonSchema = z.object({
  userId: idSchema,
  name: z.string().nullable(),
  /** The identity with today's age; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
  /** Country code plus number, digits only. */
  phone: z.string().nullable(),
  location: z.string().nullable(),
  /** The person registered first with the phone, if it is another; null for a doctor. */
  family: z.string().nullable(),
  /** The next confirmed visit from today on. */
  next: z.object({ date: dateSchema, time: timeSchema, pocName: z.string() }).nullable(),
  /** The presence at a Confirmed visit of today, once the patient has arrived. */
  token: z.object({ number: z.int(), letter: tokenLetterSchema.exactOptional(), pocName: z.string() }).exactOptional(),
  /** When the person last visited; null if never. */
  lastVisit: dateSchema.nullable(),
});
export type FoundPerson = z.infer<typeof foundPersonSchema>;

const searchPatients = endpoint('/api/patients/search', {
  kind: 'query',
  // A doctor finds only their own patients, with their own visits.
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    /**
     * Words of names in any order, whole, abbreviated or with one wrong letter; digits of a phone; the hospital number.
     * A number, alone or with a letter before it, is also a token of today.
     */
    search: z.string().overwrite(oneLine).max(maxTypedLength, typedTooLong),
  }),
  response: z.object({
    /** The clinic's date at the time of the answer. */
    today: dateSchema,
    /**
     * The patient who has that token today, then the best matches: whole words, then beginnings, then words with one
     * wrong letter; equal matches by name.
     */
    people: z.array(foundPersonSchema).max(maxFound),
    /** Whether there are more matches. */
    hasMore: z.boolean(),
  }),
  failure: 'Failed to search for patients. Please try again.',
  title: 'Search patients by name, phone or hospital number, best match first; doctors find only their own patients',
});

export const patientSearchEndpoints = { searchPatients };
