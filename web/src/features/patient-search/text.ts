import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

/** The words of the search for a patient. */
export const searchText = defineText({
  hi: async () => (await import('./text.hi.ts')).searchText,
  en: {
    title: 'Find a patient',
    label: 'Name, phone or hospital number',
    people: 'People',
    found: (count: number) => counted(count, { one: 'person', other: 'people' }),
    more: 'More are found. Type more of the name.',
    begin: 'Type a name, a phone or a hospital number',
    beginHint: 'Words in any order; a letter may be missing or wrong.',
    nobody: 'Nobody is found',
    nobodyHint: 'Check the spelling, or try the phone number.',
    failed: 'Failed to search for patients. Please try again.',
    samePhone: (name: string) => `same phone as ${name}`,
    today: 'Today',
    token: (number: number) => `Token ${number}`,
    nothing: 'Nothing coming',
    lastVisit: (date: string) => `last visit ${date}`,
    noVisit: 'no visit yet',
    open: 'Open',
    notAmong: 'Not among them?',
    book: 'Book for a new person',
    choose: 'choose',
    openKey: 'open',
    numbersToo: 'A phone, a hospital number or a token of today works too',
  },
});
