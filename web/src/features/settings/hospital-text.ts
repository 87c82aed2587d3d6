import { defineText } from '../../ui/locale/define-text.ts';
import { countText, plural } from '../../ui/locale/words.ts';

/** UI text of the hospital's settings. */
export const hospitalText = defineText({
  hi: async () => (await import('./hospital-text.hi.ts')).hospitalText,
  en: {
    failed: 'Failed to load the settings.',
    settings: 'Settings of the hospital',
    name: 'Name',
    nameHint: 'As people choose it when they sign in.',
    nameMissing: 'Please enter a name.',
    zone: 'Time zone',
    zoneHint: (time: string): string => `It is ${time} there now. Today and all times are those of this zone.`,
    zoneTitle: (zone: string): string => `Change the time zone to ${zone}?`,
    zoneMessage:
      'All booked appointments keep their date and time of day, so they take place at another moment than before.',
    zoneAction: 'Change Time Zone',
    linkHost: 'Address of meeting links',
    linkHostHint: 'Doctors’ links must start with it. Links that are set already stay.',
    email: 'Email of patients',
    emailNeeded: 'Required for a booking',
    emailOptional: 'Optional',
    order: 'Order of the queue',
    byToken: 'By token',
    byTime: 'By appointment time',
    lateAfter: 'Late after',
    lateAfterHint:
      'Then a patient who has not come stands in Late, and the queue by appointment time puts later arrivals behind.',
    lateAfterChoice: (minutes: number): string =>
      minutes === 0 ? 'The appointment’s time' : `${countText(minutes)} min`,
    overbook: 'Overbooking',
    overbooked: (count: number): string => (count === 0 ? 'Never' : `Up to ${countText(count)} beyond the capacity`),
    calendarNames: 'Patients’ names in calendar feeds',
    calendarNamesHint: 'Anyone with its address can read a feed without a password, such as Google’s calendar.',
    namesHidden: 'Hidden',
    namesShown: 'Shown',
    messages: 'Messages to patients by email',
    messagesHint:
      'For visits that are booked or changed from then on. News wait 3 minutes, so that a corrected slip reaches nobody; between 9 PM and 8 AM only reminders two hours before and urgent news go out.',
    messageKinds: {
      booked: 'Booked',
      moved: 'New time or doctor',
      cancelled: 'Cancelled',
      dayBefore: 'Reminder the day before at 6 PM',
      hoursBefore: 'Reminder two hours before',
      offered: 'A place is free, to the waiting list',
      next: 'Soon your turn, to patients in the queue',
    },
    nextBefore: 'Soon your turn: patients before',
    nextBeforeHint: 'Sent once to a patient who waits with at most this many waiting patients before.',
    messageLanguage: 'Language of the messages',
    messageLanguages: { en: 'English', hi: 'हिन्दी' },
    save: 'Save Settings',
    saved: 'Settings saved',
    saveFailed: 'The settings could not be saved. Please try again.',
  },
});

/** UI text of who needs a second factor. */
export const secondFactorRuleText = defineText({
  hi: async () => (await import('./hospital-text.hi.ts')).secondFactorRuleText,
  en: {
    title: 'Second factor',
    lead: 'Who must have one and has none is signed out, and adds one at the next sign-in.',
    label: 'Required for',
    policies: { optional: 'Nobody', administrators: 'Administrators and auditors', everyone: 'Everyone' },
    failed: 'The policy could not be saved. Please try again.',
    save: 'Save',
    saved: 'Policy saved',
  },
});

/** UI text of the time after which an unused session ends. */
export const idleTimeText = defineText({
  hi: async () => (await import('./hospital-text.hi.ts')).idleTimeText,
  en: {
    title: 'Automatic sign-out',
    lead: 'People who leave a desk without signing out are signed out after this time. Live updates don’t count as use.',
    label: 'Sign out after',
    asInstalled: 'As this installation is set',
    minutes: (count: number) =>
      count < 60 ? `${count} minutes` : plural(count / 60, { one: '1 hour', other: `${count / 60} hours` }),
    save: 'Save Time',
    saved: 'Automatic sign-out saved',
    failed: 'The automatic sign-out could not be saved. Please try again.',
  },
});

/** UI text of the hospital's own texts of the messages to patients. */
export const messageTextsText = defineText({
  hi: async () => (await import('./hospital-text.hi.ts')).messageTextsText,
  en: {
    title: 'Texts of the messages',
    lead: 'The greeting, the links and the sentences at the foot are added to each message.',
    message: 'Message',
    language: 'Language',
    own: (kind: string) => `${kind} (own text)`,
    text: 'Text',
    hint: '{hospital}, {branch}, {doctor}, {when}, of a free place {until} and of the queue {token} are replaced by the visit’s own.',
    preview: 'Preview with one of today’s visits',
    noVisit: 'There is no visit today for a preview.',
    save: 'Save Text',
    useUsual: 'Use the Usual Text',
    saved: 'Text saved',
    failed: 'The text could not be saved. Please try again.',
  },
});
