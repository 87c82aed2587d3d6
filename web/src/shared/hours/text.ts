import { hoursWords } from '@dayline/contracts/words/hours';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

/** The fields of an interval, and their errors (sections 2, 5 and 8 of the specification). */
export const hoursText = defineText({
  hi: async () => (await import('./text.hi.ts')).hoursText,
  en: {
    startMissing: 'Please enter the start time.',
    endMissing: 'Please enter the end time.',
    endSameDay: 'An end on the next day is after midnight and before the start.',
    sameDay: 'the same day',
    nextDay: 'the next day, after midnight',
    endTooEarly: 'The end must be after the start.',
    perSlotRange: 'Enter 1 to 2,000.',
    ceilingRange: 'Enter 0 to 10,000.',
    maxKept: (places: number) => `The capacity is ${places}, so the same-day quota cannot be larger.`,
    fromMissing: 'Please enter the first week.',
    timeMissing: 'Please enter the time.',
    more: 'More …',
    less: 'Less',
    weeks: 'Weeks of the month',
    nths: ['1st', '2nd', '3rd', '4th', '5th'],
    last: 'last',
    everyWeeks: 'Every … weeks',
    everyCount: (count: number) => (count === 2 ? 'Every other week' : `Every ${count} weeks`),
    nextDates: 'Next dates',
    noDates: 'None within two years.',
    noDatesUntil: (date: string) => `None before ${date}.`,
    closedOn: (dates: string) => `the hospital is closed on ${dates}`,
    ownDepartment: "The doctor's department",
    ownBranch: "The doctor's branch",
    noOtherDepartment: 'No other department',
    notIn: (department: string) => `No longer in ${department}`,
    branchNumber: (id: number) => `Branch ${id}`,
    asDated: 'as soon as the date can be booked',
    asItBegins: 'until the slot starts',
    beforeSlot: 'minutes before each slot',
    announced: 'announced',
    notAnnounced: 'not announced',
    onlyForHint: 'Patient classes such as Seniors, with commas; everybody if empty.',
    onRequestHint: 'Shown instead of these times, which then take no bookings.',
    days: (days: number) => (days === 0 ? 'that day' : days === 1 ? 'the day before' : `${days} days before`),
    durationRange: 'Enter 1 to 1,440.',
    tooLong: 'Longer than the hours.',
    overlaps: (hours: string) => `Overlaps ${hours}.`,
    product: (slots: number, perSlot: number, places: number) =>
      `${counted(slots, { one: 'slot', other: 'slots' })} × ${perSlot} = ${counted(places, { one: 'appointment', other: 'appointments' })}`,
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
    endDay: 'Ends on',
    name: 'Name',
    everyWeeks: 'Repeats',
    everyFrom: 'First week',
    openDays: 'Bookings open',
    openTime: 'Opening time',
    untilDays: 'Bookings close',
    untilTime: 'Closing time',
    closesBefore: 'Minutes before',
    openEnd: 'End of the session',
    onRequest: 'On request: how to ask',
    onlyFor: 'Only for',
    first: 'First visits',
    again: 'Follow-ups',
    sameDay: 'Same-day only',
    departmentId: 'Department',
    alsoIn: 'Also offered in',
    branchId: 'Branch',
    room: 'Room',
  },
});

/** Hours as text, as in the server's sentences. */
export const hoursSentence = defineText<typeof hoursWords>({
  hi: async () => (await import('../sentences/hours-text.hi.ts')).hoursSentence,
  en: hoursWords,
});
