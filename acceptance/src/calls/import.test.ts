import { maxDecisions } from '@dayline/contracts/endpoints/import';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { send } from '@dayline/http/testing/send';
import { eventually } from '../testing/event-file.ts';
import { importsOf } from '../testing/imports.ts';
import { hours, type StartedClinic, startClinic } from '../testing/started-clinic.ts';

/** Lists of other systems: upload, preview, import, undo and export, on the started product. */

let clinic: StartedClinic;
let desk: ReturnType<typeof importsOf>;
beforeAll(async () => {
  clinic = await startClinic();
  desk = importsOf(clinic.admin, clinic.product.url);
});
afterAll(() => clinic?.close());

const patients = `UHID;Name;Age;Sex;Mobile;Ref;Bill no.
ZX1;ANITA KUMARI W/O RAM;31 Y;F;98765 11111;;B-1
ZX2;RAM KUMAR;34;Male;9876511111;;B-2
ZX3;Tara Bai;5 Y 3 M;F;NA;;B-3
ZX4;Usha;40;F;9.88E+09;;B-4
`;
/** The activity once it has the sentence: an import isn't one command, so no position says when. */
const entriesWith = (said: string) =>
  eventually(said, async () => {
    const { entries } = (await clinic.auditor.call('listActivity', { clientId: clinic.clientId })).reply();
    return entries.some(({ sentence }) => sentence === said) && entries;
  });
const findings = (rows: readonly { readonly row: number; readonly finding: string }[]) =>
  rows.map(({ row, finding }) => `${row} ${finding}`);

test('a list of patients is uploaded, previewed, imported and undone', async () => {
  const { admin, auditor, clientId } = clinic;
  const { file, counts, rowsToImport, rows, digest } = await desk.previewed(patients);
  expect(file).toMatchObject({ kind: 'patients', rows: 4, separator: ';', fileName: 'list.csv' });
  expect(file.columns.map(({ field }) => field)).toEqual([...['uhid', 'name', 'age', 'sex', 'phone', null, null]]);
  expect(findings(rows)).toEqual(['2 new', '3 differentPerson', '4 new', '5 refused']);
  expect({ ...counts, rowsToImport }).toMatchObject({
    all: 4,
    new: 2,
    differentPerson: 1,
    refused: 1,
    corrected: 3,
    rowsToImport: 3,
  });
  const { importId } = file;
  const refused = await send(clinic.product.url, {
    method: 'POST',
    path: endpoints.exportRefusedRows.path,
    body: { clientId, importId, digest },
    headers: { cookie: admin.cookie },
  });
  expect(refused.headers['content-disposition']).toBe('attachment; filename="list-refused.csv"');
  expect(refused.text).toContain('"ZX4","Usha","40","F","9.88E+09","","B-4","A spreadsheet has rounded this number.');

  const key = { 'Idempotency-Key': 'import-of-patients' };
  const start = { clientId, importId, digest };
  expect((await admin.call('startImport', { ...start, digest: 'another' })).failure().code).toBe('import.changed');
  (await admin.call('startImport', start, key)).reply();
  expect((await admin.call('startImport', start, key)).status).toBe(200);
  expect((await admin.call('startImport', start)).status).toBe(200);
  const done = await desk.finished(importId, ({ finishedAt }) => finishedAt !== null);
  expect(done).toMatchObject({ rows: 3, done: 3, created: 3, matched: 0, refused: 0, skipped: 1, outcome: 'done' });
  const { people } = (await admin.call('searchPatients', { clientId, search: 'anita kumari' })).reply();
  expect(people).toMatchObject([{ name: 'Anita Kumari', identity: { uhid: 'ZX1', sex: 'female' } }]);
  const entries = await entriesWith('finished an import: 3 records created or changed.');
  expect(entries.map(({ sentence }) => sentence)).toContain('started to import 3 rows of patients.');
  expect(entries.map(({ type }) => type)).not.toContain('PatientRegistered');
  const overview = (await auditor.call('getImport', { clientId, importId })).reply();
  expect(overview.import.by).toBe('Front Desk 1');

  const again = await desk.previewed(patients);
  expect(again.file.columns.map(({ match }) => match)).not.toContain('guessed');
  expect(again.counts).toMatchObject({ new: 0, existing: 3, differentPerson: 0 });
  const afterUndo = await desk.undone(importId);
  expect(afterUndo.import.undo).toMatchObject({ undone: 3, kept: 0 });
  expect((await admin.call('searchPatients', { clientId, search: 'anita kumari' })).reply().people).toEqual([]);
  await entriesWith('undid an import, except for what has changed since: 3 records undone.');
});

