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
 * One entry of an appointment's story, in plain sentences; technical detail is a field of its own. A refused attempt is an
 * entry of the type `CommandRefused`.
 */
export const storyEntrySchema = z.object({
  eventId: z.string(),
  type: z.string(),
  /** Such as 'Booked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct Consultation'. */
  sentence: z.string(),
  /** Such as 'undone 4 s later', 'undoes the entry above' or why it was refused; null if none. */
  note: z.string().nullable(),
  /** The same for a page in another language. */
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

/** What was in force when the appointment was booked, whatever changed since. */
const whenBookedSchema = z.object({
  /** Rupees with two decimals; null if none was set. */
  fee: z.string().nullable(),
  meetingLink: z.string().nullable(),
  /** The doctor's hours on the day of the appointment, with the names of what they say. */
  hours: z.array(intervalSchema.extend({ session: shownSessionSchema.optional() })),
  /** Null if booked at no branch. The name is null if the branch had none. */
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
    /** Where it was moved to at last, if it isn't here any more; the time is null if the log doesn't say it. */
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
    /** Of the whole visit, wherever it was moved. Oldest first. Refused attempts are shown to the client's administrators and auditors, not to doctors. */
    entries: z.array(storyEntrySchema),
    /** False while refused attempts may be missing: the activity, which holds them, is being built. */
    refusalsLevel: z.boolean(),
    /** Whether the chain of the doctor-day's stream is whole, checked while reading. */
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
