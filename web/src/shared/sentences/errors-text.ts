import { defineText } from '../../ui/locale/define-text.ts';

/** What is said of a failed call by its code. In English the server's own sentence is shown, which may say more. */
export const errorText = defineText<Partial<Record<string, string>>>({
  hi: async () => (await import('./errors-text.hi.ts')).errorText,
  en: {},
});
