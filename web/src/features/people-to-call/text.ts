import type { CallReason } from '@dayline/contracts/endpoints/appointments/calls';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

/** The words of People to Call. */
export const callsText = defineText({
  hi: async () => (await import('./text.hi.ts')).callsText,
  en: {
    title: 'People to Call',
    count: (count: number): string => counted(count, { one: 'person', other: 'people' }),
    search: 'Search by name or phone',
    print: 'Print',
    filters: 'Filters',
    doctor: 'Doctor',
    allDoctors: 'All doctors',
    dates: 'Dates',
    allDates: 'All dates',
    shown: 'Which people are listed',
    everybody: 'Everyone',
    open: 'Not reached yet',
    failed: 'Failed to fetch the people to call.',
    none: 'No one to call',
    noneHint: 'Patients whose appointment is at a blocked or closed time are listed here.',
    noMatch: 'No one matches',
    showAll: 'Show Everyone',
    columns: { name: 'Patient', visit: 'Visit', why: 'Why', contact: 'Last call' },
    why: {
      blocked: 'Blocked',
      hospitalDay: 'Hospital closed',
      hours: 'Outside the hours',
    } satisfies Record<CallReason, string>,
    reached: 'Reached',
    notReached: 'Not Reached…',
    reachedWithNote: 'Reached, with a Note…',
    wasReached: 'Reached',
    wasNotReached: 'Not reached',
    notYet: 'not called yet',
    noted: { reached: 'Recorded as reached', notReached: 'Recorded as not reached' },
    noteFailed: 'The call could not be recorded',
    note: 'Note',
    noteHint: 'For example what you agreed, or when to call again.',
    save: 'Save',
    named: (action: string, name: string): string => `${action}: ${name}`,
    more: (name: string): string => `More for ${name}`,
    asOf: (date: string): string => `As of ${date}`,
  },
});
