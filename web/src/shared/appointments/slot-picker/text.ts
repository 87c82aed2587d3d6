import { defineText } from '../../../ui/locale/define-text.ts';

/** The words of a choice of date and time. */
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
    noDatesHint: 'Choose another doctor, or ask for the schedule to be set.',
    noDates: 'No available dates found',
    noTimes: 'No time slots found',
    morning: 'Morning',
    afternoon: 'Afternoon',
    evening: 'Evening',
    firstFree: (time: string): string => `First free: ${time}`,
    partly: 'Some times are blocked',
    taken: (time: string) => `${time} was taken a moment ago.`,
    blocked: (time: string) => `${time} was blocked a moment ago.`,
    passed: (time: string) => `${time} has passed.`,
    unknown: (time: string) => `${time} is no longer one of the doctor's times.`,
    alreadyBooked: (time: string) => `The patient already has an appointment with this doctor at ${time}.`,
    showIt: 'Show it',
    beyondHorizon: 'This date is not open for booking yet.',
  },
});
