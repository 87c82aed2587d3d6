import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of all pages of the settings: the names of the sections, which are also the pages' titles. */
export const sectionsText = defineText({
  hi: async () => (await import('./sections-text.hi.ts')).sectionsText,
  en: {
    settings: 'Settings',
    history: 'History',
    hospital: 'Hospital',
    branches: 'Branches',
    departments: 'Departments',
    doctors: 'Doctors',
    people: 'People',
    displays: 'Displays',
    connections: 'Connections',
    retention: 'Retention',
  },
});
