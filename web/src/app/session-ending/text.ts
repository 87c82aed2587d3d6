import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the question before an unused session ends. */
export const endingText = defineText({
  hi: async () => (await import('./text.hi.ts')).endingText,
  en: {
    title: 'Are You Still There?',
    message: 'Nobody has used this page for a while. You will be signed out in 1 minute.',
    stay: 'Stay Signed In',
  },
});
