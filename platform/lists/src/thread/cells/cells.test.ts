import { problemOf } from '../../testing/problem-of.ts';
import { nameOf } from './person-name.ts';
import { phoneOf } from './phone.ts';

describe('a phone', () => {
  test.each([
    ['9812345678', '919812345678', null],
    ['+91-9812345671', '919812345671', null],
    ['919812345673', '919812345673', null],
    ['98123-45675', '919812345675', null],
    ['(981)234-5677', '919812345677', null],
    ['Ph: 9812345679', '919812345679', null],
    ['9812345682 (son)', '919812345682', 'son'],
    ['0484-2345678', '914842345678', null],
    ['+971 50 123 4567', '971501234567', null],
    ['+94 71 234 5678', '94712345678', null],
    ['+61 412 345 678', '61412345678', null],
    ['+965 5012 3456', '96550123456', null],
    ['९८१२३४५६७८', '919812345678', null],
    // Other forms.
    ["'+919812345678", '919812345678', null],
    ['09812345678', '919812345678', null],
    ['0091 98123 45678', '919812345678', null],
    ['+91 (0)484 234 5678', '914842345678', null],
    ['9812345678.0', '919812345678', null],
    ['9812345678 / 9812345679', '919812345678', '9812345679'],
    ['Mob. 98123 45678 wife', '919812345678', 'wife'],
    ['971501234567', '971501234567', null],
    ['+995 555 123 456', '995555123456', null],
    ['NA', null, null],
    ['-', null, null],
    ['', null, null],
    ['0000000000', null, null],
    ['9999999999', null, null],
    ['919999999999', null, null],
    ['1234567890', null, null],
    ['98123–45678', '919812345678', null],
    ['="9812345678"', '919812345678', null],
    ["''9812345678*", '919812345678', null],
    ['9,812,345,678', '919812345678', null],
    ['9812345678 9812345679', '919812345678', '9812345679'],
    ['9812345678-9812345679', '919812345678', '9812345679'],
    ['9812345678 \\ 9812345679', '919812345678', '9812345679'],
    ['9812345678 10:00', '919812345678', '10:00'],
    ['0000000000 / 9812345678', '919812345678', null],
    ['2345678 / 9812345678', '919812345678', '2345678'],
    ['NA / 9812345678', '919812345678', null],
    ['Mobile No. 9812345678', '919812345678', null],
    ['0484-2345678 ext 12', '914842345678', 'ext 12'],
    ['0919812345678', '919812345678', null],
    ['94 71 234 5678', '94712345678', null],
    ['00971501234567', '971501234567', null],
    ['no phone', null, null],
    ['none.', null, null],
    ['0123456789', null, null],
  ])('%s becomes %s', (input, phone, note) => {
    expect(phoneOf(input).value).toEqual({ phone, note });
  });

  test.each([
    ['2345678', 'phone phone.no-area'],
    ['9.81E+09', 'phone number.rounded'],
    ['9,81E+09', 'phone number.rounded'],
    ['12345', 'phone phone.wrong'],
    ['call the ward', 'phone phone.wrong'],
    ['+965 123', 'phone phone.wrong'],
    ['981234567', 'phone phone.wrong'],
    ['call after 5', 'phone phone.wrong'],
    ['98O1234567', 'phone phone.wrong'],
    // One or two digits too many, which might be another country's code.
    ['98123456781', 'phone phone.too-many'],
    ['94712345678', 'phone phone.too-many'],
    ['981234567812', 'phone phone.too-many'],
    ['1800 123 4567', 'phone phone.too-many'],
    ['-do-', 'phone cell.ditto'],
    ['same as above', 'phone cell.ditto'],
  ])('%s is refused: %s', (input, problem) => {
    expect(problemOf(() => phoneOf(input))).toBe(problem);
  });

  test('is corrected unless it is written as it is stored', () => {
    expect(
      ['9812345678', '919812345678', "'+919812345678", '', '98123 45678', 'NA'].map(
        (input) => phoneOf(input).isCorrected,
      ),
    ).toEqual([...[false, false, false, false, true, true]]);
  });
});

