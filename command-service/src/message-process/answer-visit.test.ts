import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import type { CommandService } from '../service.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import type { VisitAnswer } from './answer-visit.ts';

/** "Move offers free times by the desk's rules" (patients hear from the hospital). */
let stage: Stage;
let appointmentId = '';
const [date, time] = ['2026-11-24', '09:00'];
const thursday = { date: '2026-11-26', time: '10:00' };

beforeEach(async () => {
  stage = await openStage();
  appointmentId = await book(date, time);
});
afterEach(() => stage.close());

async function book(on: string, at: string, patientId = stage.patientId): Promise<string> {
  const visit = { patientId, pocId: stage.pocId, date: on, time: at, type: 'Direct Consultation' as const };
  return accepted(await stage.service.commands.bookAppointment({ ...visit, payment: 'Pay_later' }, stage.by()))
    .appointmentId;
}
const ask = (asked: Partial<VisitAnswer> = {}, { commands }: Pick<CommandService, 'commands'> = stage.service) =>
  commands.answerVisit(
    { appointmentId, patientId: stage.patientId, answer: undefined, freeFrom: undefined, ...asked },
    stage.by(),
  );
const freeFrom = async (from: string) => accepted(await ask({ freeFrom: from })).free;
const move = (to: { date: string; time: string }, from = { date, time }, service = stage.service) =>
  ask({ answer: { is: 'move', ...from, to } }, service);
const eventsOn = (on: string) => stage.log.readStream(streams.doctorDay(stage.pocId, on));
const typesOn = async (on: string) => (await eventsOn(on)).map(({ type }) => type);
const halfHours = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'];

describe('free times', () => {
  test('are those of the doctor, a day at a time, without the visit’s own', async () => {
    expect(await freeFrom(date)).toEqual({ date, times: halfHours.slice(1), later: '2026-11-25' });
    expect(await freeFrom('2026-11-25')).toEqual({ date: '2026-11-25', times: halfHours, later: '2026-11-26' });
    // 60 days can be booked.
    const last = addDays('2026-11-21', 60);
    expect(await freeFrom(last)).toEqual({ date: last, times: halfHours, later: null });
    expect(await freeFrom(addDays(last, 1))).toEqual({ date: null, times: [], later: null });
    // Nothing before today.
    expect(await freeFrom('2026-01-01')).toMatchObject({ date: '2026-11-21' });
    expect(await typesOn('2026-11-25')).toEqual([]);
  });

  test('respect capacity, holds, closed hours and days off', async () => {
    const { commands } = stage.service;
    const { pocId } = stage;
    for (const index of [1, 2, 3]) {
      await book('2026-11-25', '09:00', (await stage.more()).patientId);
      const hold = { pocId, date: '2026-11-25', time: '09:30', phone: `91987650000${index}` };
      accepted(await commands.createHold({ ...hold, type: 'Direct Consultation' }, stage.by()));
    }
    const times = ['10:00', '10:30', '11:00'];
    accepted(await commands.blockSlots({ pocId, date: '2026-11-25', times, reason: null }, stage.by()));
    expect(await freeFrom('2026-11-25')).toMatchObject({ date: '2026-11-25', times: ['11:30'] });
    accepted(await commands.blockDay({ pocId, date: '2026-11-25', reason: 'Conference' }, stage.by()));
    expect(await freeFrom('2026-11-25')).toMatchObject({ date: '2026-11-26' });
    accepted(await commands.setLeft({ pocId, from: '2026-11-26' }, stage.by()));
    expect(await freeFrom('2026-11-25')).toEqual({ date: null, times: [], later: null });
  });

  test('are looked for in two weeks at once', async () => {
    const { pocId } = stage;
    for (let days = 0; days < 14; days += 1) {
      const off = { pocId, date: addDays('2026-11-25', days), reason: null };
      accepted(await stage.service.commands.blockDay(off, stage.by()));
    }
    expect(await freeFrom('2026-11-25')).toEqual({ date: null, times: [], later: '2026-12-09' });
    expect(await freeFrom('2026-12-09')).toMatchObject({ date: '2026-12-09' });
  });
});

