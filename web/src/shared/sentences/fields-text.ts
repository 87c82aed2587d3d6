import { defineText } from '../../ui/locale/define-text.ts';

/** What the contracts say of a field, by their English sentence, which stays in English. */
export const fieldText = defineText<Partial<Record<string, string>>>({
  hi: async () => (await import('./fields-text.hi.ts')).fieldText,
  en: {},
});
