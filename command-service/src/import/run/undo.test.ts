import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorEvent, DoctorScheduleEvent, PatientEvent } from '@dayline/contracts/events/people';
import type { EventLog } from '@dayline/event-log/port';
import { doctor as doctorDecider } from '../../doctor/doctor.ts';
import { doctorSchedule } from '../../doctor-schedule/doctor-schedule.ts';
import { patient } from '../../patient/patient.ts';
import { contended } from '../../testing/contended.ts';
import { carryOut, eventsOfImport, imported, previewed, start, undo } from '../../testing/imports.ts';
import { accepted, openStage, type Stage } from '../../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  accepted(await stage.service.commands.changeClient({ bookingNeedsEmail: false }, stage.by()));
});
afterEach(async () => {
  await stage.close();
});

const list = 'UHID,Name,Mobile\nH1,Ravi Rao,9812300009\nH2,Anu Rao,9812300011\n';
const slot = { date: '2026-11-22', time: '09:00', type: 'Direct Consultation', payment: 'Paid' } as const;
const book = (patientId: string, service = stage.service) =>
  service.commands.bookAppointment({ pocId: stage.pocId, patientId, ...slot }, stage.by());
const typesOf = async (stream: string) => (await stage.stored.readStream(stream)).map(({ type }) => type);
const patientEvents = (patientId: string) => typesOf(streams.patient(patientId));
const dayEvents = () => typesOf(streams.doctorDay(stage.pocId, slot.date));
const booked = ['SlotsPlanned', 'AppointmentBooked', 'AppointmentPaymentRecorded'];
const cancelled = [...booked, 'AppointmentCancelled', 'PaymentRefunded'];

/** The patients of an imported list. */
async function importedPatients(csv = list) {
  const { importId } = await imported(stage, csv);
  const [, advanced] = await eventsOfImport(stage, importId);
  const rows = advanced?.data['importedRows'] as { readonly id: string }[];
  const [ravi = '', anu = ''] = rows.map(({ id }) => id);
  return { importId, ravi, anu };
}

async function undoResult(importId: string) {
  const back = (await eventsOfImport(stage, importId)).filter(({ type }) => type === 'ImportUndoAdvanced');
  return back.map(({ data }) => data);
}

/** The log as seen by a process in which something happens once before or after an append to a stream. */
const around =
  (when: 'before' | 'after', stream: string, happens: () => Promise<unknown>) =>
  (log: EventLog): EventLog => {
    let hasHappened = false;
    const once = async (now: typeof when, appended: string) => {
      if (now !== when || appended !== stream || hasHappened) return;
      hasHappened = true;
      await happens();
    };
    return {
      ...log,
      async append(...call) {
        await once('before', call[0]);
        const result = await log.append(...call);
        await once('after', call[0]);
        return result;
      },
    };
  };

test('who was booked stays, however far behind the views are', async () => {
  const { importId, ravi, anu } = await importedPatients();
  stage.letViewsFollow();
  accepted(await stage.service.importService.undo({ importId }, stage.by()));
  // After the wait for the views, and before the removal starts.
  const books = async () => accepted(await book(ravi));
  await carryOut(stage, stage.another(around('before', streams.patient(ravi), books)));
  expect(await patientEvents(ravi)).toEqual(['PatientRegistered', 'PatientRemovalStarted', 'PatientKept']);
  expect(await patientEvents(anu)).toEqual(['PatientRegistered', 'PatientRemovalStarted', 'PatientErased']);
  const kept = { row: 2, id: ravi, code: 'kept.visits' };
  expect(await undoResult(importId)).toMatchObject([{ undone: 1, keptRows: [kept] }]);
  accepted(await stage.service.commands.savePatient({ name: 'Ravi R', ...noContact }, stage.by(), { userId: ravi }));
});

