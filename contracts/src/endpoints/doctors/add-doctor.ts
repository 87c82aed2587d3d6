import { z } from 'zod';
import { isNamed } from '../../doctors.ts';
import { emailWith } from '../../fields/email.ts';
import { maxExternalIdLength, maxNameLength } from '../../fields/max-lengths.ts';
import { lineSchema, linkSchema } from '../../fields/text.ts';
import { idSchema, ulidPattern } from '../../ids.ts';
import { endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

/** Applies to units too. */
export const contactMessage = 'Contact number must start with 91 and have 10 digits.';
export const emailMessage = 'Email is invalid.';
const feeMessage = 'Please enter a valid fee amount.';
/** Rupees. */
const highestFeePaise = 9_999_999;

const addDoctor = endpoint('/api/add-poc', {
  kind: 'command',
  access: ['admin'],
  action: 'doctor',
  claims: [
    { field: 'Client_ID', is: 'client' },
    { field: 'Department_ID', is: 'department' },
  ],
  request: z.strictObject({
    Client_ID: idSchema,
    Department_ID: z.string('Department is required.').regex(ulidPattern, 'Department is required.'),
    /** Absent: `doctor`. A unit, clinic or room has no email and no account; the desk records its visits. */
    POC_Kind: z.enum(['doctor', 'unit']).optional(),
    /** A doctor's name without a title gets `Dr.` in front. */
    POC_Name: lineSchema(maxNameLength, 'Name is required.').refine(isNamed, 'Name is required.'),
    /** The department's name as the specification sends it; the server uses the stored name. */
    Specialization: lineSchema(maxNameLength).nullish(),
    /** Ten digits, optionally with prefix 91. Only a unit may have no number. */
    Contact_Number: z
      .string(contactMessage)
      .regex(/^(91)?\d{10}$/, contactMessage)
      .nullish(),
    /** Required for a doctor; absent or null for a unit. */
    Email: emailWith(emailMessage, emailMessage).nullish(),
    /** Absent or blank: none. */
    Meet_Link: linkSchema().nullish(),
    /** Rupees with two decimals; 0, blank or absent: none set. */
    Consultation_Fees: z
      .union(
        [
          z.string().regex(/^(\d{1,7}(\.\d{1,2})?)?$/, feeMessage),
          z.number().min(0, feeMessage).max(highestFeePaise, feeMessage).multipleOf(0.01, feeMessage),
        ],
        feeMessage,
      )
      .nullish(),
    /** Absent or blank: none. */
    External_POC_ID: lineSchema(maxExternalIdLength).nullish(),
  }),
  response: z.object({ ...commandReply, pocId: idSchema }),
  failure: 'Failed to save POC data. Please try again.',
  refusals: ['email.taken', 'external-id.taken', 'link.invalid', 'department.closed', 'key.reused', 'log.conflict'],
  title: 'Add a doctor, or a unit, clinic or room that is booked as one',
});

export const addDoctorEndpoints = {
  addDoctor,
};
