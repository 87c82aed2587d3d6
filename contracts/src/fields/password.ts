import { nfc } from './format-characters.ts';

/** The rules of a password (specification, section 5), each with its sentence, in the order shown. */
export const passwordRules = [
  { pattern: /^[A-Za-z]/, message: 'Password must start with a letter.' },
  { pattern: /^[\s\S]{8,}$/, message: 'Password must be at least 8 characters long.' },
  { pattern: /[^A-Za-z0-9]/, message: 'Password must contain at least one special character.' },
  { pattern: /\d/, message: 'Password must contain at least one digit.' },
] as const;

/**
 * The form in which passwords are checked and hashed: NFC with plain spaces (OpaqueString of RFC 8265), since keyboards
 * give the same characters in different code points.
 */
export const normalPassword = (input: string): string => nfc(input.replaceAll(/\p{Zs}/gu, ' '));

/** In UTF-16 units of the normal form. Checked only when a password is set: an existing one remains usable. */
export const passwordMaxLength = 128;
export const passwordTooLong = `Password can have at most ${passwordMaxLength} characters.`;
export const isPasswordTooLong = (input: string): boolean => normalPassword(input).length > passwordMaxLength;

/** Number of rules that a password satisfies: "strength meter counts satisfied rules out of 4". */
export const passwordStrength = (password: string): number =>
  passwordRules.filter(({ pattern }) => pattern.test(normalPassword(password))).length;

/** The sentence of the first rule that a password violates. */
export const passwordProblem = (password: string): string | undefined =>
  passwordRules.find(({ pattern }) => !pattern.test(normalPassword(password)))?.message;

/** Who of a client needs a second factor: nobody, administrators and auditors, or everyone. */
export const secondFactorPolicies = ['optional', 'administrators', 'everyone'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];
export const needsSecondFactor = (policy: SecondFactorPolicy, role: 'admin' | 'auditor' | 'doctor'): boolean =>
  policy === 'everyone' || (policy === 'administrators' && role !== 'doctor');
