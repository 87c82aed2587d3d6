import { streamKey, streams } from '@dayline/contracts/events/categories';
import { type Follower, follow, followable, followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { followedProcess } from '../process/process.ts';
import { carryOut, eventsOfImport, imported, rehearsed, start, takenBack } from '../testing/imports.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import { filesOfErased, followImports } from './follow-imports.ts';

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

test('the sixth file of an account takes the place of its oldest, the twenty-first that of its client’s', async () => {
  const { importing } = stage.service;
  const bring = async (account: number): Promise<string> => {
    const context = stage.by();
    const by = { ...context, actor: { ...context.actor, id: `account ${account}` } };
    stage.clock.set(stage.clock.now() + 1);
    return accepted(await importing.files.bring({ fileName: 'list.csv' }, Buffer.from(list), by)).importId;
  };
  const isThere = async (importId: string) => (await importing.files.kept(importId, stage.by())) !== null;
  const mine: string[] = [];
  for (let file = 0; file < 5; file += 1) mine.push(await bring(0));
  const started = await rehearsed(stage, list);
  await start(stage, started);
  expect(await Promise.all(mine.map(isThere))).toEqual([true, true, true, true, true]);
  mine.push(await bring(0));
  expect(await Promise.all(mine.map(isThere))).toEqual([false, true, true, true, true, true]);
  for (let file = 0; file < 15; file += 1) await bring(1 + Math.floor(file / 5));
  expect(await isThere(mine[1] ?? '')).toBe(true);
  await bring(4);
  expect([await isThere(mine[1] ?? ''), await isThere(mine[2] ?? '')]).toEqual([false, true]);
  // A started one is in nobody's way, and in nobody's place.
  expect(await isThere(started.importId)).toBe(true);
});

test('an import that throws for ever is set aside with its reason, and another is carried out', async () => {
  const [broken, whole] = [await rehearsed(stage, list), await rehearsed(stage, 'Name,Mobile\nZoya,9812300077\n')];
  for (const each of [broken, whole]) await start(stage, each);
  const { imports, importing } = stage.another();
  const load: typeof imports.load = async (beginning, age) => {
    if (streamKey(beginning.stream) === broken.importId) throw new Error('its fold throws');
    return imports.load(beginning, age);
  };
  const troubles: unknown[] = [];
  const [follower, ...others] = followImports({
    ...{ log: stage.stored, vault: stage.vault, clock: stage.clock, imports: { ...imports, load }, importing },
    logger: { info: () => undefined, error: (line: unknown) => troubles.push(line) },
    lease: { everyMs: 1_000, attempt: async () => true, release: async () => undefined },
  });
  const isSettled = async () => (await eventsOfImport(stage, whole.importId)).at(-1)?.type === 'ImportSettled';
  while (!(await isSettled())) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(follower?.status()).toMatchObject({
    trouble: null,
    aside: [{ stream: streams.import(broken.importId), reason: 'its fold throws' }],
  });
  expect(troubles).toHaveLength(1);
  for (const each of [follower, ...others]) await each?.stop();
});
