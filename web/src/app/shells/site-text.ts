import { defineText } from '../../ui/locale/define-text.ts';

/** The words of the bar and the foot of the company's pages. */
export const siteText = defineText({
  hi: async () => (await import('./site-text.hi.ts')).siteText,
  en: {
    main: 'Main',
    chatbot: 'Chatbot',
    company: 'Company',
    pages: 'Pages',
    more: 'More',
    signIn: 'Sign In',
    /** For somebody who is signed in. */
    back: 'Back to Dayline',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
  },
});
