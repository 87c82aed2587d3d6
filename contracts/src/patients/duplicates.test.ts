import { noDetails } from '../clinic/identity.ts';
import { bornKeysOf, isNamedAlike, mayBeSame } from './duplicates.ts';

const clientId = 'C';

test.each([
  ['Sunita Rao', 'Sunitha Rao'],
  ['Sunita Rao', 'सुनीता राव'],
  ['Lakshmi', 'laxmi'],
  ['Raj Kumar', 'Rajkumar'],
  ['Rao Sunita', 'SUNITA RAO'],
  ['S. Rao', 'S Rao'],
  ['Sunita R', 'Sunita Rao'],
  ['Sunita', 'Sunita Rao'],
  ['K. Murugan', 'Murugan'],
  ['B/O Meena', 'B/O Mina'],
  ['Ravi Menon', 'Rvai Menon'],
])('%s is named like %s, and found beside it', (one, other) => {
  expect([isNamedAlike(one, other), isNamedAlike(other, one)]).toEqual([true, true]);
  const bornOn = '1990-02-03';
  const [first, second] = [one, other].map((name) => Object.values(bornKeysOf(clientId, { name, bornOn })));
  expect(first?.some((key) => second?.includes(key))).toBe(true);
});

test.each([
  ['Sunita Rao', 'Ravi Rao'],
  // A wife or child with the husband's or father's name.
  ['Suresh', 'Meena Suresh'],
  ['Meena Suresh', 'Arun Suresh'],
  ['Meena', 'B/O Meena'],
  ['B/O Meena (Twin 1)', 'B/O Meena (Twin 2)'],
  ['S R', 'Sunita Rao'],
  ['Om', 'Ami'],
  ['', 'Sunita'],
])('%s is not named like %s', (one, other) => {
  expect([isNamedAlike(one, other), isNamedAlike(other, one)]).toEqual([false, false]);
});

test('a name alike is a question only with one phone or birth date, and nothing that contradicts', () => {
  const sunita = { ...noDetails, name: 'Sunita Rao', phone: '919800000001', bornOn: '1990-02-03', sex: 'female' };
  const like = (more: object) => mayBeSame(sunita, { ...noDetails, name: 'Sunitha Rao', ...more });
  expect(like({})).toBe(false);
  expect(like({ phone: sunita.phone })).toBe(true);
  expect(like({ bornOn: sunita.bornOn })).toBe(true);
  expect(like({ phone: sunita.phone, bornOn: '1961-01-01' })).toBe(false);
  expect(like({ phone: sunita.phone, sex: 'male' })).toBe(false);
  expect(mayBeSame(sunita, sunita)).toBe(true);
});
