import { defineText } from '../../ui/locale/define-text.ts';

/** Field messages of the contracts, by their English sentence. */
export const fieldText = defineText<Partial<Record<string, string>>>({
  hi: async () => (await import('./fields-text.hi.ts')).fieldText,
  en: {},
});
