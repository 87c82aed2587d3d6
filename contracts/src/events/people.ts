import { z } from 'zod';
import { feeRulesSchema } from '../clinic/fees.ts';
import { weekSchema } from '../clinic/schedule.ts';
import { dateSchema, idSchema } from '../ids.ts';
import { changedPersonal, defineEvent, type EventOf, personal } from './definition.ts';
import { pastVisitSchema } from './imports.ts';

export const doctorScheduleEvents = [
  /** Holds from a date until a later week does. */
  defineEvent('WeeklyScheduleSet', 1, z.object({ week: weekSchema, from: dateSchema, name: z.string().nullable() }), {
    action: 'schedule',
  }),
  /** The week that was to hold from the date doesn't: the one before it stays in force. */
  defineEvent('ScheduleChangeWithdrawn', 1, z.object({ from: dateSchema }), { action: 'schedule' }),
] as const;
export type DoctorScheduleEvent = EventOf<(typeof doctorScheduleEvents)[number]>;

export const doctorEvents = [
  defineEvent(
    'DoctorAdded',
    1,
    z.object({
      /** A unit, clinic or room in place of a doctor: without e-mail and account. */
      kind: z.literal('unit').exactOptional(),
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
    { action: 'doctor', sealedFor: 'streamOwner', sentence: ['doctorAdded', 'doctor'] },
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
    { action: 'doctor', sealedFor: 'streamOwner', sentence: ['profileRevised', 'doctor'] },
  ),
  defineEvent('DoctorBranchSet', 1, z.object({ branchId: z.int().min(0) }), { action: 'doctor' }),
  defineEvent('ProfilePhotoChanged', 1, z.object({ photoId: z.string() }), {
    action: 'doctor',
    sentence: ['photoChanged', 'doctor'],
  }),
  defineEvent('MeetingLinkSet', 1, z.object({ link: z.string() }), {
    action: 'doctor',
    sentence: ['linkSet', 'doctor'],
  }),
  /** Paise. */
  defineEvent('ConsultationFeeSet', 1, z.object({ fee: z.int().min(0) }), { action: 'doctor' }),
  /** Kinds of fees, before the one fee; null: the client's. */
  defineEvent('FeeRulesSet', 1, z.object({ feeRules: feeRulesSchema.nullable() }), { action: 'doctor' }),
  /** How to ask for an appointment, where no times are offered; null: booked as usual. */
  defineEvent('DoctorOnRequestSet', 1, z.object({ sentence: z.string().nullable() }), { action: 'doctor' }),
  /** Where patients are called to; null: none. */
  defineEvent('RoomSet', 1, z.object({ room: z.string().nullable() }), {
    action: 'doctor',
    sentence: ['roomSet', 'doctor', 'data.room'],
  }),
  defineEvent('DoctorEmailVerified', 1, z.object({}), { action: 'doctor', sentence: ['emailVerified', 'doctor'] }),
  defineEvent('DoctorAccountActivated', 1, z.object({ accountId: idSchema }), {
    action: 'doctor',
    sentence: ['signUpCompleted', 'doctor'],
  }),
] as const;
/** They change who or what a doctor is, and neither a department nor a client. */
export const doctorDetailTypes = [
  'DoctorProfileRevised',
  'DoctorBranchSet',
  'ProfilePhotoChanged',
  'MeetingLinkSet',
  'ConsultationFeeSet',
  'DoctorOnRequestSet',
  'FeeRulesSet',
  'RoomSet',
] as const;
/** They concern the doctor's account alone. */
export const doctorAccountTypes = ['DoctorEmailVerified', 'DoctorAccountActivated'] as const;
export type DoctorEvent = EventOf<(typeof doctorEvents)[number]>;

/** Who a patient is, besides the name and where to reach them. Without an e-mail, phone or the like, null. */
const identity = {
  /** The hospital's own number. */
  uhid: personal,
  /** One of `sexes`. */
  sex: personal,
  /** `2019-02-28`. */
  bornOn: personal,
  /** Of somebody whose birth date isn't known, such as '29 y on 2026-11-25'. */
  ageText: personal,
  guardianRelation: personal,
  guardianName: personal,
  /** A note on the number, for example 'son'. */
  phoneNote: personal,
};
const contact = { name: personal, phone: personal, email: personal, location: personal };
const onlyChanged = <Shape extends object>(shape: Shape) =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, changedPersonal])) as {
    readonly [Field in keyof Shape]: typeof changedPersonal;
  };

export const patientEvents = [
  defineEvent('PatientRegistered', 1, z.object({ clientId: idSchema, ...contact, ...identity }), {
    action: 'patient',
    sealedFor: 'streamOwner',
    sentence: ['patientRegistered', 'patient'],
  }),
  /** Has only what it changes. */
  defineEvent('PatientDetailsCorrected', 1, z.object(onlyChanged({ ...contact, ...identity })), {
    action: 'patient',
    is: 'correction',
    sealedFor: 'streamOwner',
  }),
  /** Is about to be erased, unless something speaks against it: until then nothing new is for this patient. */
  defineEvent('PatientRemovalStarted', 1, z.object({}), {
    action: 'patient',
    sentence: ['patientRemovalStarted', 'patient'],
  }),
  /** Isn't erased after all. */
  defineEvent('PatientKept', 1, z.object({}), { action: 'patient', sentence: ['patientKept', 'patient'] }),
  /** The reason is the operator's and stays readable; an import that is undone has none. */
  defineEvent('PatientErased', 1, z.object({ reason: z.string().exactOptional() }), { action: 'patient' }),
  defineEvent('PastVisitNoted', 1, pastVisitSchema, { action: 'patient' }),
  defineEvent('PastVisitWithdrawn', 1, z.object({ visitId: idSchema }), {
    action: 'patient',
    sentence: ['pastVisitWithdrawn', 'patient'],
  }),
] as const;
/** They change nothing that a list shows of the person. */
export const patientNoteTypes = [
  'PatientRemovalStarted',
  'PatientKept',
  'PastVisitNoted',
  'PastVisitWithdrawn',
] as const;
export type PatientEvent = EventOf<(typeof patientEvents)[number]>;
