import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { TooBusy } from '@dayline/runtime/unavailable';
import { carryOut, eventsOfImport, imported, previewed, start, undo } from '../testing/imports.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.close();
});

/** The real list from the field test, without its expected results. */
const patients = `\uFEFFUHID,Name,Age,Sex,Mobile,E-mail,Address
JH240001,MEENA W/O SURESH,29,F,9812300001,,Madurai - 625001
JH240002,SURESH K,34 Y,Male,9812300001,NA,Madurai - 625001
JH240003,B/O MEENA (TWIN 1),14 D,F,9812300001,,Madurai - 625001
JH240004,B/O MEENA (TWIN 2),14 D,F,9812300001,,Madurai - 625001
JH240005,K. Murugan,61,M,98123 00005,-,Salem
JH240006,Murugan K,61,M,+91 9812300005,,Salem
JH240001,Meena,,F,,,
JH240007,अनिता देवी,45,F,0000000000,,गोरखपुर
JH240008,மீனாட்சி,72,F,NA,,மதுரை
JH240009,മീനാക്ഷി,5 Y 3 M,F,0484-2345678,,Kochi
JH240010,Fathima Beevi,52,F,9.81E+09,,Erode
`;
const summaryOf = (rows: Awaited<ReturnType<typeof previewed>>['rows']) =>
  rows.map(({ row, finding, match, problem }) => [row, finding, match?.name ?? null, problem?.code ?? null].join(' '));

/** A list with people who are registered, or in it already, under names like theirs. */
const similar = `Name,UHID,Mobile,Birth date
Sunita Rao,H1,9812300021,1990-02-03
Sunitha Rao,H2,9812300021,
Sunita Rao,H3,9812300021,
सुनीता राव,H4,,1990-02-03
Sunitha Rao,H5,9812300021,1961-05-06
`;

