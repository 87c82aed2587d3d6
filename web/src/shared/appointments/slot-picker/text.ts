import { defineText } from '../../../ui/locale/define-text.ts';
import { countText } from '../../../ui/locale/words.ts';

/** UI text for choosing a date and time. */
export const slotPickerText = defineText({
  hi: async () => (await import('./text.hi.ts')).slotPickerText,
  en: {
    date: 'Date',
    keys: {
      arrows: 'Arrows',
      arrowsHint: 'Between dates, and between times',
      pageDown: 'Page Down',
      pageUp: 'Page Up',
    },
    nearest: (doctor: string) => `The nearest free times of ${doctor}:`,
    chooseAnother: 'Please choose another time.',
    timeOn: (date: string) => `Time on ${date}`,
    earlierDates: 'Earlier dates',
    laterDates: 'Later dates',
    noDatesHint: 'Choose another doctor, or ask the doctor to set a schedule.',
    noDates: 'No available dates found',
    noTimes: 'No time slots found',
    morning: 'Morning',
    afternoon: 'Afternoon',
    evening: 'Evening',
    firstFree: (time: string): string => `First free: ${time}`,
    partly: 'Some times are blocked',
    taken: (time: string) => `${time} was taken a moment ago.`,
    noneBeyond: (time: string) => `${time} cannot be overbooked any further.`,
    blocked: (time: string) => `${time} was blocked a moment ago.`,
    passed: (time: string) => `${time} has passed.`,
    closed: (time: string) => `Bookings for ${time} are closed.`,
    listFull: {
      ahead: 'The advance quota of this session is full. The rest can be booked on the day.',
      first: 'The first-visit quota of this session is full.',
      again: 'The follow-up quota of this session is full.',
    },
    sessionsOn: (date: string) => `Sessions on ${date}`,
    hours: (from: string, to: string) => `${from} to ${to}`,
    booksUntil: {
      thatDay: (time: string) => `bookings close at ${time} that day`,
      dayBefore: (time: string) => `bookings close at ${time} the day before`,
      on: (time: string, date: string) => `bookings close at ${time} on ${date}`,
      begins: 'bookings close when the slot starts',
      closed: 'bookings are closed',
    },
    lists: { ahead: 'In advance', first: 'First visits', again: 'Follow-ups' },
    leftOf: (left: number, of: number) => `${countText(left)} left of ${countText(of)}`,
    unknown: (time: string) => `${time} is no longer one of the doctor's times.`,
    alreadyBooked: (time: string) => `The patient already has an appointment with this doctor at ${time}.`,
    showIt: 'Show it',
    beyondHorizon: 'This date is not open for booking yet.',
  },
});