test('past visits, by the hospital’s own numbers, are on the patient’s page and in no count', async () => {
  const { admin, clientId } = clinic;
  await desk.imported(
    'UHID,Name,Mobile,Email\nJH240001,Meena,9812300001,m@x.example\nJH240005,K. Murugan,9812300005,k@x.example\n',
  );
  const doctors = `Name,Department,Mobile,Email,Doctor ID
Dr. Nine,${await departmentName()},9845012309,nine@sunrise.example,D009
Dr. Four,${await departmentName()},9845012304,four@sunrise.example,D004
`;
  expect((await desk.imported(doctors)).done).toMatchObject({ created: 2, undoUntil: expect.any(String) });
  const before = (await admin.call('countAppointmentsOfClient', { clientId, status: 'Availed' })).reply();
  const visits = `\uFEFFappointment_id,patient_id,doctor_id,appointment_date,appointment_time,reason_for_visit,status
A001,JH240001,D009,2026-08-09,15:15:00,Follow-up,Completed
A002,JH240005,D004,2026-06-09,14:30:00,Consultation,No-show
A003,JH240005,D004,2026-06-28,08:00:00,Consultation,Cancelled
A004,JH249999,D004,2026-06-28,08:00:00,Consultation,Completed
`;
  const { rows, done } = await desk.imported(visits);
  expect(findings(rows)).toEqual(['2 new', '3 new', '4 new', '5 refused']);
  expect(done).toMatchObject({ kind: 'pastVisits', created: 3 });
  const userId = rows[1]?.match?.id ?? '';
  const overview = (await admin.call('getPatientOverview', { userId })).reply();
  expect(overview).toMatchObject({ noShows: 1, past: { total: 0 }, imported: { total: 2 } });
  expect(overview.imported?.visits).toMatchObject([
    { pocName: 'Dr. Four', date: '2026-06-28', time: '08:00', outcome: 'Cancelled' },
    { pocName: 'Dr. Four', date: '2026-06-09', time: '14:30', outcome: 'Not_Availed' },
  ]);
  expect((await admin.call('countAppointmentsOfClient', { clientId, status: 'Availed' })).reply()).toEqual(before);
  const known = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const next = async (row: number, name: string) => {
    const pocId = known.find((doctor) => doctor.pocName === name)?.pocId ?? '';
    return (await admin.call('getVisitBefore', { pocId, userId: rows[row]?.match?.id ?? '' })).reply();
  };
  expect(await next(0, 'Dr. Nine')).toEqual({ visit: 'again', lastVisit: '2026-08-09' });
  expect(await next(1, 'Dr. Four')).toEqual({ visit: 'first', lastVisit: null });
  // A booking counts it too: the session has no place for a first visit.
  const opening = { bookFrom: { daysBefore: 9, time: '00:00' }, closesBefore: 30, openEnd: true } as const;
  const pocId = await clinic.newDoctor({ ...hours('09:00', '11:00'), ...opening, quota: { first: 0 } });
  const doctorsNow = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const { pocName = '' } = doctorsNow.find((doctor) => doctor.pocId === pocId) ?? {};
  await desk.imported(`visit id,uhid,doctor,date,status\nA005,JH240001,${pocName},2026-08-10,Completed\n`);
  const date = clinic.inDays(3);
  const bookFor = (row: number) =>
    admin.call('createAppointment', {
      ...{ userId: rows[row]?.match?.id ?? '', pocId, date, time: '09:00', type: 'Direct Consultation', clientId },
      paymentStatus: 'Pay_later',
    });
  expect((await bookFor(1)).failure()).toMatchObject({ code: 'session.list-full', details: { list: 'first' } });
  const days = (await admin.call('listDatesWithAvailability', { pocId, visit: 'again' })).reply();
  expect(days.find((day) => day.Schedule_Date === date)).toMatchObject({ free: 8 });
  expect((await bookFor(0)).status).toBe(200);
  const out = await desk.exported('pastVisits');
  expect((await desk.previewed(out)).counts).toMatchObject({ all: 4, existing: 4 });
});

