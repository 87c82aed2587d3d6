import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of a doctor's calendar feed. */
export const calendarFeedText = defineText({
  hi: async () => (await import('./calendar-feed-text.hi.ts')).calendarFeedText,
  en: {
    title: (name: string) => `Calendar feed of ${name}`,
    lead: 'A calendar such as Google Calendar, Outlook or Apple Calendar that subscribes to the address shows the visits of the last 30 and the next 60 days. Blocked times and leave are not in it.',
    none: 'There is no address yet.',
    since: (moment: string) => `There is an address since ${moment}. It can’t be shown again.`,
    open: 'Create Address',
    replace: 'Create New Address',
    replaceTitle: 'Create a new address?',
    replaceMessage: 'Calendars that use the present one get nothing more.',
    opened: 'Calendar address created',
    once: 'Copy the address now: it is shown only this time. Anyone who has it can read the calendar.',
    address: 'Address',
    copy: 'Copy',
    copied: 'Address copied',
    notCopied: 'The address could not be copied. Please copy it by hand.',
    revoke: 'Revoke',
    revokeTitle: 'Revoke the address?',
    revokeMessage: 'Calendars that use it get nothing more.',
    revoked: 'Calendar address revoked',
    failed: 'Failed to load the calendar feed.',
    openFailed: 'Failed to create the calendar feed.',
    revokeFailed: 'Failed to revoke the calendar feed.',
    close: 'Close',
  },
});
