import { z } from 'zod';
import { feeRulesSchema } from '../clinic/fees.ts';
import { weekSchema } from '../clinic/schedule.ts';
import { languages } from '../fields/language.ts';
import { appointmentIdSchema, dateSchema, idSchema } from '../ids.ts';
import { messageChannels } from '../patients/messages.ts';
import { detailFields } from '../patients/person.ts';
import { changedPersonal, defineEvent, type EventOf, personal } from './definition.ts';
import { pastVisitSchema } from './imports.ts';

export const doctorScheduleEvents = [
  /** The weekly hours apply from a date until later ones do. */
  defineEvent('WeeklyScheduleSet', 1, z.object({ week: weekSchema, from: dateSchema, name: z.string().nullable() }), {
    action: 'schedule',
  }),
  /** The weekly hours from the date are deleted: the ones before continue to apply. */
  defineEvent('ScheduleChangeWithdrawn', 1, z.object({ from: dateSchema }), { action: 'schedule' }),
] as const;
export type DoctorScheduleEvent = EventOf<(typeof doctorScheduleEvents)[number]>;

export const doctorEvents = [
  defineEvent(
    'DoctorAdded',
    1,
    z.object({
      /** A unit, clinic or room in place of a doctor, without email and account. */
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
  /** By the front desk. */
  defineEvent('DoctorDetailsCorrected', 1, z.object({ name: z.string(), contactNumber: personal }), {
    action: 'doctor',
    is: 'correction',
    sealedFor: 'streamOwner',
    sentence: ['doctorCorrected', 'doctor'],
  }),
  defineEvent(
    'DoctorDepartmentChanged',
    1,
    z.object({
      departmentIdBefore: idSchema,
      departmentId: idSchema,
      /** The department's name. */
      specialization: z.string(),
    }),
    { action: 'doctor', sentence: ['doctorDepartmentChanged', 'doctor', 'data.specialization'] },
  ),
  defineEvent('DoctorBranchSet', 1, z.object({ branchId: z.int().min(0) }), { action: 'doctor' }),
  /** The doctor's id in the hospital's other systems; null: none. */
  defineEvent('DoctorExternalIdSet', 1, z.object({ externalId: z.string().nullable() }), {
    action: 'doctor',
    sentence: ['externalIdSet', 'doctor', 'data.externalId'],
  }),
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
  /** The fee rules, which precede the one fee; null: the client's apply. */
  defineEvent('FeeRulesSet', 1, z.object({ feeRules: feeRulesSchema.nullable() }), { action: 'doctor' }),
  /** How to request an appointment if no times are offered; null: booked as usual. */
  defineEvent('DoctorOnRequestSet', 1, z.object({ sentence: z.string().nullable() }), { action: 'doctor' }),
  /** New appointments are refused from this date on; the ones that are booked keep their times. */
  defineEvent('DoctorLeft', 1, z.object({ from: dateSchema }), { action: 'doctor' }),
  /** Booked as usual again. */
  defineEvent('DoctorReturned', 1, z.object({}), { action: 'doctor', sentence: ['doctorReturned', 'doctor'] }),
  /** The room that patients are called to; null: none. */
  defineEvent('RoomSet', 1, z.object({ room: z.string().nullable() }), {
    action: 'doctor',
    sentence: ['roomSet', 'doctor', 'data.room'],
  }),
  /** The calendar feed has a new address, and an earlier one is void. Only a keyed hash of its secret is stored. */
  defineEvent('CalendarFeedOpened', 1, z.object({ hash: z.string() }), {
    action: 'doctor',
    sentence: ['calendarFeedOpened', 'doctor'],
  }),
  defineEvent('CalendarFeedRevoked', 1, z.object({}), {
    action: 'doctor',
    sentence: ['calendarFeedRevoked', 'doctor'],
  }),
  /** Of a doctor who has signed up: the address counts once its owner has used the link that is sent to it. */
  defineEvent('DoctorEmailChangeRequested', 1, z.object({ email: personal }), {
    action: 'doctor',
    sealedFor: 'streamOwner',
    sentence: ['doctorEmailRequested', 'doctor'],
  }),
  /** By the link; before the sign-up by an administrator, and then it is to be verified as a new doctor's is. */
  defineEvent('DoctorEmailChanged', 1, z.object({ email: personal, byLink: z.boolean() }), {
    action: 'doctor',
    sealedFor: 'streamOwner',
    sentence: ['doctorEmailChanged', 'doctor', 'data.byLink'],
  }),
  defineEvent('DoctorEmailVerified', 1, z.object({}), { action: 'doctor', sentence: ['emailVerified', 'doctor'] }),
  defineEvent('DoctorAccountActivated', 1, z.object({ accountId: idSchema }), {
    action: 'doctor',
    sentence: ['signUpCompleted', 'doctor'],
  }),
] as const;
/** Events that change a doctor's details, but neither the department nor the client. */
export const doctorDetailTypes = [
  'DoctorProfileRevised',
  'DoctorDetailsCorrected',
  'DoctorBranchSet',
  'DoctorExternalIdSet',
  ...(['DoctorEmailChangeRequested', 'DoctorEmailChanged'] as const),
  'ProfilePhotoChanged',
  'MeetingLinkSet',
  'ConsultationFeeSet',
  'DoctorOnRequestSet',
  'DoctorLeft',
  'DoctorReturned',
  'FeeRulesSet',
  'RoomSet',
  'CalendarFeedOpened',
  'CalendarFeedRevoked',
] as const;
/** Events about the doctor's account only. */
export const doctorAccountTypes = ['DoctorEmailVerified', 'DoctorAccountActivated'] as const;
export type DoctorEvent = EventOf<(typeof doctorEvents)[number]>;

/** A patient's identity besides the name. Null where nothing is known. */
const identity = {
  /** The hospital number. */
  uhid: personal,
  /** One of `sexes`. */
  sex: personal,
  /** `2019-02-28`. */
  bornOn: personal,
  /** The age of a patient without a known birth date, such as '29 y on 2026-11-25'. */
  ageText: personal,
  guardianRelation: personal,
  guardianName: personal,
  /** A note on the number, such as 'son'. */
  phoneNote: personal,
};
const contact = { name: personal, phone: personal, email: personal, location: personal };
const onlyChanged = <Shape extends object>(shape: Shape) =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, changedPersonal])) as {
    readonly [Field in keyof Shape]: typeof changedPersonal;
  };

