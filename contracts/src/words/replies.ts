import type { Actor } from '../events/metadata.ts';

/** The sentences of the specification's section 8: the admin's names the doctor, the doctor's own doesn't. */
const availabilityUpdated = (by: Actor['kind']): string =>
  by === 'doctor' ? 'Availability updated successfully!' : "Doctor's availability has been updated successfully.";

/** Replaces the sentence of a command's reply if nothing was appended. */
export const nothingChanged = 'Nothing to change.';

/** The messages that pages show after a command, by call, in English. */
export const replyWords = {
  blockDay: availabilityUpdated,
  blockSlots: availabilityUpdated,
  setDayHours: availabilityUpdated,
  clearDayHours: availabilityUpdated,
  verifyPocEmail: 'If this address belongs to one of our doctors, a link to verify it is on its way.',
  verifyEmail: 'Your email is verified.',
  requestEmailChange: 'A link to confirm the new address is on its way to it.',
  confirmEmailChange: 'Your email is changed. You sign in with the new one from now on.',
  updatePassword: 'Your password is set. You can sign in now.',
  requestPasswordReset: 'If this address has an account, a link to reset its password is on its way.',
  requestSignInLink: 'If this address has an account, a link to sign in is on its way.',
  declineMessages: 'You get no more emails about your visits.',
  resetPassword: 'Your password has been changed. You can sign in now.',
};
