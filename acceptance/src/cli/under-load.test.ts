import { streams } from '@dayline/contracts/events/categories';
import { runs } from '@dayline/contracts/testing/trials';
import { send } from '@dayline/http/testing/send';
import { desk } from '@dayline/projector/projections/desk/projection';
import { eventsIn, eventually } from '../testing/event-file.ts';
import type { SignedIn } from '../testing/http-caller.ts';
import { dayline } from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic } from '../testing/small-clinic.ts';
import { viewsAndRebuild } from '../testing/views-equal.ts';

/** The CLI appends to the same files as the running product, while the product is busy. */

const times = runs(4, 12);
/** Concurrent callers without a pause. */
const callers = 4;
const dataDir = temporaryData();
const env = { ...sharedSecrets, DATA_DIR: dataDir };
let product: Product;
let admin: SignedIn;
let clientId: string;
let patients: readonly string[];

const save = async (number: number, location: string): Promise<string> => {
  const person = { name: `Person ${number}`, phone: `9190000${10_000 + number}`, email: 'p@x.example', location };
  return (await admin.call('saveUser', { ...person, clientId })).reply().userId;
};

beforeAll(async () => {
  const clinic = await prepareSmallClinic(env);
  clientId = clinic.clientId;
  product = await startProduct(dataDir, { ...sharedSecrets, DEMO: 'off' });
  admin = await clinic.signIn(product.url);
  patients = await Promise.all(Array.from({ length: times }, (_, number) => save(callers + number, 'Pune')));
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

async function run(...line: string[]): Promise<void> {
  const { code, error } = await dayline(dataDir, line, '', sharedSecrets);
  if (code !== 0) throw new Error(`dayline ${line.join(' ')} ended with ${code}: ${error}`);
}

test(`of ${times} departments opened and ${times} patients erased beside a product under load none is skipped`, async () => {
  const names = Array.from({ length: times }, (_, number) => `Department ${number}`);
  const client = ['--client', clientId];
  let isOver = false;
  let corrections = 0;
  /** Corrects one patient repeatedly: one append each. */
  const correct = async (number: number): Promise<void> => {
    await save(number, 'at first');
    for (let turn = 0; !isOver; turn += 1, corrections += 1) await save(number, `place ${turn}`);
  };
  const load = Promise.all(Array.from({ length: callers }, (_, number) => correct(number)));
  await Promise.all([
    (async () => {
      for (const name of names) await run('department', 'add', name, ...client);
    })(),
    (async () => {
      for (const patient of patients) await run('patient', 'erase', patient, '--yes');
    })(),
  ]);
  isOver = true;
  await load;
  await eventually('the views have caught up', async () => {
    const { text } = await send(product.url, { method: 'GET', path: '/readyz' });
    return JSON.parse(text).caughtUp === true;
  });

  const shown = (await admin.call('listDepartments', { clientId })).reply().map((department) => department.Value_name);
  expect(shown).toEqual(expect.arrayContaining(names));
  await atStores(env, async ({ views, vault }) => {
    const store = await views.open(desk, 'read');
    const rows = await store.load('patients', patients);
    expect(patients.filter((id) => !JSON.stringify(rows.get(id)).includes('"erased":true'))).toEqual([]);
    const keys = await vault.keys.get(patients.map((id) => streams.patient(id)));
    expect([...keys.values()]).toEqual(patients.map(() => 'destroyed'));
    await store.close();
  });
  const corrected = (await eventsIn(dataDir)).filter(({ type }) => type === 'PatientDetailsCorrected');
  expect(corrected).toHaveLength(corrections);
  const { kept, rebuilt } = await viewsAndRebuild(env);
  expect(kept).toEqual(rebuilt);
});
