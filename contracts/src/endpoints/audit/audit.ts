import { z } from 'zod';
import { appointmentStatusSchema } from '../../appointments.ts';
import { intervalSchema } from '../../clinic/schedule.ts';
import { shownSessionSchema } from '../../clinic/sessions.ts';
import { actorSchema, channels, metadataSchema } from '../../events/metadata.ts';
import { phraseSchema } from '../../fields/phrase.ts';
import { appointmentIdSchema, dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { appointmentDetailSchema } from '../appointments/appointments.ts';
import { claims, endpoint } from '../definition.ts';
import { newestOrOldest, paging } from '../shapes.ts';

/**
 * One entry of an appointment's history, as plain sentences; technical detail has a field of its own. A refused attempt
 * is an entry of the type `CommandRefused`.
 */
export const storyEntrySchema = z.object({
  eventId: z.string(),
  type: z.string(),
  /** Such as 'Booked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct Consultation'. */
  sentence: z.string(),
  /** Such as 'undone 4 s later', 'undoes the entry above' or the reason of a refusal; null if none. */
  note: z.string().nullable(),
  /** The sentence and note as phrases, for a page in another language. */
  words: phraseSchema,
  noteWords: phraseSchema.nullable(),
  actor: actorSchema,
  channel: z.enum(channels),
  /** UTC. */
  recordedAt: z.string(),
  statusAfter: appointmentStatusSchema.nullable(),
  undoes: z.string().nullable(),
  undoneBy: z.string().nullable(),
  stream: z.string(),
  revision: z.int(),
  position: z.string(),
  /** The event's data; a field about an erased person is null. */
  data: z.record(z.string(), z.unknown()),
  /** Without the digest of the command's body, which could confirm a guess of an erased text. */
  metadata: metadataSchema.omit({ commandDigest: true }),
});
export type StoryEntry = z.infer<typeof storyEntrySchema>;

/** The settings at the time of the booking, whatever changed since. */
const whenBookedSchema = z.object({
  /** Rupees with two decimals; null if none was set. */
  fee: z.string().nullable(),
  meetingLink: z.string().nullable(),
  /** The doctor's hours on the day of the appointment, with the names of department and branch. */
  hours: z.array(intervalSchema.extend({ session: shownSessionSchema.optional() })),
  /** Null if it was booked without a branch. The name is null if the branch had none. */
  branch: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
});
export type WhenBooked = z.infer<typeof whenBookedSchema>;

const searchAuditAppointments = endpoint('/api/audit/appointments', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({
    clientId: idSchema,
    pocId: idSchema.optional(),
    date: dateSchema.optional(),
    ...paging,
    ...newestOrOldest,
  }),
  response: z.array(appointmentDetailSchema),
  failure: 'Failed to fetch appointments.',
  title: "A client's appointments, found by patient, doctor or day",
});

const getAppointmentStory = endpoint('/api/audit/appointment-story', {
  kind: 'query',
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.appointment],
  request: z.strictObject({ appointmentId: appointmentIdSchema }),
  response: z.object({
    appointment: appointmentDetailSchema,
    whenBooked: whenBookedSchema,
    /** The destination of its last move, if it was moved away; the time is null if the log doesn't have it. */
    movedTo: z
      .object({
        appointmentId: appointmentIdSchema,
        pocId: idSchema,
        POCName: z.string(),
        date: dateSchema,
        time: timeSchema.nullable(),
        by: z.string(),
      })
      .nullable(),
    /**
     * The entries of the whole visit, across its moves, oldest first. The client's administrators and auditors see
     * refused attempts, doctors don't.
     */
    entries: z.array(storyEntrySchema),
    /** False while refused attempts may be missing, since the activity that holds them is being built. */
    refusalsLevel: z.boolean(),
    /** Whether the chain of the doctor-day's stream is intact, checked while reading. */
    chainWhole: z.boolean(),
    zone: z.string(),
  }),
  refusals: ['appointment.unknown'],
  title: "An appointment's history, read from the log",
});

export const auditEndpoints = {
  searchAuditAppointments,
  getAppointmentStory,
};
