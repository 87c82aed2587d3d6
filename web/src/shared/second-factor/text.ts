import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of adding an authenticator app, on the own account and at sign-in. */
export const addAppText = defineText({
  hi: async () => (await import('./text.hi.ts')).addAppText,
  en: {
    scan: 'Scan this code with an authenticator app, such as Aegis, FreeOTP or Google Authenticator.',
    qr: 'The secret as a QR code',
    secret: 'Can’t scan it? Type this secret into the app',
    code: 'Code that the app shows',
    codeMissing: 'Please enter the six digits that the app shows.',
    codesTitle: 'Your Recovery Codes',
    codesLead:
      'Each of these codes signs you in once, in place of a code by app. Print them or keep them in a password manager: they are not shown again.',
    codesOf: (person: string) => `Dayline recovery codes of ${person}`,
    print: 'Print',
    copy: 'Copy',
    copied: 'Recovery codes copied',
    notCopied: 'The codes could not be copied. Please select them.',
    kept: 'I Have Kept Them',
    turnOn: 'Turn On',
  },
});