describe('a name', () => {
  const nobody = { guardianRelation: null, guardianName: null, age: null, sex: null, location: null };
  test.each([
    ['MEENA W/O SURESH', { name: 'Meena', guardianRelation: 'husband', guardianName: 'Suresh' }],
    ['SURESH K', { name: 'Suresh K' }],
    ['B/O MEENA (TWIN 1)', { name: 'Baby of Meena, twin 1', guardianRelation: 'mother', guardianName: 'Meena' }],
    ['B/o Lakshmi', { name: 'Baby of Lakshmi', guardianRelation: 'mother', guardianName: 'Lakshmi' }],
    ['K. Murugan', { name: 'K. Murugan' }],
    ['R. Karthik (45/M)', { name: 'R. Karthik', age: { count: 45, unit: 'years' }, sex: 'male' }],
    ['Anita 29Y F', { name: 'Anita', age: { count: 29, unit: 'years' }, sex: 'female' }],
    ['Ravi S/O Mohan Lal', { name: 'Ravi', guardianRelation: 'father', guardianName: 'Mohan Lal' }],
    ['Tara d/o. Mohan', { name: 'Tara', guardianRelation: 'father', guardianName: 'Mohan' }],
    ['Sarla wife of Ram', { name: 'Sarla', guardianRelation: 'husband', guardianName: 'Ram' }],
    ['अनिता देवी', { name: 'अनिता देवी' }],
    ["D'SOUZA MARIA-ANN", { name: "D'Souza Maria-Ann" }],
    ['McDonald Priya', { name: 'McDonald Priya' }],
    ['Baby 2', { name: 'Baby 2' }],
    ['Ramesh M-45', { name: 'Ramesh', age: { count: 45, unit: 'years' }, sex: 'male' }],
    ['Ramesh Kumar M 45', { name: 'Ramesh Kumar', age: { count: 45, unit: 'years' }, sex: 'male' }],
    ['Ramesh/45/M', { name: 'Ramesh', age: { count: 45, unit: 'years' }, sex: 'male' }],
    ['Ramesh, Age: 45, Sex: M', { name: 'Ramesh', age: { count: 45, unit: 'years' }, sex: 'male' }],
    ['Ramesh 3 Y 6 M', { name: 'Ramesh', age: { count: 42, unit: 'months' } }],
    ['Ramesh 6m/F', { name: 'Ramesh', age: { count: 6, unit: 'months' }, sex: 'female' }],
    ['रमेश (४५ वर्ष/पुरुष)', { name: 'रमेश', age: { count: 45, unit: 'years' }, sex: 'male' }],
    [
      'Tara (23/F) W/o Mohan',
      {
        ...{ name: 'Tara', guardianRelation: 'husband', guardianName: 'Mohan' },
        ...{ age: { count: 23, unit: 'years' }, sex: 'female' },
      },
    ],
    ['Ravi,S/o-Mohan', { name: 'Ravi', guardianRelation: 'father', guardianName: 'Mohan' }],
    ['Ravi (S/O MOHAN)', { name: 'Ravi', guardianRelation: 'father', guardianName: 'Mohan' }],
    ['सीता पत्नी राम', { name: 'सीता', guardianRelation: 'husband', guardianName: 'राम' }],
    ['B/O: Sunita', { name: 'Baby of Sunita', guardianRelation: 'mother', guardianName: 'Sunita' }],
    ['Baby boy of Sunita', { name: 'Baby of Sunita', guardianRelation: 'mother', guardianName: 'Sunita' }],
    ['B/O SUNITA W/O RAM', { name: 'Baby of Sunita', guardianRelation: 'mother', guardianName: 'Sunita W/O Ram' }],
    ['Ramesh\r\nKumar', { name: 'Ramesh Kumar' }],
    ['MR.RK NARAYAN II', { name: 'Mr. RK Narayan II' }],
    ['="Ramesh"', { name: 'Ramesh' }],
    ["'Ramesh", { name: 'Ramesh' }],
    ['Ravi (D.O.B 1980)', { name: 'Ravi (D.O.B 1980)' }],
    // Initials, which look like relations.
    ['H.O. Kumar', { name: 'H.O. Kumar' }],
    ['S.O. NAIR', { name: 'S.O. Nair' }],
    ['Ravi S.O. Nair', { name: 'Ravi S.O. Nair' }],
    ['Ravi s.o. Mohan', { name: 'Ravi', guardianRelation: 'father', guardianName: 'Mohan' }],
    [
      'Ravi S/O Hari Dass R/O Rampur',
      { name: 'Ravi', guardianRelation: 'father', guardianName: 'Hari Dass', location: 'Rampur' },
    ],
  ])('%s', (input, read) => {
    expect(nameOf(input).value).toEqual({ ...nobody, ...read });
  });

  test.each([
    ['S/O Mohan', 'name name.missing'],
    ['B/O', 'name name.missing'],
    ['Smt.', 'name name.missing'],
    ['9812345678', 'name name.wrong'],
    ['Ramesh 9812345678', 'name name.wrong'],
    ['Ramesh 999/M', 'name name.wrong'],
    ['Ramesh, 12 Car St, Madurai', 'name name.wrong'],
    ['Ramesh Rao, No. 4B, Anna Nagar', 'name name.wrong'],
    ['Ramesh S/O', 'name name.wrong'],
    ['😀', 'name name.wrong'],
    ['ditto', 'name cell.ditto'],
    ['Ramesh (6 M)', 'name age.unclear'],
  ])('%s is refused: %s', (input, problem) => {
    expect(problemOf(() => nameOf(input))).toBe(problem);
  });

  test('is corrected if only invisible characters are removed', () => {
    expect(['Ramesh', 'Ra\u200cmesh', 'Mr.Ramesh'].map((input) => nameOf(input).isCorrected)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
