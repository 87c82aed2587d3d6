import { patientList } from '@dayline/command-service/testing/patient-list';
import { runs } from '@dayline/contracts/testing/trials';
import { seededRandom } from '@dayline/projector/testing/random';
import { demoData } from '../testing/demo-data.ts';
import { countEvents, eventsIn, eventually } from '../testing/event-file.ts';
import { callerAt, type SignedIn, signIn } from '../testing/http-caller.ts';
import { importsOf } from '../testing/imports.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

/** `kill -9` of the process at random moments of an import. CRASH_SEED repeats a run. */

const kills = runs(1, 20);
const rows = runs(100, 2_000);
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

let dataDir: string;
let product: Product;
afterAll(async () => {
  await product?.kill();
  removeData(dataDir);
});

test(
  `an import of ${rows} rows continues after ${kills} kills (seed ${seed}), and each row is imported once`,
  async () => {
    dataDir = await demoData();
    product = await startProduct(dataDir);
    const signedIn = await signIn(product.url, 'admin@sunrise.example');
    const now = (): SignedIn => ({ ...signedIn, ...callerAt(product.url, signedIn.cookie) });
    const list = patientList(rows, seed);
    const { file, counts, digest } = await importsOf(signedIn, product.url).previewed(list.csv);
    expect(counts).toMatchObject(list.counts);
    const { clientId } = signedIn.user;
    const { importId } = file;
    const before = await countEvents(dataDir);
    (await signedIn.call('startImport', { clientId, importId, digest })).reply();

    // Each new row appends an event, so these event counts are reached.
    const people = list.counts.new + list.counts.differentPerson;
    const random = seededRandom(seed);
    const moments = Array.from({ length: kills }, () => 1 + random.below(people)).sort(
      (earlier, later) => earlier - later,
    );
    for (const moment of moments) {
      await eventually(
        `${moment} rows are carried out`,
        async () => (await countEvents(dataDir)) >= before + moment,
        600_000,
      );
      await product.kill();
      product = await startProduct(dataDir);
    }
    const done = await importsOf(now(), product.url).finished(importId, ({ finishedAt }) => finishedAt !== null);
    expect(done).toMatchObject({ outcome: 'done', created: people, refused: 0, done: people + list.counts.existing });

    const events = (await eventsIn(dataDir)).filter(({ metadata }) => metadata.batchId === importId);
    const registered = events.filter(({ type }) => type === 'PatientRegistered');
    expect(new Set(registered.map(({ stream }) => stream)).size).toBe(people);
    expect(registered).toHaveLength(people);
    const types = events.filter(({ type }) => type.startsWith('Import')).map(({ type }) => type);
    expect(types).toEqual([
      'ImportStarted',
      ...Array(Math.ceil((people + list.counts.existing) / 500)).fill('ImportAdvanced'),
      'ImportFinished',
    ]);
    const again = await importsOf(now(), product.url).previewed(list.csv);
    expect(again.counts).toMatchObject({ new: 0, differentPerson: 0 });
  },
  600_000 + kills * 60_000,
);
