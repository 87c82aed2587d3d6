import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the page that a link in an email about a visit opens. */
export const noMessagesText = defineText({
  hi: async () => (await import('./text.hi.ts')).noMessagesText,
  en: {
    title: 'Emails About Your Visits',
    lead: 'The hospital emails you when a visit is booked, moved or cancelled, and reminds you of it.',
    submit: 'No More Emails',
    done: 'You get no more emails about your visits.',
    again: 'If you want them again, please ask the hospital.',
    invalid: 'This link is not valid. Please use the one in the latest email, or call the hospital.',
    noLink: 'Please open the link in the email that you got.',
    failed: 'The choice could not be saved. Please try again.',
  },
});
