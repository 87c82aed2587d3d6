import { columnsOf } from './columns.ts';
import { proposedKind } from './proposed-kind.ts';

const read = (line: string) => {
  const headers = line.split(',');
  const { kind } = proposedKind({ headers });
  return { kind, field: columnsOf(kind, headers).map(({ field }) => field) };
};

test.each([
  [
    'UHID,Name,Age,Sex,Mobile,E-mail,Address,expect',
    'patients',
    ['uhid', 'name', 'age', 'sex', 'phone', 'email', 'location', null],
  ],
  [
    'appointment_id,patient_id,doctor_id,appointment_date,appointment_time,reason_for_visit,status',
    'pastVisits',
    ['visitId', 'uhid', 'doctor', 'date', 'time', null, 'outcome'],
  ],
  ['date,name,hours,branch', 'hospitalDays', ['date', 'name', 'hours', 'branch']],
  [
    'Date,Doctor,Start Time,Room,Total Patients,Before Break OPD Timing,Before Break OPD Patients,Breaks,After Break OPD Timing,After Break OPD Patients,Status',
    'hours',
    [
      'date',
      'doctor',
      'start',
      'room',
      null,
      'beforeBreak',
      'beforeBreakPlaces',
      null,
      'afterBreak',
      'afterBreakPlaces',
      'status',
    ],
  ],
  [
    'Doctor Name,Department,Mobile No,Email ID,Consultation Fee',
    'doctors',
    ['name', 'department', 'phone', 'email', 'fee'],
  ],
])('%s is recognised', (line, kind, field) => {
  expect(read(line)).toEqual({ kind, field });
});

test.each([
  ['यूएचआईडी,मरीज का नाम,उम्र,लिंग,मोबाइल नंबर,पिता का नाम', ['uhid', 'name', 'age', 'sex', 'phone', 'guardianName']],
  ['PATIENT_NAME,D.O.B,MOB. NO', ['name', 'bornOn', 'phone']],
  ['First Name,Last Name,Mobile', ['firstName', 'lastName', 'phone']],
])('%s', (line, field) => {
  expect(columnsOf('patients', line.split(',')).map((column) => column.field)).toEqual(field);
});

test('a name with more words is a guess, and no field is taken twice', () => {
  expect(columnsOf('patients', ['Name', 'Husband Name', 'Second Mobile Number', 'Mobile', 'Bill'])).toEqual([
    { field: 'name', match: 'recognised' },
    { field: 'guardianName', match: 'recognised' },
    { field: null, match: 'unknown' },
    { field: 'phone', match: 'recognised' },
    { field: null, match: 'unknown' },
  ]);
});
