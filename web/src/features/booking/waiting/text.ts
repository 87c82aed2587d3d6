import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of the dialog that adds the wizard's patient to the waiting list. */
export const joinWaitingText = defineText({
  hi: async () => (await import('./text.hi.ts')).joinWaitingText,
  en: {
    title: 'Add to Waiting List',
    submit: 'Add to Waiting List',
    target: 'Waiting for',
    anyOf: (department: string) => `Any doctor of ${department}`,
    from: 'First day',
    to: 'Last day',
    wrongDays: 'Neither day may be in the past, and the last must not be before the first.',
    times: 'Time of day',
    anyTime: 'Any time',
    someHours: 'Certain hours',
    start: 'From',
    end: 'To',
    wrongHours: 'The end must be after the start.',
    note: 'Note',
    joined: 'Added to the waiting list',
    failed: 'The patient was not added to the waiting list',
  },
});
