import { dateText } from './dates.ts';
import { defineText, wordsLoaded } from './define-text.ts';
import { language } from './locale.ts';
import { counted } from './words.ts';

test('until another language is chosen, words are English and the other chunk is not asked for', async () => {
  let isLoaded = false;
  const text = defineText({
    en: { late: (minutes: number) => `${minutes} min late` },
    hi: async () => {
      isLoaded = true;
      return { late: (minutes: number) => `${minutes} मिनट देर` };
    },
  });
  await wordsLoaded();
  expect([language, text.late(4), isLoaded]).toEqual(['en', '4 min late', false]);
  expect(dateText(Date.UTC(2026, 10, 21), { month: 'long', day: 'numeric' })).toBe('November 21');
  expect(counted(2, { one: 'day', other: 'days' })).toBe('2 days');
});
