import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { defineText } from '../../../ui/locale/define-text.ts';
import { counted, countText } from '../../../ui/locale/words.ts';
import { appointmentText as words } from '../text.ts';

/** UI text for a selection of appointments. */
export const manyText = defineText({
  hi: async () => (await import('./text.hi.ts')).manyText,
  en: {
    choose: (name: string): string => `Select ${name}`,
    chooseRow: 'Select or deselect the row',
    chooseFailed: 'They could not be selected. Please try again.',
    choosePage: 'Select all on this page',
    chosen: (count: number): string => counted(count, { one: 'appointment selected', other: 'appointments selected' }),
    doctors: (count: number): string => counted(count, { one: 'doctor', other: 'doctors' }),
    payLater: (count: number): string => `${countText(count)} Pay later`,
    fromTo: (from: string, to: string): string => (from === to ? from : `${from} to ${to}`),
    clear: 'Clear',
    mark: (count: number, to: AppointmentStatus): string => `Mark ${countText(count)} as ${words.status[to]}`,
    cancel: (count: number): string => `Cancel ${counted(count, { one: 'Appointment…', other: 'Appointments…' })}`,
    cancelAction: (count: number): string => `Cancel ${counted(count, { one: 'Appointment', other: 'Appointments' })}`,
    cancelQuestion: (count: number): string =>
      count === 1 ? 'Cancel this appointment?' : `Cancel these ${countText(count)} appointments?`,
    cancelHint: 'Their times become free for others.',
    ahead: (count: number): string => `${countText(count)} cannot be marked before their day.`,
    onPage: (count: number): string => `${countText(count)} selected on this page.`,
    chooseAll: (count: number): string => `Select all ${countText(count)}`,
    chooseFirst: (count: number): string => `Select the first ${countText(count)}`,
    overPages: (here: number, others: number): string =>
      `${countText(here)} selected on this page and ${countText(others)} on other pages.`,
    onlyPage: 'Only this page',
    staying: (count: number): string =>
      count === 1
        ? 'The changed appointment leaves this list when Undo expires.'
        : `The ${countText(count)} changed appointments leave this list when Undo expires.`,
    notChanged: (count: number, first: string): string =>
      count === 1 ? `not changed: ${first}` : `not changed: ${first} and ${countText(count - 1)} more`,
    itIs: (status: AppointmentStatus): string => `It is already ${words.status[status]}.`,
    leave: 'Leave as It Is',
    leaveAll: 'Leave as They Are',
  },
});
