import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the question who it is, before a sensitive act. */
export const proofText = defineText({
  hi: async () => (await import('./text.hi.ts')).proofText,
  en: {
    title: 'Confirm It’s You',
    lead: 'This is sensitive, and you signed in a while ago. It is done as soon as you confirm.',
    password: 'Password',
    passwordMissing: 'Please enter your password.',
    code: 'Code from your app, or a recovery code',
    codeMissing: 'Please enter a code.',
    useCode: 'Use a Code Instead',
    recoveryCode: 'Recovery code',
    useRecoveryCode: 'Use a Recovery Code Instead',
    usePasskey: 'Use a Passkey Instead',
    declined: 'The passkey was not used. Please try again, or use another way.',
    usePassword: 'Use the Password Instead',
    confirm: 'Confirm',
    failed: 'This could not be checked. Please try again.',
  },
});
