import { defineText } from '../../../ui/locale/define-text.ts';

export const latenessText = defineText({
  hi: async () => (await import('./lateness-text.hi.ts')).latenessText,
  en: {
    lateness: 'How late the doctor is',
    onTime: 'On time',
    lateBy: (minutes: number): string => `About ${minutes} min late`,
    latenessOver: 'The doctor is no longer late',
    latenessUndone: 'Undone',
    latenessFailed: 'Error setting how late the doctor is',
  },
});