test('rows are imported and undone while others append first', async () => {
  const preview = await previewed(stage, list);
  await start(stage, preview);
  await carryOut(
    stage,
    stage.another((log) => contended(log, 'patient-', 6)),
  );
  await stage.project();
  const { importId } = preview;
  const [, advanced] = await eventsOfImport(stage, importId);
  expect(advanced?.data).toMatchObject({ importedRows: [{ row: 2 }, { row: 3 }], refusedRows: [] });
  stage.letViewsFollow();
  accepted(await stage.service.importService.undo({ importId }, stage.by()));
  await carryOut(
    stage,
    stage.another((log) => contended(log, 'patient-', 6)),
  );
  expect(await undoResult(importId)).toMatchObject([{ undone: 2, keptRows: [] }]);
});

const noContact = { phone: null, email: null, location: null };

test('a merged patient is kept, whichever record it is; one that was split again is undone', async () => {
  const { importId, ravi, anu } = await importedPatients();
  const { commands, importService } = stage.service;
  const request = { userId: ravi, otherId: anu, fromOther: [], reason: 'One person' };
  const { mergeId } = accepted(await commands.mergePatients(request, stage.by()));
  stage.letViewsFollow();
  accepted(await importService.undo({ importId }, stage.by()));
  await carryOut(stage);
  const kept = { code: 'kept.merged' };
  const keptRows = [expect.objectContaining({ id: anu, ...kept }), expect.objectContaining({ id: ravi, ...kept })];
  expect(await undoResult(importId)).toMatchObject([{ undone: 0, keptRows: expect.arrayContaining(keptRows) }]);
  accepted(await commands.splitPatient({ userId: ravi, mergeId, reason: null }, stage.by()));
  const again = await importedPatients('UHID,Name,Mobile\nH3,Mina Iyer,9812400009\nH4,Tara Iyer,9812400011\n');
  const merged = { ...request, userId: again.anu, otherId: again.ravi };
  const second = accepted(await commands.mergePatients(merged, stage.by()));
  accepted(await commands.splitPatient({ userId: again.anu, mergeId: second.mergeId, reason: null }, stage.by()));
  accepted(await importService.undo({ importId: again.importId }, stage.by()));
  await carryOut(stage);
  expect(await undoResult(again.importId)).toMatchObject([{ undone: 2, keptRows: [] }]);
});

test('while a patient is leaving, nothing new is for them, in other processes either', async () => {
  const { importId, ravi } = await importedPatients();
  const answers: object[] = [];
  const another = stage.another();
  await another.commands.bookAppointment({ pocId: stage.pocId, patientId: ravi, ...slot, time: '08:00' }, stage.by());
  const desks = async () => {
    const { commands } = another;
    const today = stage.clock.now();
    answers.push(await book(ravi, another));
    stage.clock.set(Date.parse('2026-11-21T09:30:00+05:30'));
    const walkIn = { pocId: stage.pocId, patientId: ravi, payment: 'Paid' } as const;
    answers.push(await commands.walkIn(walkIn, stage.by()));
    stage.clock.set(today);
    answers.push(await commands.savePatient({ name: 'Ravi R', ...noContact }, stage.by(), { userId: ravi }));
    const visit = { pocId: stage.pocId, date: '2026-01-02', time: null, outcome: 'Availed', paid: null } as const;
    answers.push(await commands.notePastVisit(ravi, visit, stage.by()));
  };
  stage.letViewsFollow();
  accepted(await stage.service.importService.undo({ importId }, stage.by()));
  await carryOut(stage, stage.another(around('after', streams.patient(ravi), desks)));
  expect(answers).toEqual(Array(4).fill({ refused: 'patient.leaving' }));
  expect(await patientEvents(ravi)).toEqual(['PatientRegistered', 'PatientRemovalStarted', 'PatientErased']);
});

