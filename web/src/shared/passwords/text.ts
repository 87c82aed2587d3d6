import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of a new password (section 5 of the specification). */
export const newPasswordText = defineText({
  hi: async () => (await import('./text.hi.ts')).newPasswordText,
  en: {
    confirm: 'Confirm Password',
    mismatch: "Passwords don't match.",
    strength: 'Password strength',
    /** "(Very Weak, Weak, Fair, Good, Strong)" (section 5). */
    strengths: ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong'],
    /** Short names of the rules, in the order of the contracts' list. */
    ruleNames: [
      'Starts with a letter',
      'At least 8 characters',
      'At least one special character',
      'At least one digit',
    ],
    match: 'Passwords match',
    met: ', met',
    notMet: ', not met',
  },
});
