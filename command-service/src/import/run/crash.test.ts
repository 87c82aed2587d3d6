import { streamKey, streams } from '@dayline/contracts/events/categories';
import { followable } from '@dayline/event-log/followable';
import { type Follower, follow, followToEnd } from '@dayline/event-log/follower';
import { followedProcess } from '../../process/process.ts';
import { carryOut, eventsOfImport, imported, previewed, start, undo } from '../../testing/imports.ts';
import { killedAt } from '../../testing/killed.ts';
import { accepted, openStage, type Stage } from '../../testing/stage.ts';
import { filesOfErased } from './old-files.ts';

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

/** The resulting events of each patient's stream, and of the import. */
async function outcome(importId: string) {
  const all = await stage.stored.readAll(stage.stored.start, 1_000);
  return all.filter(({ metadata }) => metadata.batchId === importId).map(({ type }) => type);
}

// Four rows, the progress, and the end.
const steps = [1, 2, 3, 4, 5, 6].flatMap((nth) => [
  [nth, false],
  [nth, true],
]) as [number, boolean][];

test.each(steps)('killed at its append %i (durable: %s), it continues with each row once', async (nth, isDurable) => {
  const preview = await previewed(stage, list);
  expect(preview.counts).toMatchObject({ new: 2, differentPerson: 1, existing: 1 });
  await start(stage, preview);
  await expect(
    carryOut(
      stage,
      stage.another((log) => killedAt(log, nth, isDurable)),
    ),
  ).rejects.toThrow();
  await carryOut(stage, stage.another());
  expect((await outcome(preview.importId)).sort()).toEqual(
    [
      ...['ImportStarted', 'ImportAdvanced', 'ImportFinished'],
      ...['PatientRegistered', 'PatientRegistered', 'PatientDetailsCorrected', 'PatientRegistered'],
    ].sort(),
  );
  const [, advanced] = await eventsOfImport(stage, preview.importId);
  expect(advanced?.data).toMatchObject({ done: 4, matched: 0, refusedRows: [] });
  // Two at once, then another one: nothing is left to do.
  await Promise.all([carryOut(stage, stage.another()), carryOut(stage, stage.another())]);
  expect(await outcome(preview.importId)).toHaveLength(7);
});

// For three patients: the start of the removals, the erasures, the progress, and the end.
test.each([1, 2, 3, 4, 5, 6, 7, 8])('killed at its append %i while it is undone, it continues', async (nth) => {
  const { importId } = await imported(stage, list);
  stage.letViewsFollow();
  const { importService } = stage.service;
  await importService.undo({ importId }, stage.by());
  await expect(
    carryOut(
      stage,
      stage.another((log) => killedAt(log, nth, nth % 2 === 0)),
    ),
  ).rejects.toThrow();
  await carryOut(stage, stage.another());
  const undoEvents = (await eventsOfImport(stage, importId)).filter(({ type }) => type.startsWith('ImportUndo'));
  expect(undoEvents.map(({ type }) => type)).toEqual(['ImportUndoStarted', 'ImportUndoAdvanced', 'ImportUndoFinished']);
  expect(undoEvents[1]?.data).toMatchObject({ undone: 4, keptRows: [] });
  expect((await outcome(importId)).filter((type) => type === 'PatientErased')).toHaveLength(3);
});

