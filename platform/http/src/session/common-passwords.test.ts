import { isCommonPassword } from './common-passwords.ts';

test.each([
  'p@ssw0rd',
  'P@ssw0rd',
  'Password1!',
  'Password#2026',
  'P@ssw0rd1!',
  'Dragon#99',
  'qwerty123!',
  'Letmein!1',
  'Football_7',
  'abc123!',
])('%s is refused, since it is tried first', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each(['Dayline#2026', 'Vermilion-teapot-41', 'x9!Kfwq2mLd', 'Monkey-sees-the-moon-4', 'Zp#4Lq8vTn'])(
  '%s is taken',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);