test('a booking that read the patient before, and stands in the log after it, is cancelled and refused', async () => {
  const { ravi } = await importedPatients();
  const day = streams.doctorDay(stage.pocId, slot.date);
  const { commands } = stage.service;
  const leave = () => commands.startRemoval(ravi, stage.by());
  const by = stage.by();
  const late = stage.another(around('before', day, leave)).commands;
  const asked = { pocId: stage.pocId, patientId: ravi, ...slot };
  expect(await late.bookAppointment(asked, by)).toEqual({ refused: 'patient.leaving' });
  expect(await dayEvents()).toEqual(cancelled);
  // A retry gets the same answer, even after the patient is kept.
  accepted(await commands.keepPatient(ravi, stage.by()));
  expect(await stage.another().commands.bookAppointment(asked, by)).toEqual({ refused: 'patient.leaving' });
  expect(await dayEvents()).toEqual(cancelled);
  accepted(await book(ravi));
});

test('a booking whose process is killed before that look is cancelled by its retry', async () => {
  const { ravi } = await importedPatients();
  const day = streams.doctorDay(stage.pocId, slot.date);
  const { commands } = stage.service;
  const dies = async () => {
    accepted(await commands.startRemoval(ravi, stage.by()));
  };
  const killed = (log: EventLog): EventLog => {
    const before = around('before', day, dies)(log);
    return around('after', day, () => Promise.reject(new Error('killed')))(before);
  };
  const by = stage.by();
  const asked = { pocId: stage.pocId, patientId: ravi, ...slot };
  await expect(stage.another(killed).commands.bookAppointment(asked, by)).rejects.toThrow('killed');
  accepted(await commands.removePatient(ravi, stage.by()));
  expect(await dayEvents()).toEqual(booked);
  expect(await stage.another().commands.bookAppointment(asked, by)).toEqual({ refused: 'patient.erased' });
  expect(await dayEvents()).toEqual(cancelled);
});

test('a move that read the patient before the removal keeps patient and visit', async () => {
  const { importId, ravi } = await importedPatients();
  const { commands } = stage.service;
  const { appointmentId } = accepted(await book(ravi));
  const [date, pocId] = ['2026-11-23', stage.pocId];
  const day = streams.doctorDay(pocId, date);
  const late = stage.another(around('before', day, () => commands.startRemoval(ravi, stage.by()))).commands;
  accepted(await late.moveAppointment({ appointmentId, pocId, date, time: '09:00', reason: null }, stage.by()));
  await undo(stage, importId);
  expect(await undoResult(importId)).toMatchObject([{ undone: 1, keptRows: [{ id: ravi, code: 'kept.visits' }] }]);
  expect(await typesOf(day)).not.toContain('AppointmentCancelled');
});

test.each(['undo', 'correction'] as const)(
  'the %s of a cancellation after the removal began is refused',
  async (way) => {
    const { importId, ravi } = await importedPatients();
    await imported(stage, 'UHID,Doctor,Date,Time,Status\nH1,Dr. Asha Menon,2026-11-22,09:00,Booked\n');
    const { commands } = stage.service;
    const day = streams.doctorDay(stage.pocId, slot.date);
    const booking = (await stage.log.readStream(day)).find(({ type }) => type === 'AppointmentBooked');
    const appointmentId = String(booking?.data['appointmentId']);
    const cancellation = { appointmentId, status: 'Cancelled', as: 'admin' } as const;
    const { eventId } = accepted(await commands.changeAppointmentStatus(cancellation, stage.by()));
    const late = stage.another(around('before', day, () => commands.startRemoval(ravi, stage.by()))).commands;
    const restored = { appointmentId, status: 'Confirmed', reason: 'A mistake' } as const;
    const by = stage.by();
    const again = () =>
      way === 'undo'
        ? late.undoAppointmentStatus({ ...restored, as: 'admin', eventId: eventId ?? '' }, by)
        : late.correctAppointmentStatus(restored, by);
    expect(await again()).toEqual({ refused: 'patient.leaving' });
    expect((await dayEvents()).at(-1)).toBe('AppointmentCancelled');
    expect(await again()).toEqual({ refused: 'patient.leaving' });
    await undo(stage, importId);
    expect(await undoResult(importId)).toMatchObject([{ undone: 2 }]);
    expect((await patientEvents(ravi)).at(-1)).toBe('PatientErased');
  },
);

