import type { Role } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { bodyLimit } from '@dayline/http/request/body';
import { type Holdings, type RefusalCase, refusalCases } from '@dayline/http/testing/refusal-cases';
import { send } from '@dayline/http/testing/send';
import { demoData } from './testing/demo-data.ts';
import { readAfter, type SignedIn, signIn } from './testing/http-caller.ts';
import { type Product, removeData, startProduct } from './testing/processes/product.ts';

/** Every call of the table refuses what it must, on the started product with real people and ids. */

let product: Product;
let cases: readonly RefusalCase[];
const cookies = new Map<Role | null, Record<string, string>>([[null, {}]]);
let dataDir: string;

async function holdingsOf(admin: SignedIn, phone: string): Promise<Holdings & { colleague: string }> {
  const { clientId } = admin.user;
  const [department] = (await admin.call('listDepartments', { clientId })).reply();
  const doctors = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const saved = await admin.call('saveUser', {
    name: 'Kavya Nair',
    phone,
    email: 'k@x.example',
    location: 'Pune',
    clientId,
  });
  const { userId, position } = saved.reply();
  await admin.call('verifyUser', { phone, clientId }, readAfter(position));
  const asha = doctors.find(({ pocName }) => pocName === 'Dr. Asha Menon') ?? doctors[0];
  const colleague = doctors.find((doctor) => doctor !== asha);
  return {
    client: clientId,
    department: department?.departmentId ?? '',
    doctor: asha?.pocId ?? '',
    colleague: colleague?.pocId ?? '',
    patient: userId,
  };
}

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir, { PUBLIC_CALLS_PER_MINUTE: '100000' });
  const admin = await signIn(product.url, 'admin@sunrise.example');
  const doctor = await signIn(product.url, 'doctor@sunrise.example');
  const auditor = await signIn(product.url, 'auditor@sunrise.example');
  for (const { user, cookie } of [admin, doctor, auditor]) cookies.set(user.role, { cookie });
  const { colleague, ...own } = await holdingsOf(admin, '919000000001');
  const otherClient = await holdingsOf(await signIn(product.url, 'admin@lakeside.example'), '919000000002');
  expect(own.doctor).toBe(doctor.user.pocId);
  cases = refusalCases({ own, colleague, otherClient });
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

const unknownHoldings: Holdings = { client: '', doctor: '', department: '', patient: '' };
/** For the titles only: the real ids are known once the product runs. */
const titles = refusalCases({ own: unknownHoldings, colleague: '', otherClient: unknownHoldings }).map(
  ({ title }, index) => [title, index] as const,
);

test('there is a case for every call and for every way of refusing', () => {
  expect(new Set(cases.map(({ endpoint }) => endpoint)).size).toBe(Object.keys(endpoints).length);
  expect(new Set(cases.map(({ expected }) => expected.status))).toEqual(new Set([400, 401, 403, 413, 415]));
});

test.each(titles)('%s', async (_, index) => {
  const refusal = cases[index];
  if (!refusal) throw new Error('The cases do not depend on the ids.');
  const { as, sent, expected } = refusal;
  const answer = await send(product.url, { ...sent, headers: { ...cookies.get(as), ...sent.headers } });
  const { code, requestId } = failureSchema.parse(JSON.parse(answer.text));
  expect({ status: answer.status, code }).toEqual(expected);
  expect(answer.headers).toMatchObject({ 'x-request-id': requestId, 'cache-control': 'no-store' });
});

test('a body that is sent in pieces without a length is cut off at the limit too', async () => {
  const headers = { ...cookies.get('admin'), 'transfer-encoding': 'chunked' };
  const body = JSON.stringify({ clientId: 'x'.repeat(bodyLimit) });
  const answer = await send(product.url, { path: endpoints.listDepartments.path, headers, body });
  expect(answer.status).toBe(413);
});

test('none of it reached a handler that met a fault', () => {
  expect(product.output()).not.toMatch(/"level":"(warn|error|fatal)"/);
});