describe('patients', () => {
  test('of a similar name with one phone or birth date, or with two hospital numbers, need a decision', async () => {
    const { rows } = await previewed(stage, similar);
    expect(summaryOf(rows)).toEqual([
      '2 new  ',
      ...[3, 4, 5].map((row) => `${row} needsDecision Sunita Rao decide.similar`),
      // Another birth date: another person.
      '6 differentPerson Sunita Rao ',
    ]);
    const decisions = [
      { row: 3, same: true },
      { row: 4, same: false },
      { row: 5, same: false },
    ];
    const { importId } = await imported(stage, similar, { decisions });
    expect((await eventsOfImport(stage, importId)).at(-1)?.data).toMatchObject({ outcome: 'done' });
    const types = (await stage.stored.readAll('', 1_000)).map(({ type }) => type);
    expect(types.filter((type) => type === 'PatientRegistered')).toHaveLength(4);
    // Of the two who are somebody else.
    expect(types.filter((type) => type === 'DuplicateDismissed')).toHaveLength(2);
  });

  test('are previewed as the field expects, and nothing is written', async () => {
    const head = await stage.stored.head();
    const { file, rows, counts } = await previewed(stage, patients);
    expect(file).toMatchObject({ kind: 'patients', rows: 11, separator: ',', encoding: 'utf-8' });
    expect(summaryOf(rows)).toEqual([
      '2 new  ',
      '3 differentPerson Meena ',
      '4 differentPerson Meena ',
      '5 differentPerson Meena ',
      '6 new  ',
      '7 needsDecision K. Murugan decide.same-words',
      '8 existing Meena ',
      '9 new  ',
      '10 new  ',
      '11 new  ',
      '12 refused  number.rounded',
    ]);
    expect(counts).toMatchObject({ all: 11, new: 5, existing: 1, differentPerson: 3, needsDecision: 1, refused: 1 });
    expect(await stage.stored.head()).toBe(head);
  });

  test('are imported once, as the person who started it, and the file is destroyed', async () => {
    const { importId } = await imported(stage, patients, { decisions: [{ row: 7, same: false }] });
    const events = await eventsOfImport(stage, importId);
    expect(events.map(({ type }) => type)).toEqual(['ImportStarted', 'ImportAdvanced', 'ImportFinished']);
    expect(events[1]?.data).toMatchObject({ done: 10, matched: 1, refusedRows: [] });
    expect(events[2]?.data).toEqual({ outcome: 'done', changed: 9 });
    const again = await previewed(stage, patients, { decisions: [{ row: 7, same: false }] });
    expect(again.counts).toMatchObject({ new: 0, existing: 10, differentPerson: 0, refused: 1 });
    expect(again.rows.flatMap(({ changes }) => changes)).toEqual([]);
    const meena = again.rows[0]?.match?.id ?? '';
    const [event] = await stage.log.readStream(streams.patient(meena));
    expect(event).toMatchObject({
      data: { name: 'Meena', uhid: 'JH240001', guardianRelation: 'husband', guardianName: 'Suresh' },
      metadata: { batchId: importId, actor: { name: 'Desk 1' } },
    });
    const refusal = await stage.service.importService.previews.page({ ...again.request, importId }, stage.by());
    expect(refusal).toMatchObject({ refused: 'import.running' });
    expect(await stage.service.importService.uploads.sealed.isDestroyed(importId)).toBe(true);
  });

  test('a start that another process comes before is the first one', async () => {
    const { importId, digest } = await previewed(stage, patients, { decisions: [{ row: 7, same: false }] });
    const other = stage.another();
    let isStarted = false;
    // Right after the late process has checked whether it is started.
    const late = stage.another((log) => ({
      ...log,
      async readStream(...call) {
        const events = await log.readStream(...call);
        if (call[0] === streams.import(importId) && !isStarted) {
          isStarted = true;
          await other.importService.start({ importId, digest }, stage.by());
        }
        return events;
      },
    }));
    expect(await late.importService.start({ importId, digest }, stage.by())).toEqual({ position: null });
    const events = await eventsOfImport(stage, importId);
    expect(events.map(({ type }) => type)).toEqual(['ImportStarted']);
    await carryOut(stage);
  });

  test('have their own time each, and can be undone for a day after the last one', async () => {
    const preview = await previewed(stage, 'UHID,Name,Mobile\nH1,Ravi Rao,9812300009\nH2,Anu Rao,9812300011\n');
    const began = stage.clock.now();
    await start(stage, preview);
    const hour = 3_600_000;
    const slow = stage.another((log) => ({
      ...log,
      append: (...call) => {
        stage.clock.set(stage.clock.now() + hour);
        return log.append(...call);
      },
    }));
    await carryOut(stage, slow);
    const events = (await stage.stored.readAll(stage.stored.start, 1_000)).filter(
      ({ metadata }) => metadata.batchId === preview.importId,
    );
    const times = events.map(({ type, metadata }) => `${type} ${(requestedAt(metadata) - began) / hour}`);
    expect(times).toEqual([
      ...['ImportStarted 0', 'PatientRegistered 0', 'PatientRegistered 1'],
      ...['ImportAdvanced 2', 'ImportFinished 3'],
    ]);
    const undoNow = () => stage.service.importService.undo({ importId: preview.importId }, stage.by());
    stage.clock.set(began + 27 * hour + 1);
    expect(await undoNow()).toMatchObject({ refused: 'import.undo-expired' });
    stage.clock.set(began + 27 * hour);
    expect(isRefusal(await undoNow())).toBe(false);
  });

  test('the same file twice creates nothing', async () => {
    await imported(stage, patients);
    const head = await stage.stored.head();
    const second = await imported(stage, patients);
    const since = await stage.stored.readAll(head, 100);
    expect(since.map(({ stream }) => stream)).toEqual(Array(3).fill(streams.import(second.importId)));
  });

  test('other values of an existing patient are corrected; empty cells change nothing', async () => {
    const one = 'UHID,Name,Mobile,Email,Address\nH1,Ravi Rao,9812300009,ravi@mail.example,Pune\n';
    await imported(stage, one);
    const { rows } = await previewed(stage, 'UHID,Name,Mobile,Address,Email\nH1,RAVI RAO,9812300010,Pune West,\n');
    expect(rows[0]).toMatchObject({
      finding: 'existing',
      changes: [
        { field: 'phone', before: '919812300009', after: '919812300010' },
        { field: 'location', before: 'Pune', after: 'Pune West' },
      ],
    });
  });

  test('a row that changed between preview and start is listed, and not imported', async () => {
    await imported(stage, 'UHID,Name,Mobile,Address\nH1,Ravi Rao,9812300009,Pune\n');
    const list =
      'UHID,Name,Mobile,Address\nH1,Ravi Rao,9812300009,Goa\nH2,Anu Rao,9812300011,Goa\nH3,Tara,9812300012,Goa\n';
    const preview = await previewed(stage, list);
    const { commands } = stage.service;
    const ravi = { name: 'Ravi Rao', phone: '919812300009', email: null, location: 'Delhi' };
    await commands.savePatient(ravi, stage.by());
    await commands.savePatient({ ...ravi, name: 'Anu Rao', phone: '919812300011' }, stage.by());
    await commands.savePatient({ ...ravi, name: 'Other', phone: '919812300077', uhid: 'H3' }, stage.by());
    await start(stage, preview);
    await carryOut(stage);
    const [, advanced] = await eventsOfImport(stage, preview.importId);
    expect(advanced?.data['refusedRows']).toEqual([
      { row: 2, code: 'row.changed' },
      { row: 3, code: 'row.changed' },
      { row: 4, code: 'uhid.taken' },
    ]);
  });

  test('are undone by erasure, except those that changed since', async () => {
    const list = 'UHID,Name,Mobile\nH1,Ravi Rao,9812300009\nH2,Anu Rao,9812300011\nH3,Tara,9812300012\n';
    const { importId } = await imported(stage, list);
    const { commands } = stage.service;
    await commands.savePatient({ name: 'Anu Rao', phone: '919812300011', email: null, location: 'Goa' }, stage.by());
    const { rows } = await previewed(stage, list);
    const tara = rows[2]?.match?.id ?? '';
    const slot = { pocId: stage.pocId, date: '2026-11-22', time: '09:00' };
    const booking = { ...slot, patientId: tara, type: 'Direct Consultation', payment: 'Paid' } as const;
    const booked = await commands.bookAppointment(booking, stage.by());
    expect(isRefusal(booked)).toBe(true);
    await undo(stage, importId);
    const events = await eventsOfImport(stage, importId);
    expect(events.at(-2)?.data).toMatchObject({ undone: 2, keptRows: [{ row: 3, code: 'kept.changed' }] });
    expect((await previewed(stage, list)).counts).toMatchObject({ new: 2, existing: 1 });
  });

  test('a row that corrects somebody of the same list goes with that person', async () => {
    const list = 'UHID,Name,Mobile,Location\nH1,Ravi Rao,9812300009,\nH1,Ravi Rao,9812300009,Pune\n';
    const { importId, counts } = await imported(stage, list);
    expect(counts).toMatchObject({ new: 1, existing: 1, changed: 1 });
    await undo(stage, importId);
    const events = await eventsOfImport(stage, importId);
    expect(events.at(-2)?.data).toMatchObject({ undone: 2, keptRows: [] });
    expect((await previewed(stage, list)).counts).toMatchObject({ new: 1, existing: 1 });
  });
});

