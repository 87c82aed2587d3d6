import { faultOfPattern, patternsOf } from './linear-patterns.mjs';

test.each([
  ['blanks before a word', '^\\s*(?:<|\\[?\\s*\\{)', 'i'],
  ['blanks around a comma before a break', '\\s*,?\\s*[\\r\\n]+\\s*', 'g'],
  ['a run that is bound to the end', '[\\s-]+$', ''],
  ['a run within a run', '^(?:a+)+$', ''],
  ['a run that any of its letters begins', '\\s*,\\s*', ''],
])('%s fails', (_, source, flags) => {
  expect(faultOfPattern(source, flags)).not.toBeNull();
});

test.each([
  ['one blank around a comma', ' ?, ?', ''],
  ['a run that is bound to the start', '^\\s+a', ''],
  ['a run that begins where no other letter of it is before', '(?<![ ,])[ ,]+(a)$', 'u'],
  ['all runs of blanks', '\\s+', 'g'],
])('%s passes', (_, source, flags) => {
  expect(faultOfPattern(source, flags)).toBeNull();
});

test('literals and patterns that are put together are found', () => {
  const { literals, made } = patternsOf(
    'a.tsx',
    'const a = <p>{/x+/u.test(b)}</p>; const c = new RegExp("a" + b), d = RegExp(b);',
  );
  expect([literals.map(({ pattern, flags }) => [pattern, flags]), made]).toEqual([[['x+', 'u']], 2]);
});
