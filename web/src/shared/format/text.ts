import { defineText } from '../../ui/locale/define-text.ts';

export const formatText = defineText({
  hi: async () => (await import('./text.hi.ts')).formatText,
  en: {
    midnight: 'midnight',
    sex: { female: 'F', male: 'M', other: 'O' },
    age: {
      years: (count: number) => `${count} y`,
      months: (count: number) => `${count} mo`,
      days: (count: number) => `${count} d`,
    },
    range: (from: string, to: string) => `${from} to ${to}`,
  },
});
