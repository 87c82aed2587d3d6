import { defineText } from '../../ui/locale/define-text.ts';

export const formatText = defineText({
  en: {
    midnight: 'midnight',
    range: (from: string, to: string) => `${from} to ${to}`,
  },
});