describe('a move by the link', () => {
  test('is the desk’s, by the patient through an email, and the link goes on with the visit', async () => {
    expect(await move(thursday)).toMatchObject({ state: 'open', visit: { ...thursday, firstName: 'Ravi' } });
    const started = (await eventsOn(date)).find(({ type }) => type === 'AppointmentMoveStarted');
    expect([started?.metadata.actor, started?.metadata.channel]).toEqual([
      { kind: 'patient', id: stage.patientId, name: 'Patient' },
      'email',
    ]);
    expect(await ask()).toMatchObject({ state: 'open', visit: thursday });
    expect(await ask({ answer: { is: 'confirm', ...thursday } })).toMatchObject({ state: 'confirmed' });
    const sameDay = { ...thursday, time: '11:00' };
    expect(await move(sameDay, thursday)).toMatchObject({ state: 'open', visit: sameDay });
    expect(await ask({ answer: { is: 'cancel', ...sameDay } })).toMatchObject({ state: 'cancelled', visit: null });
    expect(await typesOn(thursday.date)).toEqual([
      ...['SlotsPlanned', 'AppointmentBooked', 'AppointmentMovedIn', 'AppointmentConfirmedByPatient'],
      ...['AppointmentRescheduled', 'AppointmentCancelled'],
    ]);
  });

  test('has one effect however often it is pressed, in two processes at once', async () => {
    const answers = await Promise.all([move(thursday), move(thursday, { date, time }, stage.another())]);
    // The one that comes in between shows that the visit is being moved.
    for (const answer of answers) expect(['open', 'moving']).toContain(accepted(answer).state);
    expect(await move(thursday)).toMatchObject({ state: 'open', visit: thursday });
    expect((await typesOn(date)).filter((type) => type === 'AppointmentMovedAway')).toHaveLength(1);
    expect((await typesOn(thursday.date)).filter((type) => type === 'AppointmentBooked')).toHaveLength(1);
  });

  test('is refused if the visit has changed meanwhile, and changes nothing', async () => {
    const { commands } = stage.service;
    accepted(await commands.moveAppointment({ appointmentId, time: '11:00', reason: null }, stage.by()));
    const before = await typesOn(date);
    expect(await move(thursday)).toEqual({ refused: 'appointment.changed' });
    expect([await typesOn(date), await typesOn(thursday.date)]).toEqual([before, []]);
    accepted(await commands.changeAppointmentStatus({ appointmentId, status: 'Cancelled', as: 'admin' }, stage.by()));
    expect(await move(thursday, { date, time: '11:00' })).toEqual({ state: 'cancelled', visit: null });
  });

  test.each([
    ['a full time', async () => fill(thursday), 'slot.full'],
    ['a blocked day', async () => block(thursday.date), 'slot.blocked'],
    ['a time that is none', async () => undefined, 'slot.unknown'],
    ['a time of another visit of the patient', async () => book(thursday.date, '10:00'), 'patient.already-booked'],
  ])('is refused for %s, with nothing of the desk’s details', async (name, prepare, code) => {
    await prepare();
    const to = name === 'a time that is none' ? { ...thursday, time: '10:10' } : thursday;
    const outcome = await move(to);
    expect(outcome).toEqual({ refused: code });
    expect(await ask()).toMatchObject({ state: 'open', visit: { date, time } });
  });
  async function fill({ date: on, time: at }: { date: string; time: string }): Promise<void> {
    for (const _ of [1, 2, 3]) await book(on, at, (await stage.more()).patientId);
  }
  const block = async (on: string) =>
    accepted(await stage.service.commands.blockDay({ pocId: stage.pocId, date: on, reason: null }, stage.by()));

  test('to a time with another fee is the desk’s', async () => {
    const rules = [
      { name: 'Thursday', paise: 90_000, when: { on: ['Thursday' as const] } },
      { name: 'usual', paise: 50_000, when: {} },
    ];
    accepted(await stage.service.commands.setFeeRules({ pocId: stage.pocId, feeRules: { rules } }, stage.by()));
    appointmentId = await book('2026-11-25', '11:00');
    const from = { date: '2026-11-25', time: '11:00' };
    expect(await move(thursday, from)).toEqual({
      refused: 'fee.undecided',
      message: 'The fee is different at this time. Please call the hospital.',
    });
    const friday = { date: '2026-11-27', time: '10:00' };
    expect(await move(friday, from)).toMatchObject({ state: 'open', visit: friday });
  });
});

test('the link of a record that was merged since answers, and shows the person’s name', async () => {
  const person = { name: 'Ravindra Kumar', phone: '919876540000', email: 'person@mail.example', location: 'Pune' };
  const { commands } = stage.service;
  const userId = accepted(await commands.savePatient(person, stage.by())).patientId;
  const request = { userId, otherId: stage.patientId, fromOther: [], reason: 'One person' };
  stage.letViewsFollow();
  const { mergeId } = accepted(await commands.mergePatients(request, stage.by()));
  expect(await ask()).toMatchObject({ state: 'open', visit: { firstName: 'Ravindra', date, time } });
  expect(await move(thursday)).toMatchObject({ state: 'open', visit: thursday });
  const split = { userId, mergeId, reason: 'Brothers', visits: [] };
  accepted(await commands.splitPatient(split, stage.by()));
  expect(await ask()).toMatchObject({ state: 'open', visit: { firstName: 'Ravi' } });
  expect(await ask({ patientId: userId })).toEqual({ state: 'ended', visit: null });
});

test('the link of a patient who is being removed has ended, with nothing of the desk’s sentence', async () => {
  accepted(await stage.service.commands.startRemoval(stage.patientId, stage.by()));
  expect(await move(thursday)).toEqual({ state: 'ended', visit: null });
  expect(await typesOn(date)).not.toContain('AppointmentMovedAway');
});
