import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema, paymentStatusSchema } from '../appointments.ts';
import { guardianRelationSchema, shownIdentitySchema } from '../clinic/identity.ts';
import { presenceSchema } from '../clinic/queue.ts';
import { minutesSchema } from '../clinic/schedule.ts';
import { shownSessionSchema } from '../clinic/sessions.ts';
import { actorSchema } from '../events/metadata.ts';
import { languages } from '../fields/language.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../ids.ts';
import { detailFields } from '../patients/person.ts';
import { movingToSchema } from './appointments/moves.ts';
import { claims, endpoint } from './definition.ts';
import { moneyShownSchema } from './shapes.ts';

/** One appointment of a patient, with any doctor. */
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
  patientClass: z.string().exactOptional(),
  payment: paymentStatusSchema.nullable(),
  money: moneyShownSchema,
  /** Absent before the patient arrives. It counts while the visit is Confirmed. */
  presence: presenceSchema.exactOptional(),
  movingTo: movingToSchema.exactOptional(),
  /** Where it was before moves to another day or doctor, the first place first; absent if it was never moved. */
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
  /** The row's position: a page compares it with that of its own change. */
  at: positionSchema,
});
export type Visit = z.infer<typeof visitSchema>;

/** Null if nothing is known, and for an erased person. */
const contact = {
  name: z.string().nullable(),
  /** Country code plus number, digits only. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  location: z.string().nullable(),
  /** The identity with today's age; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
};

/** The highest number of upcoming and unpaid visits that are listed; the counts include all. */
export const maxListed = 50;
/**
 * The visits of one person that are read, newest first. If there are more, `isCut` says that the counts lack the
 * oldest.
 */
export const maxVisits = 1_000;

const getPatientOverview = endpoint('/api/patients/overview', {
  kind: 'query',
  // A doctor's own patients, with only the doctor's own visits.
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.patient],
  request: z.strictObject({
    userId: idSchema,
    /** The number of past visits to list, newest first. */
    past: z.int().min(0).max(maxVisits).default(10),
  }),
  response: z.object({
    userId: idSchema,
    ...contact,
    /** A note on the number, such as 'son'. */
    phoneNote: z.string().nullable(),
    bornOn: dateSchema.nullable(),
    guardianRelation: guardianRelationSchema.nullable(),
    guardianName: z.string().nullable(),
    erased: z.boolean(),
    /** The records that are merged into this one, oldest merge first; absent if there are none. */
    merged: z
      .array(
        z.object({
          mergeId: z.string(),
          userId: idSchema,
          name: z.string().nullable(),
          phone: z.string().nullable(),
          uhid: z.string().nullable(),
          /** UTC, ISO 8601. */
          mergedAt: z.string(),
          mergedBy: z.string(),
          /** The visits that were booked for this record. */
          visits: z.int(),
          /** The name of the record that stands, without those of the merged ones. */
          ownName: z.string().nullable(),
          /** The fields in which this record's details stand for the person. */
          chosen: z.array(z.enum(detailFields)),
          /** The appointments that were booked since the merge, newest first: a split asks whose they are. */
          since: z.array(
            z.object({ appointmentId: appointmentIdSchema, date: dateSchema, time: timeSchema, pocName: z.string() }),
          ),
        }),
      )
      .exactOptional(),
    /** Whether the patient wants emails about visits; absent if the patient has never said. */
    messages: z
      .object({
        accepted: z.boolean(),
        /** UTC, ISO 8601. */
        since: z.string(),
        /** By the link in an email, or who recorded it. */
        by: actorSchema.pick({ kind: true, name: true }),
      })
      .exactOptional(),
    /** The language of the emails about visits: the patient's, or null, and the hospital's; absent once erased. */
    messageLanguage: z.object({ chosen: z.enum(languages).nullable(), ofHospital: z.enum(languages) }).exactOptional(),
    /** The client's setting `bookingNeedsEmail` is off. */
    emailOptional: z.literal(true).exactOptional(),
    /** UTC, ISO 8601. */
    registeredAt: z.string(),
    /** The clinic's date at the time of the answer. */
    today: dateSchema,
    /** Confirmed visits from today on, earliest first. */
    upcoming: z.object({ total: z.int(), visits: z.array(visitSchema) }),
    /** All other visits, newest first: those of earlier days, and later ones that are marked or cancelled. */
    past: z.object({
      total: z.int(),
      visited: z.int(),
      notVisited: z.int(),
      cancelled: z.int(),
      /** The first visit; null if there is none. */
      since: dateSchema.nullable(),
      visits: z.array(visitSchema),
    }),
    /** Imported past visits, newest first; absent if there are none. They count only in `noShows`. */
    imported: z
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
    /** Confirmed or visited, with an open amount; oldest first. */
    unpaid: z.object({
      total: z.int(),
      /** Rupees with two decimals. */
      fees: z.string(),
      /** The number of visits without an amount, which `fees` excludes. */
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
    /** At most 50, in the order of registration, without the person themselves. */
    people: z.array(
      z.object({
        userId: idSchema,
        name: contact.name,
        email: contact.email,
        location: contact.location,
        identity: contact.identity,
        next: visitSchema.nullable(),
        /** When the person last visited; null if never. */
        lastVisit: dateSchema.nullable(),
      }),
    ),
  }),
  failure: 'Failed to load the patient. Please try again.',
  title: 'The other patients on a phone number, with their next visit; doctors see only their own patients',
});

export const patientEndpoints = { getPatientOverview, getPatientFamily };
