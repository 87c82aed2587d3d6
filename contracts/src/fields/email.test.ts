import { endpoints } from '../endpoints/table.ts';
import { emailSchema, emailWith } from './email.ts';
import { emailKey, isEmail } from './email-address.ts';

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
  'ash\ud83da@sunrise.example',
  `${'a'.repeat(243)}@sun.example`,
])('%j is none', (email) => {
  expect(emailSchema.safeParse(email).error?.issues.map(({ message }) => message)).toEqual([
    'Please enter a valid email address.',
  ]);
});

test('where there is none, the sentence of the page is reported', () => {
  const schema = emailWith('Please enter your email address.');
  for (const nothing of ['', '  ', undefined, 7]) {
    expect(schema.safeParse(nothing).error?.issues[0]?.message).toBe('Please enter your email address.');
  }
});

test.each([...'\u00ad\u200b\u200c\u200d\u200e\u2060\u2064\u202e\u2066\u3164\u2800\u115f\ufe0f\ufeff', '\u{e0041}'])(
  'an address loses %j before anything else looks at it',
  (mark) => {
    const input = `${mark}As${mark}ha@${mark}sunrise.exam${mark}ple${mark}`;
    expect(emailSchema.parse(input)).toBe('Asha@sunrise.example');
    expect([isEmail(input), emailKey(input)]).toEqual([true, 'asha@sunrise.example']);
    expect(endpoints.signIn.request.shape.email.parse(input)).toBe('Asha@sunrise.example');
    expect(emailSchema.safeParse(mark).error?.issues[0]?.message).toBe('Email is required.');
  },
);

test('an address is composed, so that it exists once', () => {
  expect(emailKey('Zoe\u0308@sunrise.example')).toBe(emailKey('ZO\u00cb@sunrise.example'));
});
