import { readdirSync } from 'node:fs';

Object.assign(globalThis, { document: { cookie: 'dayline-language=hi' } });
const { wordsLoaded } = await import('../web/src/ui/locale/define-text.ts');

const sources = new URL('../web/src/', import.meta.url);
/** The server's sentences take their own arguments: they are tested separately. */
const files = readdirSync(sources, { recursive: true }).filter(
  (file) => file.endsWith('text.hi.ts') && !file.startsWith('shared/sentences/'),
);

/** Represents any argument of a text function: a number, a word, a list of words or an object. */
const sample = (digit) => Object.assign(Object(digit), { join: () => digit, map: () => [digit] });

/** All texts that people read; for a function, in the singular and the plural. */
function stringsOf(words) {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') {
    return ['1', '7'].flatMap((digit) =>
      stringsOf(words(...Array.from({ length: words.length }, () => sample(digit)))),
    );
  }
  // An icon's name is not displayed.
  return Object.entries(words ?? {}).flatMap(([name, value]) => (name === 'icon' ? [] : stringsOf(value)));
}

/** The same in every language. */
const figures = [
  '',
  '1',
  '7',
  '1 / 1',
  '7 / 7',
  '1 1',
  '7 7',
  '1 · 1',
  '7 · 7',
  '1, 1',
  '7, 7',
  '1: 1',
  '7: 7',
  '1 {month}',
  '1।',
  '7।',
  '1,234',
  '4.9',
  '500',
  '9:00 am',
  '9:30 am',
  '10:15 am',
];
const keys = ['Enter', 'Esc', 'Shift', 'Page Down', 'Page Up'];
const names = [
  'WhatsApp',
  'English',
  'JSON',
  'SH',
  'xxxx-xxxx-xxxx',
  'https://lims.example/dayline',
  'Sunrise Multispeciality Hospital',
  'Dayline Automation Private Limited, 27 Residency Road, Bengaluru 560025.',
  'Dr. Asha Menon',
  ...['Diya Bhat', 'Farhan Qureshi', 'Ishaan Chauhan', 'Kabir Fernandes', 'Kavya Reddy', 'Nikhil Bose'],
];

test('Hindi words are in Devanagari, but for names, keys and figures', async () => {
  const modules = [];
  for (const file of files) modules.push(await import(new URL(file, sources).pathname));
  await wordsLoaded();
  const others = stringsOf(modules).filter((words) => !/\p{Script=Devanagari}/u.test(words));
  expect(new Set(others)).toEqual(new Set([...figures, ...keys, ...names]));
});