describe('hours', () => {
  const header = 'Doctor,Date,From,Weekday,Start,End,Minutes\n';
  const found = async (lines: string) => {
    const { rows } = await previewed(stage, header + lines);
    return rows.map(({ row, finding, problem }) => [row, finding, problem?.code].filter(Boolean).join(' '));
  };

  test('a row that is refused holds back the week or the date that it belongs to, and no other', async () => {
    const dates = `Asha Menon,06/12/2026,,,08:00,11:00,15
Asha Menon,06/12/2026,,,,,
Asha Menon,08/12/2026,,,09:00,12:00,15
Asha Menon,01/02/2026,,,09:00,12:00,15
`;
    const weeks = `Asha Menon,,2027-01-04,Mon,09:00,12:00,15
Asha Menon,,2027-01-04,Noday,09:00,12:00,15
Asha Menon,,2027-03-01,Tue,09:00,12:00,15
`;
    expect(await found(dates + weeks)).toEqual([
      ...['2 refused row.depends', '3 refused hours.missing', '4 new', '5 refused date.past'],
      ...['6 refused row.depends', '7 refused weekday.wrong', '8 new'],
    ]);
  });

  test('where nobody knows which date a refused row means, it holds back all of the doctor', async () => {
    const unknown = 'Asha Menon,06/12/2026,,,08:00,11:00,15\nAsha Menon,soon,,,08:00,11:00,15\n';
    expect(await found(unknown)).toEqual(['2 refused row.depends', '3 refused date.wrong']);
  });
});

test('a row of more cells than columns is refused, and a file without a header row', async () => {
  const { rows } = await previewed(stage, 'Name,Mobile,Address\nAnu,9812300001,12, Car St\nTara,9812300002,Goa,,\n');
  expect(summaryOf(rows)).toEqual(['2 refused  row.wide', '3 new  ']);
  const bytes = Buffer.from('Anu,9812300001\nTara,9812300002\n');
  const uploaded = await stage.service.importService.uploads.upload({ fileName: 'list.csv' }, bytes, stage.by());
  expect(uploaded).toMatchObject({ refused: 'import.no-header-row' });
});

test('a cell of many spaces is refused without a look into it', async () => {
  const spaces = ' '.repeat(90_000);
  const { rows } = await previewed(stage, `Name,Mobile\nA${spaces}nu,9812300003\nTara,98123${spaces}00004\n`);
  const code = 'cell.too-long';
  expect(rows).toMatchObject([{ problem: { field: 'name', code } }, { problem: { field: 'phone', code } }]);
});

