import { keyFor } from './api/book.ts';
import { type BookingField, type BookingFields, bookingSchema, emptyFields, paidUpfront, wirePhone } from './rules.ts';

const whole: BookingFields = {
  countryCode: '91',
  phone: '9845012345',
  name: 'Rohan Kulkarni',
  email: 'rohan@mail.example',
  location: 'Pune',
  type: 'Direct Consultation',
  departmentId: 'department',
  pocId: 'doctor',
  date: '2026-11-25',
  time: '10:00',
};

/** A field's first error, as the page shows it. */
const sentence = (field: BookingField, value: string): string | undefined =>
  bookingSchema()
    .safeParse({ ...whole, [field]: value })
    .error?.issues.find((issue) => issue.path[0] === field)?.message;

test.each<[BookingField, string, string]>([
  ['phone', '', 'Phone number is required.'],
  ['phone', '98450x2345', 'Phone number should contain only digits.'],
  ['phone', '984501234', 'Phone number must be 10 digits.'],
  ['phone', '98450123456', 'Phone number must be 10 digits.'],
  ['phone', '0050012345', 'Phone number must be 10 digits.'],
  ['name', '  ', 'Name is required.'],
  ['email', '', 'Email is required.'],
  ['email', 'rohan.example', 'Please enter a valid email address.'],
  ['email', 'rohan@example', 'Please enter a valid email address.'],
  ['location', '', 'Location is required.'],
  ['type', '', 'Appointment type is required.'],
  ['departmentId', '', 'Department is required.'],
  ['pocId', '', 'Doctor is required.'],
  ['date', '', 'Date is required.'],
  ['time', '', 'Time is required.'],
])('%s of "%s": %s', (field, value, expected) => expect(sentence(field, value)).toBe(expected));

test('what is complete comes out trimmed', () => {
  expect(bookingSchema().parse({ ...whole, name: ' Rohan Kulkarni ', email: ' rohan@mail.example ' })).toEqual(whole);
});

test('nothing but the country code is chosen before anybody asks', () => {
  const missing = bookingSchema()
    .safeParse(emptyFields)
    .error?.issues.map((issue) => issue.path[0]);
  expect(new Set(missing)).toEqual(new Set(Object.keys(whole).filter((field) => field !== 'countryCode')));
});

test('a country code is one of those that are offered', () => {
  expect(bookingSchema().safeParse({ ...whole, countryCode: '977' }).success).toBe(true);
  expect(bookingSchema().safeParse({ ...whole, countryCode: '7' }).success).toBe(false);
});

test('the wire has the country code before the number', () => {
  expect(wirePhone(whole)).toBe('919845012345');
});

test('only a Tele Consultation is paid upfront', () => {
  expect(paidUpfront('Tele Consultation')).toBe(true);
  expect(paidUpfront('Direct Consultation')).toBe(false);
});

test('the same body has the same key, another body another one', () => {
  let minted = 0;
  const mint = () => `key ${++minted}`;
  const first = keyFor({}, 'createAppointment', { time: '10:00' }, mint);
  const again = keyFor(first.keys, 'createAppointment', { time: '10:00' }, mint);
  const changed = keyFor(again.keys, 'createAppointment', { time: '10:15' }, mint);
  expect([first.key, again.key, changed.key]).toEqual(['key 1', 'key 1', 'key 2']);
  expect(keyFor(changed.keys, 'saveUser', { time: '10:00' }, mint).key).toBe('key 3');
});
