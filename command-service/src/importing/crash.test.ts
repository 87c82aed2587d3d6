import { streamKey, streams } from '@dayline/contracts/events/categories';
import { type Follower, follow, followable, followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { followedProcess } from '../process/process.ts';
import { carryOut, eventsOfImport, imported, rehearsed, start, takenBack } from '../testing/imports.ts';
import { openStage, type Stage } from '../testing/stage.ts';
import { filesOfErased } from './follow-imports.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.close();
});

const list = `UHID,Name,Mobile,Address
H1,Ravi Rao,9812300009,Pune
H2,Anu Rao,9812300009,Pune
H1,Ravi Rao,9812300009,Goa
H3,Tara,9812300012,Pune
`;

/** The log as a process sees it that is killed at its nth append, before or after it is durable. */
function killedAt(nth: number, isDurable: boolean): (log: EventLog) => EventLog {
  let appends = 0;
  const alive = () => {
    if (appends >= nth) throw new Error('killed');
  };
  return (log) => ({
    ...log,
    async append(...call) {
      alive();
      appends += 1;
      if (appends < nth || isDurable) await log.append(...call);
      alive();
      return log.append(...call);
    },
  });
}

/** What each stream of a patient, and the import, came to. */
async function outcome(importId: string) {
  const all = await stage.stored.readAll(stage.stored.start, 1_000);
  const made = all.filter(({ metadata }) => metadata.batchId === importId);
  return made.map(({ type }) => type);
}

// Four rows, how far it is, and that it is over.
const steps = [1, 2, 3, 4, 5, 6].flatMap((nth) => [
  [nth, false],
  [nth, true],
]) as [number, boolean][];

test.each(steps)('killed at its append %i (durable: %s), it goes on with each row once', async (nth, isDurable) => {
  const rehearsal = await rehearsed(stage, list);
  expect(rehearsal.counts).toMatchObject({ new: 2, somebodyElse: 1, known: 1 });
  await start(stage, rehearsal);
  await expect(carryOut(stage, stage.another(killedAt(nth, isDurable)))).rejects.toThrow();
  await carryOut(stage, stage.another());
  expect((await outcome(rehearsal.importId)).sort()).toEqual(
    [
      ...['ImportStarted', 'ImportAdvanced', 'ImportSettled'],
      ...['PatientRegistered', 'PatientRegistered', 'PatientDetailsCorrected', 'PatientRegistered'],
    ].sort(),
  );
  const [, advanced] = await eventsOfImport(stage, rehearsal.importId);
  expect(advanced?.data).toMatchObject({ done: 4, matched: 0, refusedRows: [] });
  // Two of them at once, and one more time: nothing is left to do.
  await Promise.all([carryOut(stage, stage.another()), carryOut(stage, stage.another())]);
  expect(await outcome(rehearsal.importId)).toHaveLength(7);
});

// Three patients: that they are leaving, that they are erased, how far it is, and that it is over.
test.each([1, 2, 3, 4, 5, 6, 7, 8])('killed at its append %i while it is taken back, it goes on', async (nth) => {
  const { importId } = await imported(stage, list);
  stage.letViewsFollow();
  const { importing } = stage.service;
  await importing.takeBack({ importId }, stage.by());
  await expect(carryOut(stage, stage.another(killedAt(nth, nth % 2 === 0)))).rejects.toThrow();
  await carryOut(stage, stage.another());
  const back = (await eventsOfImport(stage, importId)).filter(({ type }) => type.startsWith('ImportBack'));
  expect(back.map(({ type }) => type)).toEqual(['ImportBackStarted', 'ImportBackAdvanced', 'ImportBackSettled']);
  expect(back[1]?.data).toMatchObject({ takenBack: 4, stayedRows: [] });
  expect((await outcome(importId)).filter((type) => type === 'PatientErased')).toHaveLength(3);
});