test('holidays are imported, and exported so that they can be imported again', async () => {
  const { admin, clientId, inDays } = clinic;
  const holidays = `date,name,hours,branch,bookings close\n${inDays(40)},Christmas,closed,,\n${inDays(41)},Holi,08:00-12:00,,10:30\n${inDays(42)},Pongal,closed,Chennai,\n`;
  const days = await desk.imported(holidays);
  expect(findings(days.rows)).toEqual(['2 new', '3 new', '4 refused']);
  const listed = (await admin.call('listHospitalDays', { clientId })).reply().days;
  expect(listed.filter(({ name }) => name === 'Holi').at(-1)).toMatchObject({
    open: [{ from: '08:00', to: '12:00' }],
    bookUntil: '10:30',
  });
  const saturdays = (name: string) =>
    `weekday,weeks,from,name,hours\nSaturday,"2, 4",${inDays(40)},${name},08:00-12:00\n`;
  await desk.imported(saturdays('Half Saturday'));
  await desk.imported(saturdays('Short Saturday'));
  expect((await desk.previewed(await desk.exported('hospitalDays'))).counts).toMatchObject({ new: 0, refused: 0 });
  const afterUndo = await desk.undone(days.file.importId);
  expect(afterUndo.import.undo).toMatchObject({ undone: 2 });
});

test('a roster by dates, and hours that are exported, moved to a later date and imported again', async () => {
  const { admin, inDays } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '11:00'));
  await clinic.newDoctor({
    ...hours('15:00', '16:00'),
    onRequest: 'Call the ward, please',
    onlyFor: ['Seniors', 'Staff'],
    firstUntil: { daysBefore: 1, time: '18:00' },
    slotsPerVisit: { first: 2, classes: [{ patientClass: 'Staff', slots: 2 }] },
  });
  const { name } = (await admin.call('getDoctor', { pocId })).reply();
  const [day, nextDay] = [inDays(10), inDays(11)].map((date) => date.split('-').reverse().join('/'));
  const roster = `Date,Doctor,Start Time,Room,Total Patients,Before Break OPD Timing,Before Break OPD Patients,Breaks,After Break OPD Timing,After Break OPD Patients,Status
${day},${name},08:00,R1,20,8:00-11:00,10,11:00-14:00,14:00-17:00,10,ON DUTY
${nextDay},${name},,,,,,,,,POST ON CALL
`;
  const first = await desk.imported(roster);
  expect(first.rows.map(({ finding, problem }) => [finding, problem?.code])).toEqual([
    ['new', undefined],
    ['new', undefined],
  ]);
  expect(first.done).toMatchObject({ kind: 'hours', created: 2, skipped: 0 });
  const dayHours = (await admin.call('listDayHours', { pocId })).reply();
  expect(dayHours).toMatchObject([
    {
      date: inDays(10),
      intervals: [
        { startTime: '08:00', endTime: '11:00', appointmentsPerSlot: 1, slotDuration: 18 },
        { startTime: '14:00', endTime: '17:00', appointmentsPerSlot: 1, slotDuration: 18 },
      ],
    },
  ]);

  const out = await desk.exported('hours');
  const { counts, rows: left } = await desk.previewed(out, { show: 'refused' });
  expect(left).toEqual([]);
  expect(counts).toMatchObject({ new: 0, refused: 0, existing: counts.all });
  const [headers = '', ...lines] = out.split('\r\n');
  const winter = inDays(30);
  const from = headers.replace('\uFEFF', '').split(',').indexOf('From');
  const moved = lines
    .filter((line) => line.includes(`"${name}"`) && line.includes('day"'))
    .map((line) => line.split(',').with(from, `"${winter}"`).join(',').replaceAll('"11:00"', '"10:30"'));
  const { file, done } = await desk.imported([headers, ...moved].join('\r\n'));
  expect(done).toMatchObject({ created: 1, matched: 6, refused: 0 });
  const { weeks } = (await admin.call('listWeeks', { pocId })).reply();
  const monday = { day: 'Monday', timeIntervals: [hours('09:00', '10:30')] };
  expect(weeks.at(-1)).toMatchObject({ from: winter, week: expect.arrayContaining([monday]) });
  // Exported hours of a later date hold from that date when they are imported again, not from today.
  const winterHours = await desk.exported('hours', admin, winter);
  expect(winterHours).toMatch(new RegExp(`"${name}",[^\r]*"${winter}"[^\r]*"10:30"`));
  expect((await desk.previewed(winterHours)).counts).toMatchObject({
    refused: 0,
    existing: winterHours.split('\r\n').length - 2,
  });
  expect((await desk.undone(file.importId)).import.undo).toMatchObject({ undone: 1, kept: 0 });
  expect((await admin.call('listWeeks', { pocId })).reply().weeks).toHaveLength(weeks.length - 1);
  expect((await desk.undone(first.file.importId)).import.undo).toMatchObject({ undone: 2, kept: 0 });
  expect((await admin.call('listDayHours', { pocId })).reply()).toEqual([]);
});

