import { isNamed, titledName, withCountryCode } from './doctors.ts';
import { paiseOf, rupeesOf } from './fields/money.ts';

test.each([
  ['Asha Menon', 'Dr. Asha Menon'],
  ['Dr. Asha Menon', 'Dr. Asha Menon'],
  ['dr asha', 'Dr. asha'],
  ['DR.Asha', 'Dr. Asha'],
  ['Drishti', 'Dr. Drishti'],
])("'Dr.' is put in front of %j: %j", (name, titled) => {
  expect(titledName(name)).toBe(titled);
  expect(titledName(titled)).toBe(titled);
});

test('a title alone is no name', () => {
  expect(['Dr.', ' dr ', 'DR', ''].map(isNamed)).toEqual([false, false, false, false]);
  expect(['A', 'Drake'].map(isNamed)).toEqual([true, true]);
});

test('91 is put in front of ten digits, also where they begin with it', () => {
  expect(withCountryCode('9876543210')).toBe('919876543210');
  expect(withCountryCode('9187654321')).toBe('919187654321');
  expect(withCountryCode('919876543210')).toBe('919876543210');
});

test.each([
  ['500.00', 50_000],
  ['0.29', 29],
  ['1234567.8', 123_456_780],
  ['7', 700],
  ['', 0],
])('%j are %d paise', (rupees, paise) => {
  expect(paiseOf(rupees)).toBe(paise);
});

test('every amount comes back as it went', () => {
  for (const paise of [0, 5, 29, 100, 99_999, 999_999_999]) expect(paiseOf(rupeesOf(paise))).toBe(paise);
  expect(rupeesOf(50_005)).toBe('500.05');
});
