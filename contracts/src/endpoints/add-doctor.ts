import { z } from 'zod';
import { isNamed } from '../doctors.ts';
import { idSchema, ulidPattern } from '../ids.ts';
import { endpoint } from './definition.ts';
import { commandReply } from './shapes.ts';

const feeMessage = 'Please enter a valid fee amount.';
/** Rupees. */
const dearest = 9_999_999;

const addDoctor = endpoint('/api/add-poc', {
  kind: 'command',
  access: ['admin'],
  claims: [
    { field: 'Client_ID', is: 'client' },
    { field: 'Department_ID', is: 'department' },
  ],
  request: z.strictObject({
    Client_ID: idSchema,
    Department_ID: z.string('Department is required.').regex(ulidPattern, 'Department is required.'),
    POC_Name: z.string('Name is required.').trim().max(120).refine(isNamed, 'Name is required.'),
    /** The department's name, as the specification sends it; the server takes the department's own. */
    Specialization: z.string().trim().max(120).nullish(),
    /** Ten digits, with or without 91 in front. */
    Contact_Number: z
      .string('Contact number must start with 91 and have 10 digits.')
      .regex(/^(91)?\d{10}$/, 'Contact number must start with 91 and have 10 digits.'),
    Email: z
      .string('Email is invalid.')
      .trim()
      .max(254)
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Email is invalid.'),
    /** Nothing or blank means none. */
    Meet_Link: z.string().trim().max(300).regex(/^\S*$/, 'Please enter a valid Google Meet link.').nullish(),
    /** Rupees with two decimals; 0, blank or nothing means none set. */
    Consultation_Fees: z
      .union(
        [
          z.string().regex(/^(\d{1,7}(\.\d{1,2})?)?$/, feeMessage),
          z.number().min(0, feeMessage).max(dearest, feeMessage).multipleOf(0.01, feeMessage),
        ],
        feeMessage,
      )
      .nullish(),
    /** Nothing or blank means none. */
    External_POC_ID: z.string().trim().max(60).nullish(),
  }),
  response: z.object({ ...commandReply, pocId: idSchema }),
  failure: 'Failed to save POC data. Please try again.',
  refusals: ['email.taken', 'external-id.taken', 'link.invalid', 'key.reused', 'log.conflict'],
  title: 'Add a doctor',
});

export const addDoctorEndpoints = {
  addDoctor,
};
