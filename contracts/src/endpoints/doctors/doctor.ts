import { z } from 'zod';
import { feeRulesSchema, newFeeRulesSchema, noFeeRulesYet } from '../../clinic/fees.ts';
import { isNamed } from '../../doctors.ts';
import { emailWith } from '../../fields/email.ts';
import { maxExternalIdLength, maxNameLength, maxOnRequestLength } from '../../fields/max-lengths.ts';
import { amountSchema } from '../../fields/money.ts';
import { lineSchema, linkSchema, requiredLine } from '../../fields/text.ts';
import { dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { activityEntrySchema } from '../audit/activity.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, idOr, pagingByAddress } from '../shapes.ts';
import { contactMessage, emailMessage } from './add-doctor.ts';

const own = { access: ['doctor'], claims: [claims.doctor] } as const;
/** "Admin: every query of the client and its doctors"; also open to auditors (decisions). */
const read = { ...own, access: ['doctor', 'admin', 'auditor'] } as const;
const ofDoctor = z.strictObject({ pocId: idSchema });
/** Rupees with two decimals ("500.00"), as the specification sends them; stored in paise. */
const feesSchema = z
  .string('Please enter the consultation fees.')
  .min(1, 'Please enter the consultation fees.')
  .regex(/^\d{1,7}\.\d{2}$/, 'Please enter a valid fee amount.');

const getDoctor = endpoint('/api/doctor/{pocId}', {
  ...read,
  method: 'GET',
  kind: 'query',
  request: ofDoctor,
  response: z.object({
    /** Absent for a doctor. */
    kind: z.literal('unit').exactOptional(),
    /** How to request an appointment if no times are offered; else absent. */
    onRequest: z.string().exactOptional(),
    /** When the address of the calendar feed was created; absent without one. */
    calendarFeedSince: z.iso.datetime().exactOptional(),
    name: z.string(),
    specialization: z.string(),
    qualification: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    location: z.string().nullable(),
    profile_image: z.string().nullable(),
    /** The number of people who visited. */
    patientCount: z.int().nullable(),
    experience: z.int().nullable(),
    rating: z.number().nullable(),
    reviewCount: z.int().nullable(),
  }),
  refusals: ['doctor.unknown'],
  title: "A doctor's profile; fields without data are null",
});

const listUpcomingAppointments = endpoint('/api/poc/appointments/{pocId}', {
  ...read,
  method: 'GET',
  kind: 'query',
  // Query parameters are text, so numbers are parsed.
  request: ofDoctor.extend(pagingByAddress),
  response: z.array(
    z.object({
      userId: idSchema,
      patientName: z.string().nullable(),
      reason: z.string(),
      time: timeSchema,
      date: dateSchema,
    }),
  ),
  title: "A doctor's next appointments, ten by default, with their total in X-Total-Count; `reason` is the type",
});

const getLink = endpoint('/api/poc/get-link', {
  ...read,
  kind: 'query',
  request: z.strictObject({ pocId: idOr('POC ID is missing. Cannot fetch the link.') }),
  response: z.object({ success: z.literal(true), link: z.string().nullable() }),
  failure: 'Failed to fetch the current link.',
  title: 'The meeting link',
});

/** The doctor's own, or the front desk's for any doctor of the client. */
const ownOrDesk = { ...own, access: ['doctor', 'admin'] } as const;

const updateLink = endpoint('/api/poc/update-link', {
  ...ownOrDesk,
  action: 'other',
  kind: 'command',
  request: z.strictObject({
    pocId: idSchema,
    link: linkSchema('Please enter a Google Meet link.').min(1, 'Please enter a Google Meet link.'),
  }),
  response: z.object(commandReply),
  failure: 'Failed to update the link. Please try again.',
  refusals: ['link.invalid', 'key.reused', 'log.conflict'],
  title: "Set the meeting link; it must begin with the client's host",
});

const getConsultationFees = endpoint('/api/poc/get-consultation-fees', {
  ...read,
  kind: 'query',
  request: z.strictObject({ pocId: idOr('POC ID is missing. Cannot fetch the fees.') }),
  response: z.object({ success: z.literal(true), fees: z.string().nullable() }),
  failure: 'Failed to fetch the current fees.',
  title: 'The consultation fees, in rupees with two decimals',
});

const updateConsultationFees = endpoint('/api/poc/update-consultation-fees', {
  ...ownOrDesk,
  action: 'other',
  kind: 'command',
  request: z.strictObject({ pocId: idSchema, fees: feesSchema }),
  response: z.object(commandReply),
  failure: 'Failed to update the fees. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Set the consultation fees',
});

const renameUnit = endpoint('/api/poc/unit-name', {
  kind: 'command',
  access: ['admin'],
  action: 'doctor',
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema, name: requiredLine(maxNameLength, 'Please enter a name.') }),
  response: z.object(commandReply),
  failure: 'Failed to save the name. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Rename a unit, clinic or room; not a doctor',
});

