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
    everybody: 'Everybody',
    open: 'Not reached yet',
    failed: 'Failed to fetch the people to call.',
    none: 'Nobody is to be called',
    noneHint: 'Who is booked at a time that is blocked or closed is listed here.',
    noMatch: 'Nobody matches',
    showAll: 'Show Everybody',
    columns: { name: 'Patient', visit: 'Visit', why: 'Why', contact: 'Last call' },
    why: {
      blocked: 'Blocked',
      hospitalDay: 'Hospital closed',
      hours: 'Not in the hours',
    } satisfies Record<CallReason, string>,
    reached: 'Reached',
    notReached: 'Not Reached…',
    reachedWithNote: 'Reached, with a Note…',
    wasReached: 'Reached',
    wasNotReached: 'Not reached',
    notYet: 'not called yet',
    noted: { reached: 'Noted as reached', notReached: 'Noted as not reached' },
    noteFailed: 'The call was not noted',
    note: 'Note',
    noteHint: 'What was said, or when to call again.',
    save: 'Save',
    named: (action: string, name: string): string => `${action}: ${name}`,
    more: (name: string): string => `More for ${name}`,
    asOf: (date: string): string => `As of ${date}`,
  },
});
