import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of signing in by a passkey. */
export const passkeyText = defineText({
  hi: async () => (await import('./text.hi.ts')).passkeyText,
  en: {
    use: 'Use a Passkey',
    hint: 'Fingerprint, face or screen lock of this device',
    or: 'or',
    declined: 'The passkey was not used. Please try again, or use another way.',
    failed: 'Failed to login. Please try again.',
  },
});
