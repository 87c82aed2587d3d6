import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of the second factor on the own account. */
export const secondFactorText = defineText({
  hi: async () => (await import('./text.hi.ts')).secondFactorText,
  en: {
    title: 'Second factor',
    lead: 'With a second factor, a password alone opens nothing: each sign-in also asks for a code.',
    failed: 'Failed to load the second factor. Please try again.',
    saveFailed: 'The second factor could not be changed. Please try again.',
    add: 'Add Authenticator App',
    app: 'Code by app',
    appSince: (since: string, lastUsed: string) => `Added ${since}, last used ${lastUsed}`,
    remove: 'Remove',
    removeApp: 'Remove the code by app',
    recoveryCodes: 'Recovery codes',
    left: (left: number, of: number, since: string) => `${left} of ${of} left, created ${since}`,
    fewLeft: 'Few are left. Make new ones before you need them.',
    makeNew: 'Make New Ones',

    addTitle: 'Add an Authenticator App',
    scan: 'Scan this code with an authenticator app, such as Aegis, FreeOTP or Google Authenticator.',
    qr: 'The secret as a QR code',
    secret: 'Can’t scan it? Type this secret into the app',
    code: 'Code that the app shows',
    codeMissing: 'Please enter the six digits that the app shows.',
    turnOn: 'Turn On',
    others: 'Your other sessions end.',

    codesTitle: 'Your Recovery Codes',
    codesLead:
      'Each of these codes signs you in once, in place of a code by app. Print them or keep them in a password manager: they are not shown again.',
    codesOf: (person: string) => `Dayline recovery codes of ${person}`,
    print: 'Print',
    copy: 'Copy',
    copied: 'Recovery codes copied',
    notCopied: 'The codes could not be copied. Please select them.',
    kept: 'I Have Kept Them',

    removeTitle: 'Remove the Code by App?',
    removeLead: 'Sign-ins then need the password alone, and the recovery codes are void. Your other sessions end.',
    newTitle: 'Make New Recovery Codes?',
    newLead: 'The former codes are void from then on. Your other sessions end.',
    password: 'Password',
    proofCode: 'Code from your app, or a recovery code',
    passwordMissing: 'Please enter your password.',
    proofMissing: 'Please enter a code.',
    removed: 'Second factor turned off',
  },
});
