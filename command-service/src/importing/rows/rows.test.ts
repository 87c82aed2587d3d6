import { RowProblem } from './cell.ts';
import { dateOf, orderOf, seeOrder, spansOf, timeOf, weekdaysOf, weeksBeside, weeksOf } from './dates.ts';
import { readPatient } from './patients.ts';
import { nameOf } from './person-name.ts';
import { phoneOf } from './phone.ts';

const today = '2026-11-26';
const patient = (cells: Parameters<typeof readPatient>[0]) => readPatient(cells, { today, dayOrder: 'dayFirst' });
function problemOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RowProblem) return `${error.field} ${error.code}`;
    throw error;
  }
  return 'none';
}

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
    // Others of the kind.
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
  ])('%s becomes %s', (typed, phone, note) => {
    expect(phoneOf(typed).value).toEqual({ phone, note });
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
    // One digit or two too many, which might be another country's.
    ['98123456781', 'phone phone.too-many'],
    ['94712345678', 'phone phone.too-many'],
    ['981234567812', 'phone phone.too-many'],
    ['1800 123 4567', 'phone phone.too-many'],
    ['-do-', 'phone cell.ditto'],
    ['same as above', 'phone cell.ditto'],
  ])('%s is refused: %s', (typed, problem) => {
    expect(problemOf(() => phoneOf(typed))).toBe(problem);
  });

  test('is mended unless it is written as it is kept', () => {
    expect(
      ['9812345678', '919812345678', "'+919812345678", '', '98123 45678', 'NA'].map((typed) => phoneOf(typed).isMended),
    ).toEqual([...[false, false, false, false, true, true]]);
  });
});

describe('a name', () => {
  const nobody = { guardianRelation: null, guardianName: null, age: null, sex: null };
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
  ])('%s', (typed, read) => {
    expect(nameOf(typed).value).toEqual({ ...nobody, ...read });
  });

  test.each([
    ['S/O Mohan', 'name name.missing'],
    ['Smt.', 'name name.missing'],
    ['9812345678', 'name name.wrong'],
    ['Ramesh 9812345678', 'name name.wrong'],
    ['Ramesh 999/M', 'name name.wrong'],
    ['Ramesh S/O', 'name name.wrong'],
    ['😀', 'name name.wrong'],
    ['ditto', 'name cell.ditto'],
    ['Ramesh (6 M)', 'name age.unclear'],
  ])('%s is refused: %s', (typed, problem) => {
    expect(problemOf(() => nameOf(typed))).toBe(problem);
  });

  test('is mended where nothing but what is invisible is left out', () => {
    expect(['Ramesh', 'Ra\u200cmesh', 'Mr.Ramesh'].map((typed) => nameOf(typed).isMended)).toEqual([false, true, true]);
  });
});

