import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the own account. */
export const accountText = defineText({
  hi: async () => (await import('./text.hi.ts')).accountText,
  en: { title: 'My Account' },
});
