import type { ImportRow } from '@dayline/contracts/endpoints/import';
import { runs } from '@dayline/contracts/testing/trials';
import { carryOut, eventsOfImport, previewed, start } from '../testing/imports.ts';
import { formCount, patientList } from '../testing/patient-list.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';

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
  const preview = await previewed(stage, list.csv);
  const found = (await allRows(preview)).map(({ row, finding, cells, problem }) => {
    return { row, finding, isCorrected: cells.some(({ isCorrected }) => isCorrected), code: problem?.code ?? null };
  });
  expect(found).toEqual(list.rows);
  expect(preview.counts).toMatchObject(list.counts);
  await start(stage, preview);
  await carryOut(stage);
  const advanced = (await eventsOfImport(stage, preview.importId)).filter(({ type }) => type === 'ImportAdvanced');
  const importedRows = advanced.flatMap(({ data }) => data['importedRows'] as { isNew: boolean }[]);
  expect(advanced.flatMap(({ data }) => data['refusedRows'])).toEqual([]);
  expect(importedRows).toHaveLength(list.counts.new + list.counts.differentPerson);
  // The same file again changes nothing: all new rows are existing ones.
  const again = await previewed(stage, list.csv);
  const { needsDecision, refused, all } = list.counts;
  expect(again.counts).toMatchObject({
    new: 0,
    differentPerson: 0,
    needsDecision,
    refused,
    existing: all - needsDecision - refused,
  });
  expect((await allRows(again)).flatMap(({ changes }) => changes)).toEqual([]);
});

async function allRows({ request, importId }: Awaited<ReturnType<typeof previewed>>): Promise<ImportRow[]> {
  const found: ImportRow[] = [];
  for (let page = 1; found.length < count; page += 1) {
    const { preview } = accepted(
      await stage.service.importService.previews.page({ ...request, importId, page }, stage.by()),
    );
    found.push(...(preview?.rows ?? []));
  }
  return found;
}
