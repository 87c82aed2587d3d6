import { defineText } from '../../ui/locale/define-text.ts';

/** The fields of an interval, and what is wrong with them (sections 2, 5 and 8 of the specification). */
export const hoursText = defineText({
  hi: async () => (await import('./text.hi.ts')).hoursText,
  en: {
    startMissing: 'Please enter the start time.',
    endMissing: 'Please enter the end time.',
    endTooEarly: 'The end must be after the start.',
    perSlotRange: 'Enter 1 to 100.',
    durationRange: 'Enter 1 to 1440.',
    tooLong: 'Longer than the hours.',
    overlaps: (hours: string) => `Overlaps ${hours}.`,
    product: (slots: number, perSlot: number, places: number) => `${slots} slots × ${perSlot} = ${places} places`,
    add: 'Add Interval',
    interval: (number: number) => `Interval ${number}`,
    remove: (number: number) => `Remove interval ${number}`,
    notSaved: 'Not saved',
  },
});

export const fieldLabels = defineText({
  hi: async () => (await import('./text.hi.ts')).fieldLabels,
  en: {
    startTime: 'Start time',
    endTime: 'End time',
    appointmentsPerSlot: 'Appointments per slot',
    slotDuration: 'Slot duration (min)',
  },
});
