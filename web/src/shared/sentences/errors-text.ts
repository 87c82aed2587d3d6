import { defineText } from '../../ui/locale/define-text.ts';

/** Messages of failed calls, by code. In English the server's own sentence is shown, which may be more precise. */
export const errorText = defineText<Partial<Record<string, string>>>({
  hi: async () => (await import('./errors-text.hi.ts')).errorText,
  en: {},
});
