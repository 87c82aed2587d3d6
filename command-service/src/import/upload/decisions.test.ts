import { carryOut, eventsOfImport, previewed, start } from '../../testing/imports.ts';
import { accepted, openStage, type Stage } from '../../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.close();
});

const twins = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Ravi N${'abcdefghijklmnopqrst'[at]}\nN${'abcdefghijklmnopqrst'[at]} Ravi`)
    .map((names, at) => names.replaceAll(/$/gm, `,98123000${10 + at}`))
    .join('\n');
const bodyOf = (row: number) => ({ row, same: true });

test('decisions are stored with the file: those of two tabs are kept, in whatever order they come', async () => {
  const { importId, counts, request } = await previewed(stage, `Name,Mobile\n${twins(10)}\n`);
  expect(counts).toMatchObject({ new: 10, needsDecision: 10 });
  const { decisions, previews } = stage.service.importService;
  const change = (rows: readonly number[]) =>
    decisions.add({ importId, decisions: rows.map(bodyOf) }, stage.by()).then(accepted);
  const rows = Array.from({ length: 10 }, (_, at) => 3 + 2 * at);
  await Promise.all(rows.toReversed().map((row) => change([row])));
  const { decisionsId } = await change([]);
  expect(await previews.page(request, stage.by())).toMatchObject({ refused: 'import.changed' });
  const page = accepted(await previews.page({ ...request, decisionsId }, stage.by()));
  expect(page.preview?.counts).toMatchObject({ new: 10, existing: 10, needsDecision: 0 });
  // The same decisions in one call have the same id.
  const another = await previewed(stage, `Name,Mobile\n${twins(10)}\n`, { decisions: rows.map(bodyOf) });
  expect(another.request.decisionsId).toBe(decisionsId);
  const removed = await decisions.add({ ...another, decisions: rows.map((row) => ({ row })) }, stage.by());
  expect(removed).toEqual({ decisionsId: '' });
});

test('decisions on another client’s file are refused, and later ones don’t change a preview', async () => {
  const { importId, digest } = await previewed(stage, `Name,Mobile\n${twins(1)}\n`);
  const { decisions } = stage.service.importService;
  const foreign = { ...stage.by(), clientId: '01KANOTHERCLIENT0000000000' };
  expect(await decisions.add({ importId, decisions: [bodyOf(3)] }, foreign)).toMatchObject({
    refused: 'import.unknown',
  });
  // A start imports the preview that was shown, without later decisions.
  accepted(await decisions.add({ importId, decisions: [bodyOf(3)] }, stage.by()));
  await start(stage, { importId, digest });
  await carryOut(stage);
  const [, advanced] = await eventsOfImport(stage, importId);
  expect(advanced?.data).toMatchObject({ done: 1 });
});