test('stopped in the middle, it ends after the row in hand, without trouble, and continues later', async () => {
  const preview = await previewed(stage, list);
  await start(stage, preview);
  const troubles: unknown[] = [];
  let follower: Follower | undefined;
  const stopped = new Promise<void>((resolve) => {
    // Stops at the first row's append.
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
  expect((await outcome(preview.importId)).sort()).toEqual(['ImportStarted', 'PatientRegistered']);
  expect(troubles).toEqual([]);
  await carryOut(stage, stage.another());
  expect(await outcome(preview.importId)).toHaveLength(7);
});

test('run by two processes at the same time, each row is carried out once', async () => {
  const preview = await previewed(stage, list);
  await start(stage, preview);
  await Promise.all([carryOut(stage, stage.another()), carryOut(stage, stage.another())]);
  expect(await outcome(preview.importId)).toHaveLength(7);
});

test('when one of its patients is erased meanwhile, its file is destroyed, and it stops', async () => {
  const preview = await previewed(stage, list);
  await start(stage, preview);
  await expect(
    carryOut(
      stage,
      stage.another((log) => killedAt(log, 1, true)),
    ),
  ).rejects.toThrow();
  const events = await stage.stored.readAll(stage.stored.start, 1_000);
  const registered = events.find(({ type, metadata }) => type === 'PatientRegistered' && metadata.batchId);
  const { importService, commands } = stage.service;
  await commands.erasePatient({ patientId: streamKey(registered?.stream ?? '') }, stage.by());
  expect(await importService.uploads.sealed.isDestroyed(preview.importId)).toBe(false);
  await followToEnd({
    ...filesOfErased({ log: stage.stored, importService }),
    log: followable(stage.stored),
    cursors: stage.vault.followers,
  });
  expect(await importService.uploads.sealed.isDestroyed(preview.importId)).toBe(true);
  await carryOut(stage);
  expect((await eventsOfImport(stage, preview.importId)).at(-1)).toMatchObject({
    type: 'ImportFinished',
    data: { outcome: 'erased' },
  });
});

test('an undo does not erase existing patients, and a second one changes nothing', async () => {
  await imported(stage, 'UHID,Name,Mobile\nH1,Ravi Rao,9812300009\n');
  const { importId, rows } = await imported(stage, 'UHID,Name,Mobile,Address\nH1,Ravi Rao,9812300009,Goa\n');
  await undo(stage, importId);
  const [registered, ...changes] = await stage.log.readStream(streams.patient(rows[0]?.match?.id ?? ''));
  expect(registered?.type).toBe('PatientRegistered');
  expect(changes.map(({ data }) => data)).toEqual([{ location: 'Goa' }, { location: null }]);
  expect((await eventsOfImport(stage, importId)).at(-1)?.data).toEqual({ undone: 1 });
  const head = await stage.stored.head();
  await undo(stage, importId);
  expect(await stage.stored.head()).toBe(head);
});

test('an import can’t be undone while it runs, nor after a day', async () => {
  const preview = await previewed(stage, list);
  await start(stage, preview);
  const { importService } = stage.service;
  expect(await importService.undo(preview, stage.by())).toMatchObject({ refused: 'import.running' });
  await carryOut(stage);
  stage.clock.set(stage.clock.now() + 24 * 3_600_000 + 1_000);
  expect(await importService.undo(preview, stage.by())).toMatchObject({ refused: 'import.undo-expired' });
});

test('a file whose import is not started is destroyed after an hour, also one from before a restart', async () => {
  const [left, started] = [await previewed(stage, list), await previewed(stage, list)];
  await start(stage, started);
  const { uploads } = stage.another().importService;
  const destroyed = () => Promise.all([left, started].map(({ importId }) => uploads.sealed.isDestroyed(importId)));
  await uploads.destroyOld();
  expect(await destroyed()).toEqual([false, false]);
  stage.clock.set(stage.clock.now() + 3_600_000 + 1_000);
  await uploads.destroyOld();
  expect(await destroyed()).toEqual([true, false]);
});

test('after an hour an import can’t be started', async () => {
  const preview = await previewed(stage, list);
  stage.clock.set(stage.clock.now() + 3_600_000 + 1_000);
  const { importService } = stage.service;
  expect(await importService.start(preview, stage.by())).toMatchObject({ refused: 'import.unknown' });
  expect(await importService.uploads.sealed.isDestroyed(preview.importId)).toBe(true);
});

test('the sixth file of an account replaces its oldest, the twenty-first that of its client', async () => {
  const { importService } = stage.service;
  const upload = async (account: number): Promise<string> => {
    const context = stage.by();
    const by = { ...context, actor: { ...context.actor, id: `account ${account}` } };
    stage.clock.set(stage.clock.now() + 1);
    return accepted(await importService.uploads.upload({ fileName: 'list.csv' }, Buffer.from(list), by)).importId;
  };
  const isThere = async (importId: string) => (await importService.uploads.load(importId, stage.by())) !== null;
  const mine: string[] = [];
  for (let file = 0; file < 5; file += 1) mine.push(await upload(0));
  const started = await previewed(stage, list);
  await start(stage, started);
  expect(await Promise.all(mine.map(isThere))).toEqual([true, true, true, true, true]);
  mine.push(await upload(0));
  expect(await Promise.all(mine.map(isThere))).toEqual([false, true, true, true, true, true]);
  for (let file = 0; file < 15; file += 1) await upload(1 + Math.floor(file / 5));
  expect(await isThere(mine[1] ?? '')).toBe(true);
  await upload(4);
  expect([await isThere(mine[1] ?? ''), await isThere(mine[2] ?? '')]).toEqual([false, true]);
  // A started import counts towards no limit.
  expect(await isThere(started.importId)).toBe(true);
});

test('an import that always throws is set aside with its reason, and another is carried out', async () => {
  const [broken, whole] = [await previewed(stage, list), await previewed(stage, 'Name,Mobile\nZoya,9812300077\n')];
  for (const preview of [broken, whole]) await start(stage, preview);
  const { imports } = stage.another();
  const load: typeof imports.load = async (beginning, age) => {
    if (streamKey(beginning.stream) === broken.importId) throw new Error('its fold throws');
    return imports.load(beginning, age);
  };
  const troubles: unknown[] = [];
  const follower = follow({
    ...{ log: followable(stage.stored), cursors: stage.vault.followers, atOnce: 100 },
    ...followedProcess({ ...imports, load }, stage.clock),
    onTrouble: (error) => troubles.push(error),
  });
  const isFinished = async () => (await eventsOfImport(stage, whole.importId)).at(-1)?.type === 'ImportFinished';
  while (!(await isFinished())) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(follower.status()).toMatchObject({
    trouble: null,
    aside: [{ stream: streams.import(broken.importId), reason: 'its fold throws' }],
  });
  expect(troubles).toHaveLength(1);
  await follower.stop();
});