describe("a patient's row", () => {
  test.each([
    ['29', 'F', '29 y', 'female'],
    ['34 Y', 'Male', '34 y', 'male'],
    ['14 D', 'F', '14 d', 'female'],
    ['5 Y 3 M', 'F', '63 m', 'female'],
    ['45/M', '', '45 y', 'male'],
    ['3 wks', 'm', '21 d', 'male'],
    ['72 Yrs.', 'महिला', '72 y', 'female'],
    ['1.5', 'F', '18 m', 'female'],
    // Months where the sex stands in a cell of its own, and as a list is taken out.
    ['6 M', 'F', '6 m', 'female'],
    ['6 M', 'M', '6 m', 'male'],
    ['45 M', '', '45 y', 'male'],
    ['6/M', '', '6 y', 'male'],
    ['45.0', 'Fem', '45 y', 'female'],
    ['5Y/3M', 'MCH', '63 m', 'male'],
    ['45 yr 6 mo 3 d', 'TG', '45 y', 'other'],
    ['४५ वर्ष', 'पु', '45 y', 'male'],
    ['6 माह', 'F', '6 m', 'female'],
    ['12 hrs', 'F', '0 d', 'female'],
  ])('age %s and sex %s', (age, sex, ageText, is) => {
    expect(patient({ name: 'Anu', age, sex }).read).toEqual({
      name: 'Anu',
      ageText: `${ageText} on ${today}`,
      sex: is,
    });
  });

  test('has what is known alone, on one line, and says what it mended', () => {
    const row = patient({
      ...{ uhid: ' JH240010 ', name: 'Sarojini Devi', age: '70', sex: 'F', phone: '9999999999', email: 'NA' },
      location: '12, Car St.,\nPalani - 624601',
    });
    expect(row.read).toEqual({
      ...{ uhid: 'JH240010', name: 'Sarojini Devi', sex: 'female', ageText: `70 y on ${today}` },
      location: '12, Car St., Palani 624601',
    });
    expect([...row.mended].sort()).toEqual(['email', 'location', 'phone']);
  });

  test.each([
    [{ bornOn: '03/01/27' }, { bornOn: '1927-01-03' }],
    [{ bornOn: '00/00/0000' }, {}],
    [{ bornOn: '01/01/1900' }, {}],
    [{ uhid: "'000123" }, { uhid: '000123' }],
    [{ uhid: '="000123"' }, { uhid: '000123' }],
    [{ uhid: '240001.0' }, { uhid: '240001' }],
    [{ uhid: '00000' }, {}],
    [{ uhid: '12E4' }, { uhid: '12E4' }],
    [{ guardianName: 'S/O MOHAN' }, { guardianName: 'Mohan', guardianRelation: 'father' }],
    [
      { guardianName: 'Mohan', guardianRelation: 'W/O' },
      { guardianName: 'Mohan', guardianRelation: 'husband' },
    ],
    [
      { guardianName: 'Mohan', guardianRelation: 'पति' },
      { guardianName: 'Mohan', guardianRelation: 'husband' },
    ],
  ])('%j is read as %j', (cells, read) => {
    expect(patient({ name: 'Anu', ...cells }).read).toEqual({ name: 'Anu', ...read });
  });

  test.each([
    [{ name: '' }, 'name name.missing'],
    [{ name: 'Anu', age: 'old' }, 'age age.wrong'],
    [{ name: 'Anu\ufffd' }, 'name cell.unshown'],
    [{ name: 'RenÃ©' }, 'name cell.unshown'],
    [{ name: 'à¤…à¤¨à¥\u0081' }, 'name cell.unshown'],
    [{ name: 'Anu', age: '-5' }, 'age age.wrong'],
    [{ name: 'Anu', age: '6 M' }, 'age age.unclear'],
    [{ name: 'Anu', age: '45 M', sex: 'M' }, 'age age.unclear'],
    [{ name: 'Anu', location: '-do-' }, 'location cell.ditto'],
    [{ name: 'Anu', bornOn: '1826-01-01' }, 'bornOn date.wrong'],
    [{ name: 'Anu', age: '200' }, 'age age.wrong'],
    [{ name: 'Anu (45/F)', age: '29' }, 'age ask.age'],
    [{ name: 'Anu', sex: 'maybe' }, 'sex sex.wrong'],
    [{ name: 'Anu', email: 'anu@' }, 'email email.wrong'],
    [{ name: 'Anu', uhid: '2.4E+11' }, 'uhid number.rounded'],
    [{ name: 'Anu', bornOn: '31/02/2020' }, 'bornOn date.wrong'],
    [{ name: 'Anu', bornOn: '2030-01-01' }, 'bornOn date.future'],
    [{ name: 'x\u0007y' }, 'name cell.unshown'],
    [{ name: 'Anu', location: 'a'.repeat(251) }, 'location cell.too-long'],
  ])('%j is refused, or asks: %s', (cells, problem) => {
    expect(problemOf(() => patient(cells))).toBe(problem);
  });
});

