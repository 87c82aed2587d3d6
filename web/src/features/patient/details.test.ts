import { detailsOf, sentOf } from './details.ts';
import { meera } from './patient.fixture.ts';

test('a phone of a country that the field doesn’t offer stays as it is', () => {
  const before = detailsOf({ ...meera, phone: '999845031276' });
  expect(before.phone).toBe('');
  expect(sentOf({ ...before, name: 'Meera Nayar' }, before, '999845031276').phone).toBe('999845031276');
  expect(sentOf({ ...before, phone: '9845031276' }, before, '999845031276').phone).toBe('919845031276');
});

test('of somebody whose birth date is known no age is shown to be typed over', () => {
  expect(detailsOf({ ...meera, bornOn: '1981-03-05' })).toMatchObject({ bornOn: '1981-03-05', age: '' });
  expect(detailsOf(meera)).toMatchObject({ bornOn: '', age: '45', ageUnit: 'years', uhid: '240017', sex: 'female' });
});