test('stopped in the middle, it ends after the row in hand, without trouble, and goes on later', async () => {
  const rehearsal = await rehearsed(stage, list);
  await start(stage, rehearsal);
  const troubles: unknown[] = [];
  let follower: Follower | undefined;
  const stopped = new Promise<void>((resolve) => {
    // The first row's append stops it.
    const service = stage.another((log) => ({
      ...log,
      async append(...call) {
        follower?.stop().then(resolve);
        return log.append(...call);
      },
    }));
    follower = follow({
      ...followedProcess(service.imports, stage.clock),
      ...{ log: followable(stage.stored), cursors: stage.vault.followers, onTrouble: (error) => troubles.push(error) },
    });
  });
  await stopped;
  expect((await outcome(rehearsal.importId)).sort()).toEqual(['ImportStarted', 'PatientRegistered']);
  expect(troubles).toEqual([]);
  await carryOut(stage, stage.another());
  expect(await outcome(rehearsal.importId)).toHaveLength(7);
});

test('run by two processes at the same time, each row is carried out once', async () => {
  const rehearsal = await rehearsed(stage, list);
  await start(stage, rehearsal);
  await Promise.all([carryOut(stage, stage.another()), carryOut(stage, stage.another())]);
  expect(await outcome(rehearsal.importId)).toHaveLength(7);
});

test('where one of its persons is erased in between, its file is over, and it stops', async () => {
  const rehearsal = await rehearsed(stage, list);
  await start(stage, rehearsal);
  await expect(carryOut(stage, stage.another(killedAt(1, true)))).rejects.toThrow();
  const events = await stage.stored.readAll(stage.stored.start, 1_000);
  const registered = events.find(({ type, metadata }) => type === 'PatientRegistered' && metadata.batchId);
  const { importing, commands } = stage.service;
  await commands.erasePatient({ patientId: streamKey(registered?.stream ?? '') }, stage.by());
  expect(await importing.files.sealed.isDestroyed(rehearsal)).toBe(false);
  await followToEnd({
    ...filesOfErased({ log: stage.stored, importing }),
    log: followable(stage.stored),
    cursors: stage.vault.followers,
  });
  expect(await importing.files.sealed.isDestroyed(rehearsal)).toBe(true);
  await carryOut(stage);
  expect((await eventsOfImport(stage, rehearsal.importId)).at(-1)).toMatchObject({
    type: 'ImportSettled',
    data: { ended: 'erased' },
  });
});

test('what is known is not erased by taking back, and a second take-back is the first', async () => {
  await imported(stage, 'UHID,Name,Mobile\nH1,Ravi Rao,9812300009\n');
  const { importId, rows } = await imported(stage, 'UHID,Name,Mobile,Address\nH1,Ravi Rao,9812300009,Goa\n');
  await takenBack(stage, importId);
  const [registered, corrected] = await stage.log.readStream(streams.patient(rows[0]?.other?.id ?? ''));
  expect([registered?.type, corrected?.data]).toEqual(['PatientRegistered', { location: 'Goa' }]);
  const head = await stage.stored.head();
  await takenBack(stage, importId);
  expect(await stage.stored.head()).toBe(head);
});

test('a day later it can’t be taken back, and while it runs neither', async () => {
  const rehearsal = await rehearsed(stage, list);
  await start(stage, rehearsal);
  const { importing } = stage.service;
  expect(await importing.takeBack(rehearsal, stage.by())).toMatchObject({ refused: 'import.running' });
  await carryOut(stage);
  stage.clock.set(stage.clock.now() + 24 * 3_600_000 + 1_000);
  expect(await importing.takeBack(rehearsal, stage.by())).toMatchObject({ refused: 'import.too-late' });
});

test('a file that nobody started ends after an hour, also one from before a restart; a started one stays', async () => {
  const [left, started] = [await rehearsed(stage, list), await rehearsed(stage, list)];
  await start(stage, started);
  const { files } = stage.another().importing;
  const ended = async () => [await files.sealed.isDestroyed(left), await files.sealed.isDestroyed(started)];
  await files.endOld();
  expect(await ended()).toEqual([false, false]);
  stage.clock.set(stage.clock.now() + 3_600_000 + 1_000);
  await files.endOld();
  expect(await ended()).toEqual([true, false]);
});

test('a file that isn’t started is over after an hour', async () => {
  const rehearsal = await rehearsed(stage, list);
  stage.clock.set(stage.clock.now() + 3_600_000 + 1_000);
  const { importing } = stage.service;
  expect(await importing.start(rehearsal, stage.by())).toMatchObject({ refused: 'import.unknown' });
  expect(await importing.files.sealed.isDestroyed(rehearsal)).toBe(true);
});