const messageChoice = { channel: z.enum(messageChannels), reason: personal };

/** The record `patientId` is merged into the record `into`. */
const merge = { mergeId: z.string(), patientId: idSchema, into: idSchema };
/** The fields in which the merged record's details stand for the person. */
const fieldsSchema = z.array(z.enum(detailFields));

export const patientEvents = [
  defineEvent('PatientRegistered', 1, z.object({ clientId: idSchema, ...contact, ...identity }), {
    action: 'patient',
    sealedFor: 'streamOwner',
    sentence: ['patientRegistered', 'patient'],
  }),
  /** Only the changed fields. */
  defineEvent('PatientDetailsCorrected', 1, z.object(onlyChanged({ ...contact, ...identity })), {
    action: 'patient',
    is: 'correction',
    sealedFor: 'streamOwner',
  }),
  /**
   * The patient is about to be erased, unless an objection is found. Until then new bookings and changes are refused.
   */
  defineEvent(
    'PatientRemovalStarted',
    1,
    z.object({
      /** By the client's retention: the patient is kept with a visit on this date or later. */
      unlessVisitedFrom: dateSchema.exactOptional(),
    }),
    { action: 'patient', sentence: ['patientRemovalStarted', 'patient', 'data.unlessVisitedFrom'] },
  ),
  /** The patient is not erased after all. */
  defineEvent('PatientKept', 1, z.object({}), { action: 'patient', sentence: ['patientKept', 'patient'] }),
  /** The operator's reason, which remains readable; the undo of an import has none. */
  defineEvent(
    'PatientErased',
    1,
    z.object({
      reason: z.string().exactOptional(),
      /** The record that this one is merged into, which was erased before. */
      into: idSchema.exactOptional(),
    }),
    { action: 'patient' },
  ),
  defineEvent('PastVisitNoted', 1, pastVisitSchema, { action: 'patient' }),
  /** The patient wants no messages about visits: by the link in one of them, then without a reason, or at the desk. */
  defineEvent('MessagesDeclined', 1, z.object(messageChoice), {
    action: 'patient',
    sealedFor: 'streamOwner',
    sentence: ['messagesDeclined', 'patient'],
  }),
  /** The patient wants them again. */
  defineEvent('MessagesAccepted', 1, z.object(messageChoice), {
    action: 'patient',
    sealedFor: 'streamOwner',
    sentence: ['messagesAccepted', 'patient'],
  }),
  /** The language of the messages to the patient; null: the hospital's. */
  defineEvent('MessageLanguageSet', 1, z.object({ language: z.enum(languages).nullable() }), {
    action: 'patient',
    sentence: ['messageLanguageSet', 'patient', 'data.language'],
  }),
  defineEvent('PastVisitWithdrawn', 1, z.object({ visitId: idSchema }), {
    action: 'patient',
    sentence: ['pastVisitWithdrawn', 'patient'],
  }),
  /** The first step of a merge, in the stream of the record with the smaller id. */
  defineEvent('PatientMergeProposed', 1, z.object({ ...merge, chosen: fieldsSchema, reason: personal }), {
    action: 'patient',
    sealedFor: 'streamOwner',
    sentence: ['patientMergeProposed', 'patient'],
  }),
  /**
   * In both streams, first in that of the record with the larger id. In the stream of `into` it has the details of the
   * merged record, encrypted with that record's key.
   */
  defineEvent(
    'PatientMerged',
    1,
    z.object({ ...merge, chosen: fieldsSchema, ...onlyChanged({ ...contact, ...identity }) }),
    {
      action: 'patient',
      sealedFor: 'patientInData',
      sentence: ['patientMerged', 'patient'],
    },
  ),
  /** The record with the larger id refuses the merge; then the last step in the other stream. */
  defineEvent('PatientMergeAbandoned', 1, z.object({ mergeId: z.string(), code: z.string() }), {
    action: 'patient',
    sentence: ['patientMergeAbandoned', 'patient'],
  }),
  /** In both streams, first in that of the merged record. The undo of a merge has no reason. */
  defineEvent(
    'PatientUnmerged',
    1,
    z.object({
      ...merge,
      reason: personal,
      /** Appointments booked since the merge that go to the merged record; in its stream only. */
      visits: z.array(appointmentIdSchema).exactOptional(),
    }),
    { action: 'patient', is: 'correction', sealedFor: 'streamOwner', sentence: ['patientUnmerged', 'patient'] },
  ),
  /** The record and another one are not of the same person; in the stream of the smaller id. */
  defineEvent('DuplicateDismissed', 1, z.object({ otherId: idSchema }), {
    action: 'patient',
    sentence: ['duplicateDismissed', 'patient'],
  }),
  /** The undo of `DuplicateDismissed`. */
  defineEvent('DuplicateReopened', 1, z.object({ otherId: idSchema }), {
    action: 'patient',
    is: 'correction',
    sentence: ['duplicateReopened', 'patient'],
  }),
] as const;
/** Events of what a patient wants to hear. */
export const messageChoiceTypes = ['MessagesDeclined', 'MessagesAccepted', 'MessageLanguageSet'] as const;
/** Events that change nothing that a list shows of the person. */
export const patientNoteTypes = [
  'PatientRemovalStarted',
  'PatientKept',
  'PastVisitNoted',
  'PastVisitWithdrawn',
  'PatientMergeProposed',
  'PatientMergeAbandoned',
  'DuplicateDismissed',
  'DuplicateReopened',
] as const;
export type PatientEvent = EventOf<(typeof patientEvents)[number]>;