test('only administrators of the client import and undo; auditors see the imports', async () => {
  const { admin, auditor, doctor, stranger, clientId } = clinic;
  const { file, digest } = await desk.previewed('Name,Mobile\nSomebody,9876522222\n');
  const start = { clientId, importId: file.importId, digest };
  for (const caller of [auditor, doctor])
    expect((await caller.call('startImport', start)).failure().code).toBe('access.role');
  expect((await stranger.call('startImport', start)).failure().code).toBe('access.foreign');
  const own = { ...start, clientId: stranger.user.clientId };
  for (const [name, request] of [
    ['startImport', own],
    ['undoImport', { clientId: own.clientId, importId: own.importId }],
    ['readImportColumns', { clientId: own.clientId, importId: own.importId, kind: 'patients' }],
  ] as const) {
    const { code } = (await stranger.call(name, request)).failure();
    expect([name, code]).toEqual([name, 'import.unknown']);
  }
  (await admin.call('startImport', start)).reply();
  await desk.finished(file.importId, ({ finishedAt }) => finishedAt !== null);
  const { imports } = (await stranger.call('listImports', { clientId: own.clientId })).reply();
  expect(imports).toEqual([]);
  expect((await stranger.call('getImport', { clientId: own.clientId, importId: own.importId })).failure().code).toBe(
    'import.unknown',
  );
});

test('a file that is no list is refused with a sentence', async () => {
  const refused = failureSchema.parse(await (await desk.upload(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).json());
  expect(refused).toMatchObject({
    code: 'import.not-text',
    message: 'This file cannot be read as a list. Please save it as Excel (.xlsx) or CSV.',
  });
  const refusal = failureSchema.parse(await (await desk.upload('Ravi Rao,Madurai\nAnu Rao,Salem\n')).json());
  expect(refusal.code).toBe('import.header-row-unclear');
  const answer = await desk.upload('a,b\n1,2\n', 'list.csv', { headerRow: 'first' });
  const { file } = endpoints.uploadImport.response.parse(await answer.json());
  const chosen = { clientId: clinic.clientId, importId: file.importId, kind: 'patients' as const };
  const refusalOf = async (columns: (ImportField | null)[]) =>
    (await clinic.admin.call('previewImport', { ...chosen, columns })).failure().code;
  expect(await refusalOf([null, null])).toBe('import.column-missing');
  expect(await refusalOf(['name', 'name'])).toBe('import.column-twice');
});

async function departmentName(): Promise<string> {
  const departments = (await clinic.admin.call('listDepartments', { clientId: clinic.clientId })).reply();
  return departments[0]?.Value_name ?? '';
}

test('decisions on rows are kept, as many as one call takes, and then previewed and imported', async () => {
  const { admin, clientId } = clinic;
  const pairs = 'Answer Asked,9876522221\nAsked Answer,9876522221\n';
  const { file, counts } = await desk.previewed(`Name,Mobile\n${pairs}`);
  expect(counts).toMatchObject({ new: 1, needsDecision: 1 });
  const { importId } = file;
  const longest = Array.from({ length: maxDecisions }, () => ({ row: 50_001, same: false, age: 'beside' as const }));
  (await admin.call('decideImportRows', { clientId, importId, decisions: longest })).reply();
  (await admin.call('decideImportRows', { clientId, importId, decisions: [{ row: 50_001 }] })).reply();
  const decisions = [{ row: 3, same: false }];
  const { decisionsId } = (await admin.call('decideImportRows', { clientId, importId, decisions })).reply();
  const columns = file.columns.map(({ field }) => field);
  const request = { clientId, importId, kind: file.kind, columns };
  expect((await admin.call('previewImport', request)).failure().code).toBe('import.changed');
  const preview = await desk.preview(file, { decisionsId });
  expect(preview.counts).toMatchObject({ new: 1, differentPerson: 1, needsDecision: 0 });
  (await admin.call('startImport', { clientId, importId, digest: preview.digest })).reply();
  expect(await desk.finished(importId, ({ finishedAt }) => finishedAt !== null)).toMatchObject({ created: 2 });
});
