import { defineText } from '../../../ui/locale/define-text.ts';
import { counted, countText } from '../../../ui/locale/words.ts';

/** UI text of other systems' connections. */
export const connectionsText = defineText({
  hi: async () => (await import('./text.hi.ts')).connectionsText,
  en: {
    lead: 'Other systems follow the rules of the desk, and all that they do is in the history.',
    failed: 'Failed to load the API keys. Please try again.',
    keys: 'API keys',
    revokedKeys: (count: number) => (count === 0 ? null : `${count} revoked`),
    none: 'No API keys yet',
    noneHint: 'Issue a key to a system that books, moves or reads appointments.',
    noneHintReader: 'Administrators issue keys for other systems here.',
    scopes: {
      'slots:read': 'read free times',
      'patients:lookup': 'look up patients by phone',
      'appointments:read': 'read appointments',
      'appointments:book': 'book appointments',
      'appointments:change': 'move and cancel appointments',
      'board:read': 'read the board',
      'events:read': 'read events',
    },
    expires: (date: string) => `Expires ${date}`,
    expired: (date: string) => `Expired ${date}`,
    use: (calls: number, refusals: number, last: string) =>
      `${counted(calls, { one: 'call', other: 'calls' })} in 30 days${
        refusals === 0 ? '' : `, ${countText(refusals)} refused`
      }. Last used ${last}.`,
    unused: 'Not used in the last 30 days.',
    menu: (name: string) => `More for ${name}`,

    issue: 'Issue Key',
    name: 'Name',
    nameHint: 'Laboratory',
    nameMissing: 'Please enter a name.',
    may: 'What the key may do',
    mayMissing: 'Please choose what the key may do.',
    end: 'Expires in',
    days: (count: number) => (count === 365 ? '1 year' : `${count} days`),
    issueFailed: 'The API key could not be issued. Please try again.',

    shownTitle: (name: string) => `Key for ${name}`,
    shownLead: 'Copy this key to the other system now. It is not shown again.',
    key: 'API key',
    copy: 'Copy',
    copied: 'Key copied',
    notCopied: 'The key could not be copied. Please select it.',
    close: 'Close',

    change: 'Change',
    changeTitle: (name: string) => `What ${name} may do`,
    save: 'Save',
    changed: (name: string) => `${name} changed`,
    changeFailed: 'The API key could not be changed. Please try again.',

    revoke: 'Revoke',
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeMessage: 'The key stops working immediately and for good. The other system then needs a new one.',
    revoked: (name: string) => `${name} revoked`,
    revokeFailed: 'The API key could not be revoked. Please try again.',
  },
});
