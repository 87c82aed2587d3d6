import { ageOn, ageTextOf, isSameAge, shownIdentity } from './identity.ts';

describe('an age', () => {
  const born = (bornOn: string) => ({ bornOn, ageText: null });
  const ageOf = (ageText: string) => ({ bornOn: null, ageText });

  test.each([
    [born('1981-11-26'), '2026-11-25', { count: 44, unit: 'years' }],
    [born('1981-11-25'), '2026-11-25', { count: 45, unit: 'years' }],
    [born('2024-11-26'), '2026-11-25', { count: 23, unit: 'months' }],
    [born('2026-10-01'), '2026-11-25', { count: 55, unit: 'days' }],
    [born('2024-02-29'), '2026-02-28', { count: 23, unit: 'months' }],
    [born('2026-11-26'), '2026-11-25', null],
    [ageOf('29 y on 2026-11-25'), '2026-11-25', { count: 29, unit: 'years' }],
    [ageOf('29 y on 2026-11-25'), '2027-11-25', { count: 30, unit: 'years' }],
    [ageOf('1 y on 2026-11-25'), '2026-11-25', { count: 1, unit: 'years' }],
    [ageOf('1 m on 2026-03-31'), '2026-03-31', { count: 31, unit: 'days' }],
    [ageOf('63 m on 2026-11-25'), '2026-11-25', { count: 5, unit: 'years' }],
    [ageOf('14 d on 2026-11-25'), '2026-12-25', { count: 44, unit: 'days' }],
    [ageOf('twenty'), '2026-11-25', null],
    [{ bornOn: null, ageText: null }, '2026-11-25', null],
  ])('%j is on %s %j', (identity, date, age) => {
    expect(ageOn(date, identity)).toEqual(age);
  });

  test('is the same if it says the same on the day of the later one', () => {
    const on = (count: number, date: string) => ageTextOf({ count, unit: 'years' }, date);
    expect(isSameAge(on(29, '2025-11-25'), on(30, '2026-11-25'))).toBe(true);
    expect(isSameAge(on(29, '2025-11-25'), on(29, '2026-11-25'))).toBe(false);
    expect([
      isSameAge(null, null),
      isSameAge(on(29, '2025-11-25'), null),
      isSameAge(null, on(1, '2026-01-01')),
    ]).toEqual([true, false, false]);
  });
});

test('who somebody is is shown as far as it is known', () => {
  const emptyIdentity = { uhid: null, sex: null, bornOn: null, ageText: null };
  expect(shownIdentity(emptyIdentity, '2026-11-25')).toEqual({});
  expect(shownIdentity({ ...emptyIdentity, sex: 'of a newer build' }, '2026-11-25')).toEqual({});
  expect(
    shownIdentity({ ...emptyIdentity, uhid: '240017', sex: 'female', bornOn: '1981-01-01' }, '2026-11-25'),
  ).toEqual({
    identity: { uhid: '240017', sex: 'female', age: { count: 45, unit: 'years' } },
  });
});
