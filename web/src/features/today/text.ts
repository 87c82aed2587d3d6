import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { appointmentText } from '../../shared/appointments/text.ts';
import { defineText } from '../../ui/locale/define-text.ts';
import { countText } from '../../ui/locale/words.ts';

const stages = { Expected: 'Expected', Waiting: 'Waiting', Called: 'Called' };

/** UI text of today's pages (sections 2 and 8). */
export const todayText = defineText({
  hi: async () => (await import('./text.hi.ts')).todayText,
  en: {
    title: "Today's Appointments",
    failed: 'Failed to fetch appointments.',
    noneMatch: 'There are no appointments for today that match your filter.',
    comeByThemselves: 'New bookings appear here automatically.',
    filters: "Today's filters",
    doctor: 'Doctor',
    allDoctors: 'All doctors',
    historyOf: (name: string) => `History of ${name}`,
    changedByOthers: (count: number) => `${count} appointments were changed a moment ago`,
    cancelledBy: (who: string) => `Cancelled by ${who}`,
    markedBy: (status: AppointmentStatus, who: string) => `Marked as ${appointmentText.status[status]} by ${who}`,
    bookedBy: (who: string) => `Booked by ${who}`,
    undoneBy: (who: string) => `Undone by ${who}, ${appointmentText.status.Confirmed} again`,
    movedFrom: (time: string) => `Moved from ${time}`,
    aMomentAgo: (news: string) => `A moment ago: ${news}.`,
    hours: 'Hours',
    hourBooked: (hour: string, bookedCount: number, places: number) => `${hour}, ${bookedCount} of ${places} booked`,
    hourLate: (hour: string, bookedCount: number, places: number, late: number) =>
      `${hour}, ${bookedCount} of ${places} booked, ${late} late`,
    placesOf: (bookedCount: number, places: number) => `${bookedCount} of ${places}`,
    bookedOf: (bookedCount: number, places: number) => `${countText(bookedCount)} of ${countText(places)} booked`,
    marked: (count: number) => `Marked ${countText(count)}`,
    toCome: (count: number) => `Expected ${countText(count)}`,
    free: (count: number) => `Free ${countText(count)}`,
    lateOnes: (count: number) => `Late ${countText(count)}`,
    asPicture: 'as a chart',
    asTable: 'as a table',
    columns: { hour: 'Hour', marked: 'Marked', toCome: 'Expected', late: 'Late', booked: 'Booked', places: 'Capacity' },
    /** A doctor from a link, whose name isn't known without an appointment today. */
    chosenDoctor: 'Selected doctor',
    search: 'Search by name or phone',
    /** The placeholder of the field, which is narrow on a phone. */
    searchShort: 'Name, phone',
    byHour: 'The day by hour',
    groups: {
      called: { name: 'Called', hint: 'latest first' },
      waiting: { name: 'Waiting', hint: 'longest first' },
      late: { name: 'Late', hint: 'past the time, longest first' },
      next: { name: 'Next', hint: '' },
      done: { name: 'Done', hint: 'latest first' },
    },
    queue: 'Queue',
    waiting: (count: number, longest: string): string => `${countText(count)} waiting, longest ${longest}`,
    nobodyWaits: 'No one is waiting.',
    nobodyThere: 'No one has arrived yet.',
    unresolved: 'Unresolved from earlier days',
    clear: 'Show all',
    hourAlone: (hour: string): string => `${hour} only`,
    clearHour: (hour: string): string => `${hour} only: show all hours`,
    stages: 'Who is here',
    perPage: 'Cards per page',
    aPage: (count: number): string => `${count} per page`,
    due: (amount: string): string => `${amount} due`,
    isDue: 'Payment due',
    payOf: (due: string, name: string): string => `${due}: ${name}`,
    more: (name: string): string => `More for ${name}`,
  },
});

/** The names of the filters by role; a chip shows Visited and Not Visited for both. */
export const filterLabels = defineText({
  hi: async () => (await import('./text.hi.ts')).filterLabels,
  en: {
    admin: { All: 'All', Confirmed: 'Confirmed', Availed: 'Visited', Not_Availed: 'Not Visited', ...stages },
    doctor: { All: 'All', Confirmed: 'Confirmed', Availed: 'Completed', Not_Availed: 'Missed', ...stages },
  },
});
