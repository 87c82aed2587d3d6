import { defineText } from '../ui/locale/define-text.ts';

/** UI text shared by all pages: the company, exports, calls and searches. */
export const sharedText = defineText({
  hi: async () => (await import('./text.hi.ts')).sharedText,
  en: {
    companyLine: 'Chatbots and business automation.',
    home: 'Home',
    aboutUs: 'About Us',
    services: 'Services',
    contactUs: 'Contact Us',
    export: 'Export',
    exportAs: (format: string) => `Export ${format}`,
    exporting: 'Exporting…',
    exported: (name: string) => `Saved as ${name}`,
    exportFailed: 'The export failed. Please try again.',
    noConnection: 'No connection to the server.',
    fault: 'Something went wrong on our side. Please try again.',
    search: 'Search',
  },
});
