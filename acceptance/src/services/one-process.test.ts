import { randomUUID } from 'node:crypto';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { send } from '@dayline/http/testing/send';
import { openMongo } from '@dayline/runtime/mongodb/connect';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { startMongodb } from '@dayline/test-servers/mongodb-server';
import { eventually } from '../testing/event-file.ts';
import { readAfter, type SignedIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';
import { bookingsIn, viewsAndRebuild } from '../testing/views-equal.ts';

/**
 * "each stands on its own, so the log on EventStoreDB with views in SQLite works too": the whole product in one
 * process.
 */

const eventStore = await startEventStore();
const mongo = await startMongodb();
const folders = [temporaryData(), temporaryData()];
afterAll(async () => {
  await eventStore.stop();
  await mongo?.stop();
  for (const folder of folders) removeData(folder);
});

/** A check compares the views with the log, and `/readyz` names the differences. */
async function expectAlteredRowNamed(url: string, admin: SignedIn, viewStoreUrl: string, userId: string) {
  const { views, close } = openMongo({ url: viewStoreUrl });
  const names = (await views.listCollections().toArray()).map(({ name }) => name);
  const patients = names.filter((name) => /^views\.desk@\d+\.\d+\.rows\.patients$/.test(name));
  for (const name of patients) {
    await views.collection(name).updateOne({ 'row.key': userId }, { $set: { 'row.name': 'Forged Name' } });
  }
  await close();
  const { clientId } = admin.user;
  const checked = (await admin.call('checkLog', { clientId })).reply();
  expect(checked.at(-1)?.result).toMatchObject({ count: 1 });
  const { status, problems } = JSON.parse((await send(url, { method: 'GET', path: '/readyz' })).text);
  const altered = `patients ${userId}: altered, name is not what the log says`;
  expect([status, problems]).toEqual(['degraded', [expect.stringContaining(altered)]]);
}

/** Sent again under its key while the log can't be reached in time, as clients do: a node on a busy machine stands still. */
const answered = <Answer extends { readonly status: number }>(
  call: (key: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<Answer> => {
  const key = { 'idempotency-key': randomUUID() };
  return eventually('the log answers', async () => {
    const answer = await call(key);
    return answer.status !== 503 && answer;
  });
};

type Env = Readonly<Record<string, string>>;
const mixed: [string, Env][] = [
  ['the log on EventStoreDB, the views in SQLite', { EVENT_STORE_URL: eventStore.url, DATA_DIR: folders[0] ?? '' }],
];
if (mongo) {
  mixed.push([
    'the log in SQLite, the views in MongoDB',
    { VIEW_STORE_URL: mongo.database(), DATA_DIR: folders[1] ?? '' },
  ]);
}

test.each(mixed)('%s', async (_name, env) => {
  const { clientId, pocId, signIn } = await prepareSmallClinic(env);
  // With the demo enabled: a store that has events of its own is left alone.
  const product: Product = await startProduct('', { ...sharedSecrets, ...env, DEMO: 'on' });
  try {
    const admin: SignedIn = await signIn(product.url);
    const person = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
    const { userId } = (await answered((key) => admin.call('saveUser', person, key))).reply();
    const date = addDays(clinicNow(Date.now(), 'Asia/Kolkata').date, 3);
    const booking = { clientId, pocId, userId, date, time: '09:00', type: 'Direct Consultation' } as const;
    const request = { ...booking, paymentStatus: 'Paid' } as const;
    const booked = (await answered((key) => admin.call('createAppointment', request, key))).reply();
    const seen = await admin.call('listAvailableTimes', { pocId, date }, readAfter(booked.position));
    expect(seen.headers['x-stale']).toBeUndefined();
    const { kept, rebuilt } = await viewsAndRebuild(env);
    expect(kept.some((line) => line.includes(booked.appointmentId))).toBe(true);
    expect(kept).toEqual(rebuilt);
    // A node shared with other suites has their bookings too.
    expect((await bookingsIn(env)).get(booked.appointmentId)).toBe(1);
    if (env['VIEW_STORE_URL']) await expectAlteredRowNamed(product.url, admin, env['VIEW_STORE_URL'], userId);
  } finally {
    await product.stop();
  }
});
