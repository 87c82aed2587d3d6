import { problemOf } from '../../testing/problem-of.ts';
import { readPatient } from './patient-reader.ts';

const today = '2026-11-26';
const patient = (cells: Parameters<typeof readPatient>[0]) =>
  readPatient(cells, { today, zone: 'Asia/Kolkata', dayOrder: 'dayFirst' });

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
    // Months where the sex is in a cell of its own, and as a list is exported.
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
    // As other systems print them, and as doctors write them.
    ['35 Year(s)', 'F', '35 y', 'female'],
    ['2 Year(s) 3 Month(s)', 'F', '27 m', 'female'],
    ['6 MONTH(S)', 'F', '6 m', 'female'],
    ['6/12', 'F', '6 m', 'female'],
    ['3/52', 'F', '21 d', 'female'],
    ['2 6/12', 'F', '30 m', 'female'],
    ['approx. 60', 'F', '60 y', 'female'],
    ['60+', 'F', '60 y', 'female'],
    ['P35Y4M', 'F', '35 y', 'female'],
    ['035Y', 'F', '35 y', 'female'],
    ['Y-35', 'F', '35 y', 'female'],
    ['newborn', 'F', '0 d', 'female'],
    ['1981', 'F', '45 y', 'female'],
  ])('age %s and sex %s', (age, sex, ageText, expected) => {
    expect(patient({ name: 'Anu', age, sex }).values).toEqual({
      name: 'Anu',
      ageText: `${ageText} on ${today}`,
      sex: expected,
    });
  });

  test('has the known fields only, on one line, and names the corrected ones', () => {
    const row = patient({
      ...{ uhid: ' JH240010 ', name: 'Sarojini Devi', age: '70', sex: 'F', phone: '9999999999', email: 'NA' },
      location: '12, Car St.,\nPalani - 624601',
    });
    expect(row.values).toEqual({
      ...{ uhid: 'JH240010', name: 'Sarojini Devi', sex: 'female', ageText: `70 y on ${today}` },
      location: '12, Car St., Palani 624601',
    });
    expect([...row.corrected].sort()).toEqual(['email', 'location', 'phone']);
  });

  test.each([
    [{ bornOn: '03/01/27' }, { bornOn: '1927-01-03' }],
    [{ bornOn: '00/00/0000' }, {}],
    [{ age: '12/04/1981' }, { bornOn: '1981-04-12' }],
    [{ age: '1981-04-12' }, { bornOn: '1981-04-12' }],
    [{ bornOn: '45 Y' }, { ageText: '45 y on 2026-11-26' }],
    [{ bornOn: '1981' }, { ageText: '45 y on 2026-11-26' }],
    [{ bornOn: '1980-01-02T18:30:00.000Z' }, { bornOn: '1980-01-03' }],
    [{ email: 'anu@' }, {}],
    [{ guardianName: 'S/O Hari Dass R/O Rampur' }, { guardianName: 'Hari Dass', guardianRelation: 'father' }],
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
    expect(patient({ name: 'Anu', ...cells }).values).toEqual({ name: 'Anu', ...read });
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
    [{ name: 'Anu (45/F)', age: '29' }, 'age decide.age'],
    [{ name: 'Anu', sex: 'maybe' }, 'sex sex.wrong'],
    [{ name: 'Anu', age: '34/F', sex: 'M' }, 'sex sex.differs'],
    [{ name: 'Anu (34/F)', age: '34', sex: 'M' }, 'sex sex.differs'],
    [{ name: 'Anu', uhid: '2.4E+11' }, 'uhid number.rounded'],
    [{ name: 'Anu', bornOn: '31/02/2020' }, 'bornOn date.wrong'],
    [{ name: 'Anu', bornOn: '2030-01-01' }, 'bornOn date.future'],
    [{ name: 'x\u0007y' }, 'name cell.unshown'],
    [{ name: 'Anu', location: 'a'.repeat(251) }, 'location cell.too-long'],
  ])('%j is refused, or needs a decision: %s', (cells, problem) => {
    expect(problemOf(() => patient(cells))).toBe(problem);
  });
});