test('a booking that stands before an erasure by hand stays, one after it doesn’t', async () => {
  const { ravi, anu } = await importedPatients();
  const { commands } = stage.service;
  const by = stage.by();
  const first = accepted(await commands.bookAppointment({ pocId: stage.pocId, patientId: ravi, ...slot }, by));
  accepted(await commands.erasePatient({ patientId: ravi }, stage.by()));
  const again = stage.another().commands.bookAppointment({ pocId: stage.pocId, patientId: ravi, ...slot }, by);
  expect(await again).toEqual(first);
  const day = streams.doctorDay(stage.pocId, slot.date);
  const late = stage.another(around('before', day, () => commands.erasePatient({ patientId: anu }, stage.by())));
  expect(await book(anu, late)).toEqual({ refused: 'patient.erased' });
  expect((await dayEvents()).slice(-2)).toEqual(cancelled.slice(-2));
});

test('a past visit that was withdrawn leaves nothing, and its patient goes', async () => {
  const { importId, ravi, anu } = await importedPatients();
  const visits = await imported(
    stage,
    'Date,UHID,Doctor,Outcome\n03/02/2026,H1,Asha Menon,Completed\n03/02/2026,H2,Asha Menon,Completed\n',
  );
  await undo(stage, visits.importId);
  await undo(stage, importId);
  expect(await undoResult(importId)).toMatchObject([{ undone: 2, keptRows: [] }]);
  for (const id of [ravi, anu]) expect((await patientEvents(id)).at(-1)).toBe('PatientErased');
});

test('a correction that was put back is no change, and its patient goes; one that stays keeps its patient', async () => {
  const { importId, ravi, anu } = await importedPatients();
  const corrected = await imported(stage, 'UHID,Name,Address\nH1,Ravi Rao,Goa\nH2,Anu Rao,Goa\n');
  await undo(stage, corrected.importId);
  await imported(stage, 'UHID,Name,Address\nH2,Anu Rao,Delhi\n');
  await undo(stage, importId);
  const kept = { row: 3, id: anu, code: 'kept.changed' };
  expect(await undoResult(importId)).toMatchObject([{ undone: 1, keptRows: [kept] }]);
  expect((await patientEvents(ravi)).at(-1)).toBe('PatientErased');
});

test('a past visit that stays keeps its patient', async () => {
  const { importId, ravi } = await importedPatients();
  await imported(stage, 'Date,UHID,Doctor,Outcome\n03/02/2026,H1,Asha Menon,Completed\n');
  await undo(stage, importId);
  const kept = { row: 2, id: ravi, code: 'kept.changed' };
  expect(await undoResult(importId)).toMatchObject([{ undone: 1, keptRows: [kept] }]);
});

describe('hours', () => {
  const header = 'Doctor,From,Weekday,Start,End,Minutes\n';
  const weeksOf = async (pocId: string) => {
    const events = (await stage.log.readStream(streams.doctorSchedule(pocId))) as Recorded<DoctorScheduleEvent>[];
    const state = doctorSchedule.fold(doctorSchedule.initial, events);
    return state.at(-1)?.schedule.weeks.map(({ from, week }) => [from, week.length]);
  };

  test('of a doctor who had none: none again, also those that hold by now', async () => {
    const { commands } = stage.service;
    const contact = { contactNumber: '9876511111', email: 'new@sunrise.example' };
    const doctor = { departmentId: stage.departmentId, name: 'Binu Thomas', ...contact };
    const { pocId } = accepted(await commands.addDoctor(doctor, stage.by()));
    const rows = `${header}Binu Thomas,,Mon,09:00,12:00,15\nBinu Thomas,2026-12-07,Tue,09:00,12:00,15\n`;
    const { importId } = await imported(stage, rows);
    expect(await weeksOf(pocId)).toEqual([
      ['2026-11-21', 1],
      ['2026-12-07', 1],
    ]);
    await undo(stage, importId);
    expect(await undoResult(importId)).toMatchObject([{ undone: 2, keptRows: [] }]);
    expect(await weeksOf(pocId)).toEqual([]);
  });

  test('that another import changed and put back go; changed ones stay', async () => {
    const first = await imported(stage, `${header}Asha Menon,2026-12-07,Mon,09:00,12:00,15\n`);
    const second = await imported(stage, `${header}Asha Menon,2026-12-07,Tue,09:00,12:00,15\n`);
    await undo(stage, first.importId);
    expect(await undoResult(first.importId)).toMatchObject([{ keptRows: [{ code: 'kept.changed' }] }]);
    const third = await imported(stage, `${header}Asha Menon,2026-12-07,Wed,09:00,12:00,15\n`);
    await undo(stage, third.importId);
    await undo(stage, second.importId);
    expect(await undoResult(second.importId)).toMatchObject([{ undone: 1, keptRows: [] }]);
  });
});

