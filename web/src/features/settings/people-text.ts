import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

/** UI text of the people of a client. */
export const peopleText = defineText({
  hi: async () => (await import('./people-text.hi.ts')).peopleText,
  en: {
    failed: 'Failed to load people. Please try again.',
    filters: 'Filter by state',
    tabs: { all: 'All', active: 'Active', invited: 'Invited', deactivated: 'Deactivated' },
    none: 'Nobody here',
    noneHint: 'Nobody is in this state right now.',
    roles: { admin: 'Administrators', auditor: 'Auditors', doctor: 'Doctors' },
    may: {
      admin: 'book, mark, correct and change settings',
      auditor: 'read everything, change nothing',
      doctor: 'see their own appointments and hours',
    },
    you: 'You',
    active: 'Active',
    invited: 'Invited',
    deactivated: 'Deactivated',
    withFactor: 'Second factor on',
    withoutFactor: 'No second factor',
    neverSignedIn: 'Has not signed in yet',
    lastSignIn: (when: string) => `Last sign-in ${when}`,
    linkUntil: (when: string) => `Link expires ${when}`,
    linkOver: (when: string) => `Link expired ${when}`,
    noLink: 'No valid link',
    menu: (name: string) => `More for ${name}`,

    invite: 'Invite Person',
    inviteLead: 'The link in the email works once and for 72 hours. Until then the account has no password.',
    name: 'Name',
    nameMissing: 'Please enter a name.',
    email: 'Email Address',
    emailInvalid: 'Please enter a valid email address.',
    role: 'Role',
    roleOf: { admin: 'Administrator', auditor: 'Auditor' },
    sendInvitation: 'Send Invitation',
    inviteFailed: 'The invitation could not be sent. Please try again.',
    sent: (name: string) => `Invitation sent to ${name}`,
    resend: 'Resend',

    rename: 'Rename',
    renameTitle: (name: string) => `Rename ${name}`,
    save: 'Save',
    renamed: (name: string) => `Renamed to ${name}`,

    deactivate: 'Deactivate',
    withdraw: 'Withdraw Invitation',
    deactivateTitle: (name: string) => `Deactivate ${name}?`,
    deactivateMessage:
      'This person is signed out everywhere within a second and cannot sign in. The name stays in the history.',
    withdrawTitle: (name: string) => `Withdraw the invitation of ${name}?`,
    withdrawMessage: 'The link in the email stops working. You can invite this person again with Reactivate.',
    isDeactivated: (name: string) => `${name} deactivated`,
    notOwn: 'Another administrator must do this',
    reactivate: 'Reactivate',
    isReactivated: (name: string) => `${name} reactivated; a link to set a password was sent`,

    reset: 'Reset Second Factor',
    resetTitle: (name: string) => `Reset the second factor of ${name}`,
    resetLead: 'This person is signed out everywhere, signs in with the password alone, and is notified by email.',
    reason: 'Reason',
    reasonHint: 'The phone was lost',
    reasonMissing: 'Please give a reason.',
    isReset: (name: string) => `Second factor of ${name} reset`,

    bound: 'Bound to single sign-on',
    sessions: (count: number, when: string) => `${count === 1 ? '1 session' : `${count} sessions`}, last used ${when}`,
    endSessions: 'End All Sessions',
    endSessionsTitle: (name: string) => `End all sessions of ${name}?`,
    endSessionsMessage: 'This person is signed out everywhere within a second, and can sign in again.',
    areEnded: (name: string) => `All sessions of ${name} ended`,

    unbind: 'Unbind Single Sign-On',
    unbindTitle: (name: string) => `Unbind ${name} from single sign-on?`,
    unbindMessage:
      'This person is signed out everywhere. The next single sign-on binds the account anew, by the address.',
    isUnbound: (name: string) => `${name} unbound from single sign-on`,

    rules: 'Sign-in rules',
    changeRules: 'Change on My Account',
    factorRule: {
      optional: 'A second factor is optional.',
      administrators: 'A second factor is required of administrators and auditors.',
      everyone: 'A second factor is required of everyone.',
    },
    idleRule: (minutes: number | null) =>
      minutes === null
        ? 'Unused sessions end as this installation is set.'
        : `Sessions end after ${counted(minutes, { one: 'minute', other: 'minutes' })} without use.`,
    singleSignOnRule: (names: string) => `Single sign-on is required of everyone except ${names}.`,

    changeFailed: 'The change could not be saved. Please try again.',
  },
});
