Object.assign(globalThis, { document: { cookie: 'a=b; dayline-language=hi' } });
const { dateText } = await import('./dates.ts');
const { defineText, wordsLoaded } = await import('./define-text.ts');
const { byName, countText, plural } = await import('./words.ts');

test('in Hindi, its words take the place of the English ones, and dates and numbers are Hindi', async () => {
  const text = defineText({
    en: { late: (minutes: number) => `${minutes} min late`, labels: { date: 'Date' } },
    hi: async () => ({ late: (minutes: number) => `${minutes} मिनट देर`, labels: { date: 'तारीख़' } }),
  });
  await wordsLoaded();
  expect([text.late(4), text.labels.date]).toEqual(['4 मिनट देर', 'तारीख़']);
  expect(dateText(Date.UTC(2026, 10, 21), { month: 'long', day: 'numeric' })).toBe('21 नवंबर');
  expect(countText(142_500)).toBe('1,42,500');
  expect(plural(0, { one: 'दिन', other: 'दिनों' })).toBe('दिन');
  expect(['Zoya', 'किरण', 'asha', 'आशा', 'Dr. Bela'].sort(byName(String, String))).toEqual([
    'आशा',
    'किरण',
    'asha',
    'Dr. Bela',
    'Zoya',
  ]);
});

test('words that cannot be loaded stay English', async () => {
  const text = defineText({ en: { title: 'Today' }, hi: () => Promise.reject(new TypeError('Failed to fetch')) });
  await wordsLoaded();
  expect(text.title).toBe('Today');
});

export {};
