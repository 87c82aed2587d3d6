import { z } from 'zod';
import { emailPattern, maxEmailLength, storedEmail } from './email-address.ts';
import { cannotBeShown } from './format-characters.ts';

/** Schema of an email address for all calls and pages. Fails with `missing` if there is none, else with `invalid`. */
export const emailWith = (missing: string, invalid = 'Please enter a valid email address.') =>
  z
    .string(missing)
    .overwrite(storedEmail)
    .max(maxEmailLength, { error: invalid, abort: true })
    .regex(emailPattern, { error: ({ input }) => (input === '' ? missing : invalid), abort: true })
    .refine((email) => !cannotBeShown(email), invalid);

export const emailSchema = emailWith('Email is required.');
