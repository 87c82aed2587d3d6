/**
 * The services append on their own: the audit trail of calls that waited for the log, a signed head. Such an entry may
 * be appended after a test folded the log and before it reads the views, or be folded in one batch with what the test
 * waits for.
 */
import { runs } from '@dayline/contracts/testing/trials';
import { desk } from '@dayline/projector/projections/desk/projection';
import * as real from '@dayline/projector/testing/views';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { startMongodb } from '@dayline/test-servers/mongodb-server';
import { eventually } from '../testing/event-file.ts';
import { removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets, startServices } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic } from '../testing/small-clinic.ts';

/** Called once, after the first fold and before the first read. */
let between: (() => Promise<void>) | null = null;
// Cast is safe: Jest's types don't have it yet.
const mockModule = Reflect.get(import.meta.jest, 'unstable_mockModule') as (name: string, make: () => object) => void;
mockModule('@dayline/projector/testing/views', () => ({
  ...real,
  catchUp: async (...all: Parameters<typeof real.catchUp>) => {
    const outcome = await real.catchUp(...all);
    const work = between;
    between = null;
    await work?.();
    return outcome;
  },
}));
const { viewsAndRebuild } = await import('../testing/views-equal.ts');

type Env = Readonly<Record<string, string>>;
const headOf = (env: Env) => atStores(env, ({ log }) => log.head());
const isAtHead = (env: Env) =>
  atStores(env, async ({ log, views }) => {
    const store = await views.open(desk, 'read');
    const is = (await store.checkpoint())?.position === (await log.head());
    await store.close();
    return is;
  });

/** Signs in, which appends an entry, and waits until it is in the log. */
async function enter(env: Env, signIn: () => Promise<unknown>): Promise<void> {
  const before = await headOf(env);
  await signIn();
  await eventually('the entry is in the log', async () => (await headOf(env)) > before);
}

test('views that have folded an entry of after the fold are equal to a rebuild all the same', async () => {
  const folder = temporaryData();
  const env = { DATA_DIR: folder };
  const clinic = await prepareSmallClinic(env);
  const product = await startProduct(folder, { ...sharedSecrets, ...env });
  try {
    between = async () => {
      await enter(env, () => clinic.signIn(product.url));
      await eventually('and folded', () => isAtHead(env));
    };
    const { kept, rebuilt } = await viewsAndRebuild(env);
    expect(kept).toEqual(rebuilt);
    expect(between).toBeNull();
  } finally {
    await product.stop();
    removeData(folder);
  }
});

/** As after an absence of EventStoreDB: the projector takes two entries in one batch. */
const inTrials = runs(0, 1) > 0 ? test : test.skip;
inTrials(
  'views that were behind, and have folded a later entry in the same batch, are equal to a rebuild',
  async () => {
    const [log, mongo] = [await startFaultyEventStore(), await startMongodb()];
    if (!mongo) throw new Error('This needs MongoDB, or what stands in for it.');
    const env = { EVENT_STORE_URL: log.url, VIEW_STORE_URL: mongo.database() };
    const clinic = await prepareSmallClinic(env);
    const services = await startServices({ commands: 1, queries: 1, projectors: 1 }, env);
    const projector = services.projectors[0]?.process;
    try {
      const url = services.fronts[0]?.url ?? '';
      await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
      await eventually('the projector is level', () => isAtHead(env));
      // Stands in for its pause of up to 5 s before it reads again.
      projector?.kill('SIGSTOP');
      await enter(env, () => clinic.signIn(url));
      between = async () => {
        await enter(env, () => clinic.signIn(url));
        projector?.kill('SIGCONT');
      };
      const { kept, rebuilt } = await viewsAndRebuild(env);
      expect(kept).toEqual(rebuilt);
    } finally {
      projector?.kill('SIGCONT');
      await services.stop();
      await log.stop();
      await mongo.stop();
    }
  },
);
