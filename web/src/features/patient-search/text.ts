import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

/** UI text of the patient search. */
export const searchText = defineText({
  hi: async () => (await import('./text.hi.ts')).searchText,
  en: {
    title: 'Find a patient',
    label: 'Name, phone or hospital number',
    people: 'People',
    found: (count: number) => counted(count, { one: 'person', other: 'people' }),
    more: 'There are more matches. Type more of the name.',
    begin: 'Type a name, phone or hospital number',
    beginHint: 'Words in any order. Small spelling mistakes are fine.',
    nobody: 'No patients found',
    nobodyHint: 'Check the spelling, or try the phone number.',
    failed: 'Failed to search for patients. Please try again.',
    samePhone: (name: string) => `same phone as ${name}`,
    today: 'Today',
    token: (token: string) => `Token ${token}`,
    nothing: 'Nothing upcoming',
    lastVisit: (date: string) => `last visit ${date}`,
    noVisit: 'no visit yet',
    open: 'Open',
    notAmong: 'Not in the list?',
    book: 'Book for a new patient',
    choose: 'select',
    openKey: 'open',
    numbersToo: 'You can also type a phone, a hospital number or a token of today',
  },
});