describe('dates and hours', () => {
  test.each([
    ['2026-12-25', '2026-12-25'],
    ['25/12/2026', '2026-12-25'],
    ['3.2.2024', '2024-02-03'],
    ['25-Dec-26', '2026-12-25'],
    ['5 August 1954', '1954-08-05'],
    ['Dec 25, 2026', '2026-12-25'],
    ['03/02/54', '1954-02-03'],
    ['2026-08-09 15:15:00', '2026-08-09'],
    ['3rd January, 1980', '1980-01-03'],
    ['Thu, 3-Jan-1980', '1980-01-03'],
    ['03–01–1980', '1980-01-03'],
    ['3 जनवरी १९८०', '1980-01-03'],
    ['3 Sept 1980', '1980-09-03'],
  ])('%s is %s', (typed, date) => {
    expect(dateOf('date', typed, 'dayFirst', today)).toBe(date);
  });

  test.each(['31/02/2020', '29223', '3 Marchy 1980', '1980', '13/13/2020'])('%s is no date', (typed) => {
    expect(problemOf(() => dateOf('date', typed, 'dayFirst', today))).toBe('date date.wrong');
  });

  test('the month is first where a day can only be second', () => {
    const orderIn = (...dates: string[]) => {
      const seen = { dayFirst: false, monthFirst: false };
      for (const date of dates) seeOrder(seen, date);
      return orderOf([seen]);
    };
    expect(orderIn('03/02/2024', '02/13/2024')).toBe('monthFirst');
    expect(orderIn('03/02/2024', '13/02/2024', '02/13/2024')).toBe('dayFirst');
    expect(orderIn('03/02/2024')).toBe('dayFirst');
    expect(dateOf('date', '02/13/2024', 'monthFirst', today)).toBe('2024-02-13');
  });

  test.each([
    ['9-1, 5-8', '09:00-13:00 17:00-20:00'],
    ['9:00-13:00 & 17:00-20:00', '09:00-13:00 17:00-20:00'],
    ['5-8 pm', '17:00-20:00'],
    ['10-12pm', '10:00-12:00'],
    ['9-1pm', '09:00-13:00'],
    ['9am-1', '09:00-13:00'],
    ['09:00-1:00', '09:00-13:00'],
    ['12-2', '12:00-14:00'],
    ['9-12 noon', '09:00-12:00'],
    ['0900 hrs to 1300 hrs', '09:00-13:00'],
    ['8.30am to1.30pm', '08:30-13:30'],
    ['22:00-00:00', '22:00-24:00'],
    ['05:00-08:00', '05:00-08:00'],
  ])('hours %s are %s', (typed, spans) => {
    expect(
      spansOf('hours', typed)
        .map(({ from, to }) => `${from}-${to}`)
        .join(' '),
    ).toBe(spans);
  });

  test.each([
    ['5-8', 'hours time.unclear'],
    ['2:00-5:00', 'hours time.unclear'],
    ['22:00-02:00', 'hours hours.midnight'],
    ['10pm-2am', 'hours hours.midnight'],
    ['10:00-02:00', 'hours hours.midnight'],
    ['25:00-26:00', 'hours time.wrong'],
    ['9:00', 'hours hours.wrong'],
    ['12:00-09:00', 'hours hours.midnight'],
    ['09:00-09:00', 'hours hours.wrong'],
  ])('hours %s are refused: %s', (typed, problem) => {
    expect(problemOf(() => spansOf('hours', typed))).toBe(problem);
  });

  test.each([
    ['2nd & 4th Sat', 'Sat: 2nd & 4th'],
    ['Saturday (2nd, 4th)', 'Saturday: 2nd, 4th'],
    ['last Friday', 'Friday: last'],
    ['Mon-Fri', 'none'],
    ['Mon, Tue', 'none'],
  ])('weeks beside a weekday: %s', (typed, read) => {
    const found = weeksBeside(typed);
    expect(found ? `${found.weekday}: ${found.weeks}` : 'none').toBe(read);
  });

  test('times, spans and weekdays', () => {
    expect(['9:00', '15:15:00', '9 AM', '12 am', '2.30 pm'].map((text) => timeOf('time', text))).toEqual([
      ...['09:00', '15:15', '09:00', '00:00', '14:30'],
    ]);
    expect(spansOf('hours', '8:00-11:00, 2 pm to 5 pm')).toEqual([
      { from: '08:00', to: '11:00' },
      { from: '14:00', to: '17:00' },
    ]);
    expect(weekdaysOf('Mon-Wed, Sat')).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Saturday']);
    expect(weekdaysOf('Sundays')).toEqual(['Sunday']);
    expect(weekdaysOf('Mon and सोमवार')).toEqual(['Monday']);
    expect(weekdaysOf('Daily')).toHaveLength(7);
    expect(weeksOf('Second and Fourth/last')).toEqual([2, 4, 'last']);
    expect(problemOf(() => weeksOf('alternate'))).toBe('weeks weeks.wrong');
    expect(problemOf(() => timeOf('time', '5:30'))).toBe('time time.unclear');
    expect(timeOf('time', '1430 hrs')).toBe('14:30');
    expect(problemOf(() => weekdaysOf('Noday'))).toBe('weekday weekday.wrong');
    expect(problemOf(() => timeOf('time', '25:00'))).toBe('time time.wrong');
  });
});
