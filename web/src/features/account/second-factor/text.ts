import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of the second factor on the own account. */
export const secondFactorText = defineText({
  hi: async () => (await import('./text.hi.ts')).secondFactorText,
  en: {
    title: 'Second factor',
    required: 'Required by your hospital',
    lead: 'With a second factor, a password alone opens nothing: each sign-in also asks for a passkey or a code. A passkey signs you in without the password, too.',
    failed: 'Failed to load the second factor. Please try again.',
    saveFailed: 'The second factor could not be changed. Please try again.',
    add: 'Add Authenticator App',
    app: 'Code by app',
    appSince: (since: string, lastUsed: string) => `Added ${since}, last used ${lastUsed}`,
    remove: 'Remove',
    removeApp: 'Remove the code by app',
    recoveryCodes: 'Recovery codes',
    left: (codesLeft: number, total: number, since: string) => `${codesLeft} of ${total} left, created ${since}`,
    fewLeft: 'Few are left. Make new ones before you need them.',
    makeNew: 'Make New Ones',

    addTitle: 'Add an Authenticator App',
    others: 'Your other sessions end.',

    removeTitle: 'Remove the Code by App?',
    removeLead:
      'Without a passkey, sign-ins then need the password alone, and the recovery codes are void. Your other sessions end.',
    newTitle: 'Make New Recovery Codes?',
    newLead: 'The former codes are void from then on. Your other sessions end.',
    password: 'Password',
    proofCode: 'Code from your app, or a recovery code',
    passwordMissing: 'Please enter your password.',
    proofMissing: 'Please enter a code.',
    removed: 'Second factor turned off',
  },
});

/** UI text of the passkeys on the own account. */
export const passkeysText = defineText({
  hi: async () => (await import('./text.hi.ts')).passkeysText,
  en: {
    add: 'Add Passkey',
    since: (since: string) => `Passkey, added ${since}, not used yet`,
    used: (since: string, lastUsed: string) => `Passkey, added ${since}, last used ${lastUsed}`,
    remove: 'Remove',
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    saveName: 'Save Name',
    renamed: 'Passkey renamed',
    removeOf: (name: string) => `Remove ${name}`,
    addTitle: 'Add a Passkey',
    addLead:
      'A passkey is kept by this device, a phone or a security key. It signs you in by its fingerprint, face or screen lock. Your other sessions end.',
    name: 'Name',
    nameHint: 'Where it is kept, such as Front desk PC or My phone',
    nameMissing: 'Please enter a name.',
    make: 'Continue',
    declined: 'No passkey was added: it was cancelled, or this device already has one of this account.',
    failed: 'The second factor could not be changed. Please try again.',
    added: 'Passkey added',
    removeTitle: (name: string) => `Remove the Passkey “${name}”?`,
    removeLead: 'It no longer signs you in. Your other sessions end.',
    lastLead:
      'It is your only second factor: sign-ins then need the password alone, and the recovery codes are void. Your other sessions end.',
    removed: 'Passkey removed',
  },
});
