import { emailOr, emailSchema } from './email.ts';

test.each([
  'asha@sunrise.example',
  'asha.menon+ward-3@mail.sunrise.example',
  "o'neill_1@x.co",
  'आशा@उदाहरण.भारत',
  `${'a'.repeat(242)}@sun.example`,
])('%s is an address', (email) => {
  expect(emailSchema.parse(` ${email} `)).toBe(email);
});

test.each([
  'asha',
  'asha@sunrise',
  '@sunrise.example',
  'asha@',
  'asha@.example',
  'asha@sunrise.',
  'asha@sunrise..example',
  'asha@menon@sunrise.example',
  'asha menon@sunrise.example',
  'asha@sunrise.example,victim@mail.example',
  'asha;victim@sunrise.example',
  'Asha<asha@sunrise.example>',
  '"asha"@sunrise.example',
  'asha@sunrise.example\u0000',
  'as\u001bha@sunrise.example',
  'asha@sun\u0085rise.example',
  'asha\u202e@sunrise.example',
  `${'a'.repeat(243)}@sun.example`,
])('%j is none', (email) => {
  expect(emailSchema.safeParse(email).error?.issues.map(({ message }) => message)).toEqual([
    'Please enter a valid email address.',
  ]);
});

test('where there is none, the sentence of the page is said', () => {
  const schema = emailOr('Please enter your email address.');
  for (const nothing of ['', '  ', undefined, 7]) {
    expect(schema.safeParse(nothing).error?.issues[0]?.message).toBe('Please enter your email address.');
  }
});