test('corrections are put back to what they were, but what was changed since stays, named', async () => {
  const { ravi, anu } = await importedPatients();
  const corrected = await imported(
    stage,
    'UHID,Name,Mobile,Address,Age\nH1,Ravi Rao,9812300099,Goa,40\nH2,Anu Rao,9812300011,Goa,\n',
  );
  expect(corrected.counts).toMatchObject({ existing: 2, changed: 2 });
  const changed = { name: 'Anu Rao', phone: '919812300011', email: null, location: 'Delhi' };
  accepted(await stage.service.commands.savePatient(changed, stage.by(), { userId: anu }));
  await undo(stage, corrected.importId);
  expect(await undoResult(corrected.importId)).toMatchObject([
    { undone: 1, keptRows: [{ row: 3, id: anu, code: 'kept.corrected' }] },
  ]);
  expect(
    patient.fold(null, (await stage.log.readStream(streams.patient(ravi))) as Recorded<PatientEvent>[]),
  ).toMatchObject({ phone: '919812300009', location: null, ageText: null });
});

test('of a doctor, too', async () => {
  const header = 'External ID,Name,Department,Fee\n';
  const { commands } = stage.service;
  const added = { departmentId: stage.departmentId, name: 'Binu Thomas', contactNumber: '9876511111' };
  const { pocId } = accepted(
    await commands.addDoctor(
      { ...added, email: 'b@sunrise.example', externalId: 'X1', consultationFee: 50_000 },
      stage.by(),
    ),
  );
  const { importId } = await imported(stage, `${header}X1,Dr. Binu Thomas,,700\n`, { kind: 'doctors' });
  const fee = async () =>
    doctorDecider.fold(null, (await stage.log.readStream(streams.doctor(pocId))) as Recorded<DoctorEvent>[])
      ?.consultationFee;
  expect(await fee()).toBe(70_000);
  await undo(stage, importId);
  expect([await undoResult(importId), await fee()]).toEqual([[expect.objectContaining({ keptRows: [] })], 50_000]);
});

test('a booking that was paid, moved or has begun since stays, and is named', async () => {
  await importedPatients(`${list}H3,Uma Rao,9812300012\nH4,Ila Rao,9812300013\n`);
  const row = (uhid: string, time: string) => `${uhid},Dr. Asha Menon,${slot.date},${time},Booked\n`;
  const rows = [row('H1', '09:00'), row('H2', '09:00'), row('H3', '09:30'), row('H4', '09:30')].join('');
  const { importId } = await imported(stage, `UHID,Doctor,Date,Time,Status\n${rows}`);
  const all = await stage.log.readStream(streams.doctorDay(stage.pocId, slot.date));
  const [paid, moved, arrived] = all
    .filter(({ type }) => type === 'AppointmentBooked')
    .map(({ data }) => String(data['appointmentId'])) as [string, string, string, string];
  const { correctPayment, moveAppointment, arrive } = stage.service.commands;
  const payment = { payment: 'Paid', amount: 50_000, method: 'cash' } as const;
  accepted(await correctPayment({ appointmentId: paid, ...payment }, stage.by()));
  accepted(await moveAppointment({ appointmentId: moved, time: '10:00', reason: null }, stage.by()));
  stage.clock.set(Date.parse(`${slot.date}T08:00:00+05:30`));
  accepted(await arrive({ appointmentId: arrived }, stage.by()));
  await undo(stage, importId);
  const [result] = await undoResult(importId);
  expect(result).toMatchObject({ keptRows: Array(3).fill({ code: 'kept.changed' }) });
  const types = await dayEvents();
  expect(types.filter((type) => type === 'AppointmentCancelled')).toHaveLength(1);
  expect(types).not.toContain('PaymentRefunded');
});

