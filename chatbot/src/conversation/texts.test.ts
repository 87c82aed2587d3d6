import { fit, limits } from './message.ts';
import { languages } from './state.ts';
import { chooseLanguage, dayWords, feeWords, languageNames, placeWords, texts, whenWords } from './texts.ts';

const long = 'श्री'.repeat(60);
const fields: Readonly<Record<string, number>> = {
  ...{
    yes: limits.button,
    book: limits.button,
    anotherDoctor: limits.button,
    visits: limits.button,
    menu: limits.button,
  },
  ...{ desk: limits.button, confirm: limits.button, anotherTime: limits.button, forAnother: limits.button },
  ...{ move: limits.button, cancel: limits.button, keep: limits.button, choose: limits.button },
  ...{ somebodyElse: limits.title, more: limits.title, laterTimes: limits.title, otherDays: limits.title },
  ...{ today: limits.title, tomorrow: limits.title, free: limits.description, doctorsFree: limits.description },
};

describe.each([...languages])('the texts in %s', (language) => {
  test.each(Object.keys(texts[language]))('%s fits its field', (name) => {
    // Cast is safe: each is a text or makes one of texts and numbers.
    const text = texts[language][name as keyof (typeof texts)['en']] as string | ((...args: unknown[]) => string);
    const made =
      typeof text === 'string'
        ? [text]
        : [text(1, '', ''), text(99_999, '', ''), text('A', 'B', 'C', ''), text('A', 'B', 'C', '₹9,99,99,999.99')];
    for (const each of made) {
      expect(each.length).toBeGreaterThan(0);
      expect(each.length).toBeLessThanOrEqual(fields[name] ?? 200);
    }
  });

  test('every day and time fits the title of a row', () => {
    for (let day = 0; day < 400; day += 1) {
      const date = new Date(Date.parse('2026-12-01') + day * 86_400_000).toISOString().slice(0, 10);
      expect(dayWords(language, date, '2026-12-01').length).toBeLessThanOrEqual(limits.title);
      expect(whenWords(language, { date, time: '12:30' }, '2026-12-01').length).toBeLessThanOrEqual(limits.title);
    }
  });
});

test('the choice of the language fits', () => {
  expect(chooseLanguage.length).toBeLessThanOrEqual(limits.text);
  for (const name of Object.values(languageNames)) expect(name.length).toBeLessThanOrEqual(limits.button);
});

test('a fee and a room are in the sentences where they are known', () => {
  expect(placeWords('Dr. Asha Menon', 'Room 3')).toBe('Dr. Asha Menon, Room 3');
  expect(placeWords('Dr. Asha Menon', null)).toBe('Dr. Asha Menon');
  expect([feeWords(50_000), feeWords(49_950), feeWords(0), feeWords(null)]).toEqual(['₹500', '₹499.50', null, '']);
  expect(texts.hi.booked('आज', 'Dr. A', '₹500')).toBe('अपॉइंटमेंट बुक हो गया: आज, Dr. A। कृपया अस्पताल में ₹500 का भुगतान करें।');
});

test('a visit that costs nothing asks for no payment; one whose fee is not known does', () => {
  for (const [fee, words] of [
    [null, 'There is no fee.'],
    ['', 'Payment is at the hospital.'],
    ['₹500', 'Please pay ₹500 at the hospital.'],
  ] as const) {
    expect(texts.en.check('Today', 'Dr. A', 'Meera', fee)).toBe(`Today, Dr. A, for Meera. ${words}`);
    expect(texts.en.kept('Today', 'Dr. A', 'Meera', fee)).toBe(`Kept for 5 minutes: Today, Dr. A, for Meera. ${words}`);
  }
  expect(texts.en.booked('Today', 'Dr. A', null)).toBe('Booked: Today, Dr. A. There is no fee.');
  expect(texts.en.booked('Today', 'Dr. A', '')).toBe('Booked: Today, Dr. A. Please pay at the hospital.');
  const free = [texts.hi.check('आज', 'Dr. A', 'Meera', null), texts.hi.kept('आज', 'Dr. A', 'Meera', null)];
  for (const text of [...free, texts.hi.booked('आज', 'Dr. A', null)]) expect(text).toMatch(/। कोई फ़ीस नहीं है।$/);
});

test('a name is cut to its field between characters', () => {
  expect(fit('Dr. Asha Menon', limits.title)).toBe('Dr. Asha Menon');
  const cut = fit(long, limits.title);
  expect(cut.length).toBeLessThanOrEqual(limits.title);
  expect(cut).toBe(`${'श्री'.repeat(5)}…`);
  expect(fit('👨‍👩‍👧'.repeat(9), limits.button)).toBe(`${'👨‍👩‍👧'.repeat(2)}…`);
});
