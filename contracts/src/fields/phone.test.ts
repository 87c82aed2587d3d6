import { isWholePhone, phoneParts } from './phone.ts';

test('a whole number has ten digits, and names no country that isn’t offered', () => {
  expect(['9845012345', '984501234', '0044791112', ''].map(isWholePhone)).toEqual([true, false, false, false]);
});

test('a phone as on the wire comes apart, also behind a code of one digit or three', () => {
  expect(phoneParts('919845012345')).toEqual({ countryCode: '91', phone: '9845012345' });
  expect(phoneParts('12025550143')).toEqual({ countryCode: '1', phone: '2025550143' });
  expect(phoneParts('9719845012345')).toEqual({ countryCode: '971', phone: '9845012345' });
  expect([phoneParts('999845012345'), phoneParts('9845012345'), phoneParts('')]).toEqual([null, null, null]);
});
