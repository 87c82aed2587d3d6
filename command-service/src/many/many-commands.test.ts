import { isRefusal, refuse } from '@dayline/contracts/errors';
import { createAggregates } from '../modules.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';
import { manyCommands } from './many-commands.ts';

/** The time limit of the answer, and a key's protection against doing things twice. */

const rules = { horizonDays: 60, undoWindowMs: 15_000 };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

async function visitAt(time: string): Promise<string> {
  const { patientId } = await stage.more();
  const visit = {
    pocId: stage.pocId,
    date: day,
    time,
    patientId,
    type: 'Direct Consultation',
    payment: 'Paid',
  } as const;
  return accepted(await stage.service.commands.bookAppointment(visit, stage.by())).appointmentId;
}

test('what the answer leaves continues under the same key, and nothing is done twice', async () => {
  const ids = [await visitAt('09:00'), await visitAt('09:30'), await visitAt('09:30')];
  // Each reading of the clock takes a second and a half: there is time for two changes.
  let looked = 0;
  const elapsed = () => {
    looked += 1;
    return looked * 1_400;
  };
  const slow = manyCommands({ aggregates: createAggregates(stage), rules, elapsed });
  const change = { status: 'Cancelled', money: 'refunded' } as const;
  const first = accepted(await slow.changeMany(ids, change, stage.by('many')));
  expect(first.results.map(({ outcome }) => outcome)).toEqual(['done', 'notBegun', 'notBegun']);
  const second = accepted(await stage.service.commands.changeMany(ids, change, stage.by('many')));
  expect(second.results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
  expect(second.results[0]).toEqual(first.results[0]);
  const third = accepted(await stage.service.commands.changeMany(ids, change, stage.by('many')));
  expect(third).toEqual(second);
  const otherOutcome = await stage.service.commands.changeMany(
    ids,
    { status: 'Availed' },
    stage.by('many', 'another body'),
  );
  expect(isRefusal(otherOutcome) && otherOutcome.refused).toBe('key.reused');

  const all = await stage.log.readStream(`doctorDay-${stage.pocId}_${day.replaceAll('-', '')}`);
  const batchEvents = all.filter(({ metadata }) => metadata.batchId !== undefined);
  expect(batchEvents.map(({ type }) => type)).toEqual(ids.flatMap(() => ['AppointmentCancelled', 'PaymentRefunded']));
  expect(batchEvents.map(({ metadata }) => metadata.batchSize)).toEqual([3, 3, ...Array(4).fill(undefined)]);
});

test('each of many is changed at its own time', async () => {
  const ids = [await visitAt('10:30'), await visitAt('10:30')];
  let passed = 0;
  const elapsed = () => {
    passed += 700;
    return passed;
  };
  const many = manyCommands({ aggregates: createAggregates(stage), rules, elapsed });
  const by = stage.by();
  const { results } = accepted(await many.changeMany(ids, { status: 'Cancelled', money: 'refunded' }, by));
  // The window of a batch is a minute.
  expect(results.map(({ undoUntil }) => Date.parse(undoUntil ?? '') - by.now)).toEqual([60_000, 61_400]);
});

test('another request under a used key changes nothing, not even what the first had not named', async () => {
  const { commands } = stage.service;
  const [first, second] = [await visitAt('11:00'), await visitAt('11:30')];
  const change = { status: 'Cancelled', money: 'notRefunded' } as const;
  accepted(await commands.changeMany([first], change, stage.by('first')));
  const otherOutcome = await commands.changeMany([second, first], change, stage.by('first', 'another body'));
  expect(otherOutcome).toMatchObject({ refused: 'key.reused' });
  const others = await commands.changeMany([second], change, stage.by('first', 'another body'));
  expect(others).toMatchObject({ refused: 'key.reused' });
  const { results } = accepted(await commands.changeMany([second], change, stage.by()));
  expect(results).toMatchObject([{ outcome: 'done' }]);
});

test('one of many can be undone for a minute, under the name of its batch', async () => {
  const id = await visitAt('10:00');
  const by = stage.by();
  const { results } = accepted(
    await stage.service.commands.changeMany([id, id], { status: 'Cancelled', money: 'notRefunded' }, by),
  );
  expect(results).toHaveLength(1);
  const undo = { appointmentId: id, eventId: results[0]?.eventId ?? '' };
  const undoneOf = async (batchId: string) =>
    accepted(await stage.service.commands.undoMany({ batchId, events: [undo] }, stage.by())).results;
  expect(await undoneOf('another')).toMatchObject([{ outcome: 'refused', code: 'undo.unknown' }]);
  stage.clock.set(stage.clock.now() + 60_000);
  expect(await undoneOf(by.commandId)).toMatchObject([{ outcome: 'done', status: 'Confirmed', undoUntil: null }]);
});

test('one that others append before is not refused: it continues under the same key', async () => {
  const ids = [await visitAt('11:00'), await visitAt('11:30')];
  const change = { status: 'Cancelled', money: 'refunded' } as const;
  const aggregates = createAggregates(stage);
  let isContended = true;
  const days: typeof aggregates.days = {
    load: (...args) => aggregates.days.load(...args),
    loadUpTo: (...args) => aggregates.days.loadUpTo(...args),
    forget: () => aggregates.days.forget(),
    execute: async (execution) => (isContended ? refuse('log.conflict') : aggregates.days.execute(execution)),
  };
  const busy = manyCommands({ aggregates: { ...aggregates, days }, rules });
  const first = accepted(await busy.changeMany(ids, change, stage.by('contended')));
  expect(first.results).toMatchObject(ids.map((appointmentId) => ({ appointmentId, outcome: 'notBegun' })));
  isContended = false;
  const second = accepted(await busy.changeMany(ids, change, stage.by('contended')));
  expect(second.results).toMatchObject(ids.map((appointmentId) => ({ appointmentId, outcome: 'done' })));
});
