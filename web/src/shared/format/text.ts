import { defineText } from '../../ui/locale/define-text.ts';

export const formatText = defineText({
  hi: async () => (await import('./text.hi.ts')).formatText,
  en: {
    midnight: 'midnight',
    range: (from: string, to: string) => `${from} to ${to}`,
  },
});