test('a day off goes, and what the desk had blocked before stays blocked', async () => {
  const { blockSlots, blockDay, bookAppointment } = stage.service.commands;
  const [part, whole] = ['2026-12-09', '2026-12-10'] as const;
  const { pocId } = stage;
  await blockSlots({ pocId, date: part, times: ['09:00'], reason: 'Round' }, stage.by());
  await blockDay({ pocId, date: whole, reason: 'Conference' }, stage.by());
  const list = `Date,Doctor,Start,End,Reason\n${part},Dr. Asha Menon,OFF,,\n${whole},Dr. Asha Menon,OFF,,Holiday\n`;
  const { importId } = await imported(stage, list, { kind: 'hours' });
  await undo(stage, importId);
  expect(await undoResult(importId)).toMatchObject([{ keptRows: [] }]);
  const { patientId } = await stage.more();
  const visit = { pocId, patientId, type: 'Direct Consultation', payment: 'Pay_later' } as const;
  const outcomeOf = async (date: string, time: string) => {
    const outcome = await bookAppointment({ ...visit, date, time }, stage.by());
    return 'refused' in outcome ? outcome.refused : 'booked';
  };
  expect(await Promise.all([outcomeOf(part, '09:00'), outcomeOf(whole, '09:00')])).toEqual([
    ...['slot.blocked', 'slot.blocked'],
  ]);
  expect(await outcomeOf(part, '09:30')).toBe('booked');
});

test('a holiday of several dates, a day off, and a booking go', async () => {
  const holidays = await imported(stage, 'Holiday,From,To\nVacation,2027-05-04,2027-05-06\n');
  const off = await imported(stage, 'Date,Doctor,Start,End\n2026-12-09,Dr. Asha Menon,OFF,\n', { kind: 'hours' });
  const { ravi } = await importedPatients();
  const visits = await imported(stage, 'UHID,Doctor,Date,Time,Status\nH1,Dr. Asha Menon,2026-11-22,09:00,Booked\n');
  const calendar = async () =>
    (await stage.stored.readStream(streams.clientCalendar(stage.clientId))).map(({ type }) => type);
  expect(await calendar()).toEqual(Array(3).fill('HospitalDaySet'));
  const dayOff = streams.doctorDay(stage.pocId, '2026-12-09');
  expect((await typesOf(dayOff)).at(-1)).toBe('DayBlocked');
  expect(await dayEvents()).toContain('AppointmentBooked');
  for (const { importId } of [visits, off, holidays]) {
    await undo(stage, importId);
    expect(await undoResult(importId)).toMatchObject([{ keptRows: [] }]);
  }
  expect((await calendar()).slice(3)).toEqual(Array(3).fill('HospitalDayLifted'));
  expect((await typesOf(dayOff)).at(-1)).toBe('DayUnblocked');
  expect((await dayEvents()).at(-1)).toBe('AppointmentCancelled');
  // A booking that its import took back first is no reason to keep its patient.
  const [first] = (await stage.stored.readAll(stage.stored.start, 500))
    .filter(({ type }) => type === 'ImportStarted')
    .slice(-2);
  await undo(stage, first?.metadata.batchId ?? '');
  expect(await patientEvents(ravi)).toContain('PatientErased');
});
