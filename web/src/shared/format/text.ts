import { defineText } from '../../ui/locale/define-text.ts';

export const formatText = defineText({
  en: {
    midnight: 'midnight',
  },
});
