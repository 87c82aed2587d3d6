import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the navbar and footer of the company's pages. */
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
