import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema, paymentStatusSchema } from '../appointments.ts';
import { guardianRelationSchema, shownIdentitySchema } from '../clinic/identity.ts';
import { presenceSchema } from '../clinic/queue.ts';
import { minutesSchema } from '../clinic/schedule.ts';
import { shownSessionSchema } from '../clinic/sessions.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../ids.ts';
import { movingToSchema } from './appointments/moves.ts';
import { claims, endpoint } from './definition.ts';
import { moneyShownSchema } from './shapes.ts';

/** One appointment of a patient, with whichever doctor. */
export const visitSchema = z.object({
  appointmentId: appointmentIdSchema,
  status: appointmentStatusSchema,
  pocId: idSchema,
  pocName: z.string(),
  specialization: z.string(),
  /** Null if the doctor is unknown. */
  departmentId: idSchema.nullable(),
  type: appointmentTypeSchema,
  date: dateSchema,
  time: timeSchema,
  /** The length of its slot when it was booked. */
  minutes: minutesSchema,
  session: shownSessionSchema.exactOptional(),
  payment: paymentStatusSchema.nullable(),
  money: moneyShownSchema,
  /** Absent before the patient arrives; it counts while the visit is Confirmed. */
  presence: presenceSchema.exactOptional(),
  movingTo: movingToSchema.exactOptional(),
  /** Where it was before it was moved to another day or doctor, the first place first; absent if it never was. */
  moves: z
    .array(
      z.object({
        date: dateSchema,
        time: timeSchema,
        pocName: z.string(),
        /** When (UTC) and by whom it was moved on. */
        movedAt: z.string(),
        movedBy: z.string(),
      }),
    )
    .exactOptional(),
  /** Position of the row: a page compares it with that of a change of its own. */
  at: positionSchema,
});
export type Visit = z.infer<typeof visitSchema>;

/** Null where nothing is known, and of an erased person. */
const contact = {
  name: z.string().nullable(),
  /** Country code plus number, digits only. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  location: z.string().nullable(),
  /** With today's age; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
};

/** Most upcoming and unpaid visits that are listed; the counts beside them have all. */
export const mostListed = 50;
/** Visits of one person that are read, the newest first: with more, `isCut` says that the counts lack the oldest. */
export const mostVisits = 1_000;

const getPatientOverview = endpoint('/api/patients/overview', {
  kind: 'query',
  // A doctor's own patients, and of these the own visits alone.
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.patient],
  request: z.strictObject({
    userId: idSchema,
    /** How many past visits are listed, newest first. */
    past: z.int().min(0).max(mostVisits).default(10),
  }),
  response: z.object({
    userId: idSchema,
    ...contact,
    /** Words beside the number, such as 'son'. */
    phoneNote: z.string().nullable(),
    bornOn: dateSchema.nullable(),
    guardianRelation: guardianRelationSchema.nullable(),
    guardianName: z.string().nullable(),
    erased: z.boolean(),
    /** The client's setting `bookingNeedsEmail` is off. */
    emailOptional: z.literal(true).exactOptional(),
    /** UTC, ISO 8601. */
    registeredAt: z.string(),
    /** The clinic's date when the call was answered. */
    today: dateSchema,
    /** Confirmed visits from today on, the next first. */
    upcoming: z.object({ total: z.int(), visits: z.array(visitSchema) }),
    /** All others, newest first: those of earlier days, and of later ones what is marked or cancelled. */
    past: z.object({
      total: z.int(),
      visited: z.int(),
      notVisited: z.int(),
      cancelled: z.int(),
      /** The first of all; null if there is none. */
      since: dateSchema.nullable(),
      visits: z.array(visitSchema),
    }),
    /** Visits before the patient came to be booked here, newest first; absent if there are none. In no count but `noShows`. */
    brought: z
      .object({
        total: z.int(),
        visits: z.array(
          z.object({
            visitId: idSchema,
            pocId: idSchema,
            pocName: z.string(),
            date: dateSchema,
            time: timeSchema.nullable(),
            outcome: z.enum(['Availed', 'Not_Availed', 'Cancelled']),
            paid: z.boolean().nullable(),
          }),
        ),
      })
      .exactOptional(),
    /** Marked Not Visited in the last 12 months. */
    noShows: z.int(),
    /** Confirmed or visited with something to pay, oldest first. */
    unpaid: z.object({
      total: z.int(),
      /** Rupees with two decimals. */
      fees: z.string(),
      /** How many have no amount and aren't in `fees`. */
      withoutFee: z.int(),
      visits: z.array(visitSchema),
    }),
    isCut: z.boolean(),
  }),
  failure: 'Failed to load the patient. Please try again.',
  title: 'A patient with upcoming and past visits, no-shows and open payments; doctors see only their own visits',
});

const getPatientFamily = endpoint('/api/patients/family', {
  kind: 'query',
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.patient],
  request: z.strictObject({ userId: idSchema }),
  response: z.object({
    /** At most 50, the first registered first, without the person asked for. */
    people: z.array(
      z.object({
        userId: idSchema,
        name: contact.name,
        email: contact.email,
        location: contact.location,
        identity: contact.identity,
        next: visitSchema.nullable(),
        /** When the person visited last; null if never. */
        lastVisit: dateSchema.nullable(),
      }),
    ),
  }),
  failure: 'Failed to load the patient. Please try again.',
  title: 'The other patients on a phone number, with their next visit; doctors see only their own patients',
});

export const patientEndpoints = { getPatientOverview, getPatientFamily };
