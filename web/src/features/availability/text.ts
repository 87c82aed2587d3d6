import { defineText } from '../../ui/locale/define-text.ts';
import { counted, countText, listWords, plural } from '../../ui/locale/words.ts';

const keep = (count: number) => counted(count, { one: 'appointment is kept', other: 'appointments are kept' });
const datesWords = (count: number) => (count === 1 ? 'this date' : count === 2 ? 'both dates' : `all ${count} dates`);

/** UI text of the two availability pages (sections 2, 5 and 8). */
export const availabilityText = defineText({
  hi: async () => (await import('./text.hi.ts')).availabilityText,
  en: {
    adminTitle: "UPDATE DOCTOR'S AVAILABILITY",
    doctorTitle: 'Manage Availability',
    tabs: 'Availability',
    adminUpdate: 'Update Slots',
    doctorUpdate: 'Update Availability',
    blockedSlots: 'Blocked Slots',
    department: 'Department',
    doctor: 'Doctor',
    full: 'Full Availability',
    partial: 'Partial Availability',
    otherHours: 'Other Hours',
    mode: 'What to block',
    reason: 'Reason',
    reasonHint: 'Enter reason for blocking this slot',
    update: 'Update Availability',
    noDates: 'No available dates found',
    noTimes: 'No time slots found',
    alreadyBlocked: (count: number) => counted(count, { one: 'was already blocked', other: 'were already blocked' }),
    fullyBlocked: 'Fully Blocked',
    partiallyBlocked: 'Partially Blocked',
    allDay: 'All Day',
    noReason: 'No reason provided',
    noHours: 'No hours on this day',
    until: (time: string) => `to ${time}`,
    unblock: 'Unblock',
    unblockDate: 'Unblock Date',
    unblockTime: 'Unblock Time Slot',
    expired: 'Session expired or invalid. Please log in again.',
    toLogin: 'Go to Login',
    selectDate: 'Please select a date first.',
    selectDoctorAndDate: 'Please select a doctor and date.',
    invalidSlot: 'Invalid slot ID.',
    missingForUnblocking: 'Missing required information for unblocking',
    updateFailed: 'Error updating availability.',
    unblockFailed: 'Error unblocking slot.',
    unblockTimeFailed: 'Error unblocking time slot.',
    bookingsFailed: 'Failed to fetch appointments.',
    everySlotAgain: (date: string) => `All slots on ${date} can be booked again.`,
    timeAgain: (time: string, date: string) => `${time} on ${date} can be booked again.`,
    noDatesHint: 'Dates appear once a weekly schedule is set. Choose a date to give it special hours.',
    noneBlocked: 'No blocked slots',
    noneBlockedHint: 'Blocked dates and slots are listed here.',
    slotCount: (count: number) => counted(count, { one: 'slot', other: 'slots' }),
    dateCount: (count: number) => counted(count, { one: 'date', other: 'dates' }),
    unblockOne: (span: string) => `Unblock ${span}`,
    earlierDates: 'Earlier dates',
    laterDates: 'Later dates',
    dates: 'Dates',
    calendar: 'Calendar',
    datesShown: 'Dates shown',
    chooseRange: 'Choose range',
    blockedAsks: 'Select a blocked date to unblock it.',
    secondTap: 'Tap a second date to select a range. Tap a blocked date to unblock it.',
    shiftClick: '{shift}-click or drag to select a range. Click a blocked date to unblock it.',
    shiftKey: 'Shift',
    noDateChosen: 'No date selected',
    nobodyThen: 'No appointments on these dates.',
    nobodyAtTimes: 'No appointments at these times.',
    chooseDate: 'Choose a date',
    chooseDateHint: 'Then block the whole date or some of its slots, or set other hours.',
    blocksAll: (dates: number) => `Blocks all slots on ${datesWords(dates)}.`,
    blocksChosen: (dates: number) => `Blocks the selected slots on ${datesWords(dates)}.`,
    aDoctorHint: 'The doctor’s dates and slots appear here.',
    showFewer: 'Show fewer',
    showAll: (count: number) => `Show all ${count}`,
    times: 'Time slots',
    chosenOf: (selectedCount: number, open: number) => `${selectedCount} of ${open} selected`,
    together: 'appointments on all dates',
    blockSlots: (count: number) => `Block ${counted(count, { one: 'Slot', other: 'Slots' })}`,
    blockDate: 'Block Date',
    blockDates: (count: number) => `Block ${count} Dates`,
    blockQuestion: (amount: string) => `Block ${amount}?`,
    blockedLead: 'Blocked. ',
    leftOut: (dates: readonly string[]) =>
      `${listWords(dates)} ${plural(dates.length, { one: 'is', other: 'are' })} already blocked and skipped.`,
    done: (dates: readonly string[]) =>
      `${listWords(dates)} ${plural(dates.length, { one: 'is', other: 'are' })} blocked. `,
    /** Follows the blocked dates or times; `count` is their number. */
    takeNone: (count: number) => plural(count, { one: 'takes no new bookings.', other: 'take no new bookings.' }),
    slotsOn: (slots: number, dates: string) => `${counted(slots, { one: 'slot', other: 'slots' })} on ${dates}`,
    timesOn: (times: readonly string[], dates: string) => `${listWords(times)} on ${dates}`,
    keep,
    keepSentence: (count: number) => `${keep(count)}.`,
    keepNames: (names: string) => `${names}.`,
    somebodyErased: 'erased patient',
    more: (count: number) => `${count} more`,
    holdThen: 'These hours replace the weekly hours on this date.',
    ownHours: (hours: readonly string[]) => `This date has special hours: ${listWords(hours)}.`,
    clearHours: 'Clear Hours',
    clearQuestion: (date: string) => `Clear the hours of ${date}?`,
    clearHint: 'The weekly hours apply again. Appointments are kept.',
    hoursReasonHint: 'Enter reason for these hours',
    noInterval: 'Please enter at least one interval.',
    hoursLead: 'Now outside the hours: ',
    nobodyOutside: 'No appointments outside these hours.',
    dayBlocked: 'This day is blocked. Please unblock it first.',
    closedQuestion: (date: string) => `Set hours for ${date}?`,
    hospitalClosed: (name: string) => `The hospital is closed: ${name}.`,
    hospitalOpen: (name: string, hours: readonly string[]) => `The hospital is only open ${listWords(hours)}: ${name}.`,
    setHours: 'Set Hours',
    takesPlaces: (slots: number, places: number) =>
      `${counted(slots, { one: 'slot', other: 'slots' })}, capacity ${countText(places)}`,
    onDate: (date: string) => ` on ${date}.`,
  },
});

export type Side = 'admin' | 'doctor';

/** The specification's sentences for each page. */
export const sideText = defineText({
  hi: async () => (await import('./text.hi.ts')).sideText,
  en: {
    admin: {
      datesFailed: 'Error fetching available dates.',
      timesFailed: 'Error fetching timings.',
      selectTimes: 'Please select at least one timing slot.',
    },
    doctor: {
      datesFailed: 'Error fetching available dates',
      timesFailed: 'Error fetching time slots',
      selectTimes: "Please select at least one time slot or choose 'Full' availability.",
    },
  },
});

/** 'Failed to …' if the server answered, 'Error …' if no response came. */
export const listFailed = defineText({
  hi: async () => (await import('./text.hi.ts')).listFailed,
  en: {
    departments: {
      answered: 'Failed to load departments. Please try again later.',
      lost: 'Error fetching departments.',
    },
    doctors: { answered: 'Failed to load POCs. Please try again later.', lost: 'Error fetching doctors.' },
  },
});
