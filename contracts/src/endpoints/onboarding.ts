import { z } from 'zod';
import { emailSchema, emailWith } from '../fields/email.ts';
import { maxNameLength } from '../fields/max-lengths.ts';
import { normalPassword, passwordMaxLength, passwordRules, passwordTooLong } from '../fields/password.ts';
import { linesSchema, requiredLine } from '../fields/text.ts';
import { idSchema } from '../ids.ts';
import { endpoint } from './definition.ts';
import { personNameSchema } from './people.ts';
import { nextStepSchema, signedInSchema } from './session.ts';
import { idOr } from './shapes.ts';

/** A 256-bit one-time token, base64url. */
const tokenSchema = z.string().max(100);
const answered = z.object({ success: z.literal(true), message: z.string() });
const publicCommand = { kind: 'command', access: 'public' } as const;

/** The rules of the specification, section 5, each with its sentence. */
export const passwordSchema = passwordRules.reduce(
  (schema, { pattern, message }) => schema.regex(pattern, message),
  z.string().overwrite(normalPassword).max(passwordMaxLength, passwordTooLong),
);

const chooseFirst = 'Please select a client and enter your email address.';
const verifyPocEmail = endpoint('/api/verify-poc-email', {
  ...publicCommand,
  request: z.strictObject({ clientId: idOr(chooseFirst), email: emailWith(chooseFirst) }),
  response: answered,
  failure: 'An error occurred. Please try again later.',
  refusals: ['request.throttled'],
  title:
    'Start a sign-up: emails a link if the address belongs to a doctor of the client; the reply is the same otherwise',
});

const verifyEmail = endpoint('/api/verify-email', {
  ...publicCommand,
  request: z.strictObject({ token: tokenSchema, pocId: idSchema }),
  response: answered.extend({ email: z.string() }),
  failure: 'An error occurred while verifying the email.',
  refusals: ['token.invalid', 'request.throttled'],
  title: 'Use an emailed link: sets the password token in an HttpOnly cookie',
});

const updatePassword = endpoint('/api/update-password', {
  ...publicCommand,
  request: z.strictObject({ email: emailSchema, password: passwordSchema, pocId: idSchema }),
  response: answered,
  failure: 'Failed to update password.',
  refusals: ['token.invalid', 'password.common', 'sign-in.busy', 'request.throttled'],
  title: 'Set the first password, with the token of the cookie',
});

const requestPasswordReset = endpoint('/api/request-password-reset', {
  ...publicCommand,
  request: z.strictObject({ email: emailWith('Please enter your email address.') }),
  response: answered,
  failure: 'Failed to send password reset email. Please try again later.',
  refusals: ['request.throttled'],
  title: 'Email a reset link; the reply is the same for unknown addresses',
});

const requestSignInLink = endpoint('/api/request-sign-in-link', {
  ...publicCommand,
  request: z.strictObject({ email: emailWith('Please enter your email address.') }),
  response: answered,
  failure: 'Failed to send the sign-in link. Please try again later.',
  refusals: ['request.throttled'],
  title: 'Email a link to sign in without a password; the reply is the same for unknown addresses',
});

const signInByLink = endpoint('/api/sign-in-by-link', {
  ...publicCommand,
  request: z.strictObject({ token: tokenSchema, pocId: idSchema }),
  response: z.union([signedInSchema, nextStepSchema]),
  failure: 'Failed to login. Please try again.',
  refusals: ['token.invalid', 'sign-in.left', 'sign-in.provider-required', 'request.throttled'],
  title: 'Sign in with an emailed link; the account decides the role and the client',
});

const checkResetLink = endpoint('/api/check-reset-link', {
  ...publicCommand,
  request: z.strictObject({ token: tokenSchema, pocId: idSchema }),
  response: z.object({ success: z.literal(true), email: z.string() }),
  failure: 'Failed to reset password. Please try again later.',
  refusals: ['token.invalid', 'sign-in.provider-required', 'request.throttled'],
  title: 'The account that an emailed link resets; the link stays valid',
});

const resetPassword = endpoint('/api/reset-password', {
  ...publicCommand,
  request: z.strictObject({ token: tokenSchema, pocId: idSchema, newPassword: passwordSchema }),
  response: answered,
  failure: 'Failed to reset password. Please try again later.',
  refusals: [
    ...(['token.invalid', 'password.common', 'sign-in.provider-required'] as const),
    ...(['sign-in.busy', 'request.throttled'] as const),
  ],
  title: 'Set a new password with an emailed link',
});

const checkInvitation = endpoint('/api/check-invitation', {
  ...publicCommand,
  request: z.strictObject({ token: tokenSchema, pocId: idSchema }),
  response: z.object({ success: z.literal(true), email: z.string(), name: z.string() }),
  failure: 'Failed to open the invitation. Please try again later.',
  refusals: ['token.invalid', 'request.throttled'],
  title: 'The account that an emailed invitation is for; the link stays valid',
});

const acceptInvitation = endpoint('/api/accept-invitation', {
  ...publicCommand,
  request: z.strictObject({ token: tokenSchema, pocId: idSchema, name: personNameSchema, password: passwordSchema }),
  response: answered,
  failure: 'Failed to save the password. Please try again later.',
  refusals: ['token.invalid', 'password.common', 'sign-in.busy', 'request.throttled', 'log.conflict'],
  title: 'Set the name and the password of an account with an emailed invitation, once',
});

const sendContactMessage = endpoint('/api/contact', {
  ...publicCommand,
  request: z.strictObject({
    name: requiredLine(maxNameLength, 'Name is required.'),
    email: emailSchema,
    message: linesSchema(4000).min(1, 'Message is required.'),
  }),
  response: answered,
  failure: 'Failed to send message. Please try again.',
  refusals: ['request.throttled'],
  title: 'A message from the public home page',
});

export const onboardingEndpoints = {
  verifyPocEmail,
  verifyEmail,
  updatePassword,
  requestPasswordReset,
  requestSignInLink,
  signInByLink,
  checkResetLink,
  resetPassword,
  checkInvitation,
  acceptInvitation,
  sendContactMessage,
};
