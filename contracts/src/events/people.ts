import { z } from 'zod';
import { weekSchema } from '../clinic/schedule.ts';
import { dateSchema, idSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

/** Encrypted in the log; null once the person was erased. */
const personal = z.string().nullable();

export const doctorScheduleEvents = [
  /** Holds from a date until a later week does; `from` is null in events of version 1, which hold from the beginning. */
  defineEvent(
    'WeeklyScheduleSet',
    2,
    z.object({ week: weekSchema, from: dateSchema.nullable(), name: z.string().nullable() }),
  ),
  /** The week that was to hold from the date doesn't: the one before it stays in force. */
  defineEvent('ScheduleChangeWithdrawn', 1, z.object({ from: dateSchema })),
] as const;
export type DoctorScheduleEvent = EventOf<(typeof doctorScheduleEvents)[number]>;

const ofStreamOwner = (...fields: string[]) => ({ fields, subject: 'streamOwner' }) as const;

export const doctorEvents = [
  defineEvent(
    'DoctorAdded',
    1,
    z.object({
      clientId: idSchema,
      departmentId: idSchema,
      name: z.string(),
      specialization: z.string(),
      contactNumber: personal,
      email: personal,
      meetingLink: z.string().nullable(),
      /** Paise. */
      consultationFee: z.int().min(0).nullable(),
      externalId: z.string().nullable(),
      /** 0 means no branch. */
      branchId: z.int().min(0),
    }),
    ofStreamOwner('contactNumber', 'email'),
  ),
  defineEvent(
    'DoctorProfileRevised',
    1,
    z.object({
      name: z.string(),
      qualification: z.string().nullable(),
      location: z.string().nullable(),
      experienceYears: z.int().min(0).nullable(),
      contactNumber: personal,
    }),
    ofStreamOwner('contactNumber'),
  ),
  defineEvent('DoctorBranchSet', 1, z.object({ branchId: z.int().min(0) })),
  defineEvent('ProfilePhotoChanged', 1, z.object({ photoId: z.string() })),
  defineEvent('MeetingLinkSet', 1, z.object({ link: z.string() })),
  /** Paise. */
  defineEvent('ConsultationFeeSet', 1, z.object({ fee: z.int().min(0) })),
  defineEvent('DoctorEmailVerified', 1, z.object({})),
  defineEvent('DoctorAccountActivated', 1, z.object({ accountId: idSchema })),
] as const;
export type DoctorEvent = EventOf<(typeof doctorEvents)[number]>;

export const patientEvents = [
  defineEvent(
    'PatientRegistered',
    1,
    z.object({ clientId: idSchema, name: personal, phone: personal, email: personal, location: personal }),
    ofStreamOwner('name', 'phone', 'email', 'location'),
  ),
  defineEvent(
    'PatientDetailsCorrected',
    1,
    z.object({ name: personal, email: personal, location: personal }),
    ofStreamOwner('name', 'email', 'location'),
  ),
  defineEvent('PatientErased', 1, z.object({})),
] as const;
export type PatientEvent = EventOf<(typeof patientEvents)[number]>;
