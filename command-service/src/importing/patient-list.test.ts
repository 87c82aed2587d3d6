import { runs } from '@dayline/contracts/testing/trials';
import { carryOut, rehearsed, start, toldOf } from '../testing/imports.ts';
import { type ExpectedRow, formCount, patientList } from '../testing/patient-list.ts';
import { openStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.close();
});

const count = runs(100, 2_000);
const seed = Number(process.env['LIST_SEED'] ?? 36);

test(`of ${count} rows in the forms of hospitals (seed ${seed}), each is what it was made to be`, async () => {
  const list = patientList(count, seed);
  expect(count).toBeGreaterThan(formCount);
  const rehearsal = await rehearsed(stage, list.csv);
  const { request, importId } = rehearsal;
  const found: ExpectedRow[] = [];
  for (let page = 1; found.length < count; page += 1) {
    const answer = await stage.service.importing.rehearsals.page({ ...request, importId, page }, stage.by());
    const rows = 'rehearsal' in answer ? (answer.rehearsal?.rows ?? []) : [];
    for (const { row, finding, cells, problem } of rows) {
      found.push({ row, finding, isMended: cells.some(({ isMended }) => isMended), code: problem?.code ?? null });
    }
    if (rows.length === 0) break;
  }
  expect(found).toEqual(list.rows);
  expect(rehearsal.counts).toEqual(list.counts);
  await start(stage, rehearsal);
  await carryOut(stage);
  const advanced = (await toldOf(stage, importId)).filter(({ type }) => type === 'ImportAdvanced');
  const made = advanced.flatMap(({ data }) => data['made'] as { isNew: boolean }[]);
  expect(advanced.flatMap(({ data }) => data['refusedRows'])).toEqual([]);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(list.counts.new + list.counts.somebodyElse);
  // The same file again makes nothing: all that was new is known.
  const { counts } = await rehearsed(stage, list.csv);
  const { asks, refused, all } = list.counts;
  expect(counts).toMatchObject({ new: 0, somebodyElse: 0, asks, refused, known: all - asks - refused });
});
