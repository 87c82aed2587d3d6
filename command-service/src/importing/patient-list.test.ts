import type { ImportRow } from '@dayline/contracts/endpoints/import';
import { runs } from '@dayline/contracts/testing/trials';
import { carryOut, eventsOfImport, rehearsed, start } from '../testing/imports.ts';
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
  const rehearsal = await rehearsed(stage, list.csv);
  const found = (await allRows(rehearsal)).map(({ row, finding, cells, problem }) => {
    return { row, finding, isMended: cells.some(({ isMended }) => isMended), code: problem?.code ?? null };
  });
  expect(found).toEqual(list.rows);
  expect(rehearsal.counts).toEqual(list.counts);
  await start(stage, rehearsal);
  await carryOut(stage);
  const advanced = (await eventsOfImport(stage, rehearsal.importId)).filter(({ type }) => type === 'ImportAdvanced');
  const made = advanced.flatMap(({ data }) => data['made'] as { isNew: boolean }[]);
  expect(advanced.flatMap(({ data }) => data['refusedRows'])).toEqual([]);
  expect(made).toHaveLength(list.counts.new + list.counts.somebodyElse);
  // The same file again makes nothing: all that was new is known, as it is.
  const again = await rehearsed(stage, list.csv);
  const { asks, refused, all } = list.counts;
  expect(again.counts).toMatchObject({ new: 0, somebodyElse: 0, asks, refused, known: all - asks - refused });
  expect((await allRows(again)).flatMap(({ changes }) => changes)).toEqual([]);
});

async function allRows({ request, importId }: Awaited<ReturnType<typeof rehearsed>>): Promise<ImportRow[]> {
  const found: ImportRow[] = [];
  for (let page = 1; found.length < count; page += 1) {
    const { rehearsal } = accepted(
      await stage.service.importing.rehearsals.page({ ...request, importId, page }, stage.by()),
    );
    found.push(...(rehearsal?.rows ?? []));
  }
  return found;
}
