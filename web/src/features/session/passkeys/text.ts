import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of signing in by a passkey. */
export const passkeyText = defineText({
  hi: async () => (await import('./text.hi.ts')).passkeyText,
  en: {
    use: 'Use a Passkey',
    hint: 'Fingerprint, face or screen lock of this device',
    or: 'or',
    declined: 'The passkey was not used. Please try again, or use another way.',
    makeLead:
      'A passkey is kept by this device, a phone or a security key. It signs you in by its fingerprint, face or screen lock.',
    name: 'Name',
    nameHint: 'Where it is kept, such as Front desk PC or My phone',
    nameMissing: 'Please enter a name.',
    make: 'Continue',
    notMade: 'No passkey was added. Please try again, or add an authenticator app.',
    failed: 'Failed to login. Please try again.',
  },
});