test('the order of day and month is judged by all rows', async () => {
  const visits = `${'03/02/2024,H1,Asha Menon,Completed\n'.repeat(1_500)}02/13/2024,H1,Asha Menon,Completed\n`;
  const { file } = await previewed(stage, `Date,UHID,Doctor,Outcome\n${visits}`);
  expect(file.dayOrder).toBe('monthFirst');
  const both = 'Name,Mobile,DOB\nA,9812300001,13/02/1980\nB,9812300002,02/13/1980\nC,9812300003,03/02/1980\n';
  const { rows } = await previewed(stage, `${both}D,9812300004,1980-02-03\n`);
  expect(summaryOf(rows)).toEqual(['2 new  ', '3 refused  date.wrong', '4 refused  date.unclear', '5 new  ']);
});

test('a past visit needs a decision if its number has another name, and is refused with another outcome', async () => {
  await imported(stage, 'UHID,Name,Mobile\nH1,Ravi Rao,9812300009\n');
  const header = 'UHID,Name,Doctor,Date,Outcome\n';
  const visit = `${header}H1,Mr. Rao Ravi,Asha Menon,2026-08-09,Completed\n`;
  await imported(stage, visit);
  expect(summaryOf((await previewed(stage, visit)).rows)).toEqual(['2 existing Ravi Rao ']);
  const others = `${header}H1,Anu,Asha Menon,2026-08-10,Completed\nH1,Ravi Rao,Asha Menon,2026-08-09,No-show\n`;
  expect(summaryOf((await previewed(stage, others)).rows)).toEqual([
    ...['2 needsDecision Ravi Rao decide.other-name', '3 refused  cell.fixed'],
  ]);
  const decisions = [{ row: 2, same: true }];
  expect((await previewed(stage, others, { decisions })).counts).toMatchObject({ new: 1, refused: 1 });
});

test('other values of a name and a phone are in cells of their own', async () => {
  const { rows } = await previewed(stage, 'Name,Mobile\nANU W/O RAM (45/F),9812300009 (son)\nTara,9812300010\n');
  expect(rows.map(({ cells }) => cells.slice(2).map(({ field, value }) => `${field} ${value}`))).toEqual([
    ['age 45 y', 'sex female', 'guardianRelation husband', 'guardianName Ram', 'phoneNote son'],
    [],
  ]);
});

test('an exported age is the same age', async () => {
  await imported(stage, 'UHID,Name,Age,Sex,Mobile\nH1,Anu,6 months,F,9812300009\n');
  const { rows } = await previewed(stage, 'UHID,Name,Age,Sex,Mobile\nH1,Anu,6 M,F,9812300009\nH1,Anu,6,F,9812300009\n');
  expect(rows.map(({ changes }) => changes.map(({ field }) => field))).toEqual([[], ['age']]);
});

test('two ages need a decision, and then the person does', async () => {
  await imported(stage, 'UHID,Name,Mobile\nH1,Ravi Rao,9812300009\n');
  const list = 'UHID,Name,Age,Mobile\nH2,Rao Ravi (45/M),29,9812300009\n';
  const withDecisions = async (options: Parameters<typeof previewed>[2]) => {
    const { rows } = await previewed(stage, list, options);
    return rows.map(({ finding, problem, cells }) => [finding, problem?.code, cells[2]?.value]);
  };
  expect(await withDecisions({})).toEqual([['needsDecision', 'decide.age', null]]);
  expect(await withDecisions({ decisions: [{ row: 2, age: 'inName' }] })).toEqual([
    ['needsDecision', 'decide.same-words', '45 y'],
  ]);
  const different = { decisions: [{ row: 2, age: 'beside' as const, same: false }] };
  expect(await withDecisions(different)).toEqual([['differentPerson', undefined, '29 y']]);
});

test('a preview that no call waits for ends, and an account has a few at a time', async () => {
  const { file, request } = await previewed(stage, 'Name,Mobile,Address\nAnu,9812300001,Pune\n');
  const { previews } = stage.service.importService;
  const otherColumns = (at: number) => ({
    ...request,
    columns: file.columns.map(({ field }, index) => (index === 2 && at % 2 ? null : field)),
    dayOrder: at < 2 ? ('dayFirst' as const) : ('monthFirst' as const),
  });
  const closed = new AbortController();
  const by = { ...stage.by(), signal: closed.signal };
  const asked = [1, 2, 3].map((at) => previews.page(otherColumns(at), by));
  const tooMany = previews.page({ ...request, columns: [null, 'name', 'phone'] }, stage.by());
  await expect(tooMany).rejects.toThrow(TooBusy);
  closed.abort(new Error('closed'));
  await Promise.allSettled(asked);
  accepted(await previews.page({ ...request, columns: ['name', null, 'phone'] }, stage.by()));
});