const correctDoctor = endpoint('/api/poc/correct', {
  kind: 'command',
  access: ['admin'],
  action: 'doctor',
  claims: [claims.doctor, claims.department],
  request: z.strictObject({
    pocId: idSchema,
    departmentId: idSchema,
    /** `Dr.` is prepended to a doctor's name without a title. */
    name: requiredLine(maxNameLength, 'Name is required.').refine(isNamed, 'Name is required.'),
    /** Ten digits, optionally with prefix 91. Only a unit may have none. */
    contactNumber: z
      .string(contactMessage)
      .regex(/^(91)?\d{10}$/, contactMessage)
      .nullish(),
    /** Where the doctor sits; 0: at none. Absent: as before. */
    branchId: z.int().min(0).exactOptional(),
    /** The doctor's id in other systems of the hospital; blank or null: none. Absent: as before. */
    externalId: lineSchema(maxExternalIdLength).nullable().exactOptional(),
  }),
  response: z.object(commandReply),
  failure: 'Failed to save the details. Please try again.',
  refusals: ['doctor.unknown', 'external-id.taken', 'key.reused', 'log.conflict'],
  title: "Correct a doctor's name, contact number, department, branch and external id, as an administrator",
});

const changeDoctorEmail = endpoint('/api/poc/email', {
  kind: 'command',
  access: ['admin'],
  action: 'doctor',
  claims: [claims.doctor],
  needsProof: true,
  request: z.strictObject({ pocId: idSchema, email: emailWith(emailMessage, emailMessage) }),
  response: z.object({
    ...commandReply,
    /** False if the doctor's account has this address already: an earlier request no longer counts. */
    isLinkSent: z.boolean(),
  }),
  failure: 'The email could not be changed. Please try again.',
  refusals: [
    ...(['doctor.unknown', 'unit.without-account', 'account.deactivated', 'email.taken'] as const),
    ...(['request.throttled', 'key.reused', 'log.conflict'] as const),
  ],
  title:
    "Change a doctor's email: the new address gets a link, and the former one stays until it is used; before the sign-up it changes at once, and the link leads to the sign-up",
});

/** The revision of the doctor's own fee rules as they were read; another one is refused. -1 before the first. */
const revision = z.int().min(noFeeRulesYet);

const getFeeRules = endpoint('/api/poc/get-fee-rules', {
  ...read,
  kind: 'query',
  request: ofDoctor,
  response: z.object({
    /** The doctor's own rules; null if there are none. */
    own: feeRulesSchema.nullable(),
    revision,
    /** The client's rules, which apply to doctors without their own; null if there are none. */
    ofClient: feeRulesSchema.nullable(),
    /** The one fee in paise, for visits that no rule matches. */
    fee: amountSchema.nullable(),
    /** The names of the doctor's sessions. */
    sessions: z.array(z.string()),
    /** The classes of patients that can be chosen at a booking: those that the rules or sessions name. */
    patientClasses: z.array(z.string()),
  }),
  failure: 'Failed to fetch the current fees.',
  title: "The fee rules of a doctor, and the client's",
});

const setFeeRules = endpoint('/api/poc/fee-rules', {
  ...ownOrDesk,
  action: 'doctor',
  kind: 'command',
  request: z.strictObject({
    pocId: idSchema,
    /** Null: the client's rules apply. */
    feeRules: newFeeRulesSchema.nullable(),
    revision: revision.optional(),
  }),
  response: z.object(commandReply),
  failure: 'Failed to update the fees. Please try again.',
  refusals: ['doctor.unknown', 'fees.changed', 'key.reused', 'log.conflict'],
  title: 'Set the fee rules of a doctor: the first match applies, else the standard fee',
});

const setOnRequest = endpoint('/api/poc/on-request', {
  kind: 'command',
  access: ['admin', 'doctor'],
  action: 'doctor',
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    /** How to request an appointment, such as 'Call the ward: 0484 270 1234'; null or blank reopens bookings. */
    sentence: lineSchema(maxOnRequestLength).nullable(),
  }),
  response: z.object(commandReply),
  failure: 'Failed to save the instructions. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Make a doctor or unit available on request only, with a notice shown instead of times; appointments are kept',
});

const setLeft = endpoint('/api/poc/left', {
  kind: 'command',
  access: ['admin'],
  action: 'doctor',
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    /** The first date without new appointments; null: the doctor can be booked as usual again. */
    from: dateSchema.nullable(),
  }),
  response: z.object(commandReply),
  failure: 'Failed to save the date. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Refuse new appointments of a doctor from a date on; booked ones are kept, and listed as people to call',
});

const listDeskChanges = endpoint('/api/poc/desk-changes', {
  ...read,
  kind: 'query',
  request: ofDoctor,
  /** The newest first. */
  response: z.array(
    activityEntrySchema.pick({
      ...{ eventId: true, recordedAt: true, actor: true },
      ...{ sentence: true, note: true, words: true, noteWords: true },
    }),
  ),
  title: "What the front desk changed in a doctor's hours, blocks, fees, link and details in the last two weeks",
});

export const doctorEndpoints = {
  getDoctor,
  listUpcomingAppointments,
  getLink,
  updateLink,
  getConsultationFees,
  updateConsultationFees,
  renameUnit,
  correctDoctor,
  changeDoctorEmail,
  getFeeRules,
  setFeeRules,
  setOnRequest,
  setLeft,
  listDeskChanges,
};
