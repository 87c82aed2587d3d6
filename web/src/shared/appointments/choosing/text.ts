import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { defineText } from '../../../ui/locale/define-text.ts';
import { counted, countText } from '../../../ui/locale/words.ts';
import { appointmentText as words } from '../text.ts';

/** The sentences of several chosen appointments. */
export const manyText = defineText({
  hi: async () => (await import('./text.hi.ts')).manyText,
  en: {
    choose: (name: string): string => `Choose ${name}`,
    chooseRow: 'Choose the row, or not',
    chooseFailed: 'They could not be chosen. Please try again.',
    choosePage: 'Choose all on this page',
    chosen: (count: number): string => counted(count, { one: 'appointment chosen', other: 'appointments chosen' }),
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
    ahead: (count: number): string => `${countText(count)} can be marked on their day, not before.`,
    onPage: (count: number): string => `${countText(count)} on this page chosen.`,
    chooseAll: (count: number): string => `Choose all ${countText(count)}`,
    chooseFirst: (count: number): string => `Choose the first ${countText(count)}`,
    overPages: (here: number, others: number): string =>
      `${countText(here)} on this page and ${countText(others)} on others chosen.`,
    onlyPage: 'Only this page',
    staying: (count: number): string => `The ${countText(count)} that were changed leave this list when Undo ends.`,
    notChanged: (count: number, first: string): string =>
      count === 1 ? `not changed: ${first}` : `not changed: ${first} and ${countText(count - 1)} more`,
    itIs: (status: AppointmentStatus): string => `It is ${words.status[status]} since.`,
    leave: 'Leave as It Is',
    leaveAll: 'Leave as They Are',
  },
});
