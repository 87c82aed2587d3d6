import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { desk as projection } from '@dayline/projector/projections/desk/projection';
import { fileLease } from '@dayline/runtime/lease/file-lease';
import { demoData } from './testing/demo-data.ts';
import { eventually } from './testing/event-file.ts';
import { callerAt, signIn } from './testing/http-caller.ts';
import { olderViews } from './testing/older-views.ts';
import { dayline, daylineOngoing } from './testing/processes/command-line.ts';
import {
  type Product,
  removeData,
  startProduct,
  startProductAtOnce,
  temporaryData,
} from './testing/processes/product.ts';
import { hours, type StartedClinic, startClinic } from './testing/started-clinic.ts';

/** "An upgrade is a restart": from a product with views of the previous version, on its data folder. */

const raised = `${projection.name}@${projection.version}`;
const older = `${projection.name}@${projection.version - 1}`;

let old: StartedClinic;
let dataDir: string;
let pocId: string;
let booked = 0;
let upgraded: Product | null = null;

let written: string;
beforeAll(async () => {
  written = await demoData();
  removeData(join(written, 'views'));
  await (await startProduct(written, olderViews)).stop();
});
afterAll(() => removeData(written));

beforeEach(async () => {
  booked = 0;
  dataDir = temporaryData();
  cpSync(written, dataDir, { recursive: true });
  old = await startClinic({ dataDir, env: olderViews });
  pocId = await old.newDoctor(hours('08:00', '20:00', 100));
  await book();
  expect(existsSync(join(dataDir, 'views', `${older}.db`))).toBe(true);
});
afterEach(async () => {
  await upgraded?.stop();
  upgraded = null;
  await old.close();
});

async function book(): Promise<void> {
  booked += 1;
  await old.book(pocId, old.inDays(4), '10:00', `Upgraded ${booked}`);
}

const readiness = async ({ url }: Product): Promise<Record<string, unknown>> =>
  JSON.parse((await send(url, { method: 'GET', path: '/readyz' })).text);

/** People signed in before the restart stay signed in. */
const adminAt = ({ url }: Product) => callerAt(url, old.admin.cookie);
const list = (product: Product) => adminAt(product).call('listSlotsOfDoctor', { clientId: old.clientId, pocId });

/** The number of bookings in the doctor's list. */
async function shown(product: Product): Promise<number> {
  const { appointmentDetails } = (await list(product)).reply();
  return appointmentDetails.reduce((sum, { noOfAppointments }) => sum + noOfAppointments, 0);
}

test('prepared beside the old version, which goes on serving, the raised views are taken at once by the restart', async () => {
  const preparing = daylineOngoing(dataDir, ['views', 'prepare']);
  await eventually('the raised views are ready', async () => preparing.output().includes('Restart the product'));
  expect((await readiness(old.product))['caughtUp']).toBe(true);
  await book();
  await book();
  await old.product.stop();

  const product = await startProductAtOnce(dataDir);
  upgraded = product;
  // The first response, before anything could have been built.
  expect((await list(product)).status).toBe(200);
  await eventually('what came after the preparation is shown', async () => (await shown(product)) === booked);
  // From here on the preparation may end at any time.
  expect(await preparing.end()).toBe(0);
  const lease = fileLease(join(dataDir, 'views'), raised);
  await eventually('the product keeps the views itself', async () => {
    const isFree = await lease.attempt();
    await lease.release();
    return !isFree;
  });
  const again = await dayline(dataDir, ['views', 'prepare']);
  expect([again.code, again.output]).toMatchObject([0, expect.stringContaining(`${raised} needs nothing`)]);
});

test('not prepared, the product starts at once, takes sign-ins and commands, and says how far its views are', async () => {
  await old.product.stop();
  // Holding the lease blocks the build, simulating the time that a million events take.
  const lease = fileLease(join(dataDir, 'views'), raised);
  expect(await lease.attempt()).toBe(true);
  const product = await startProductAtOnce(dataDir);
  upgraded = product;

  const date = old.inDays(4);
  const refused = await adminAt(product).call('listAvailableTimes', { pocId, date });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
  const { code, message, details } = refused.failure();
  expect([code, message]).toEqual(['views.building', endpoints.listAvailableTimes.failure]);
  const { head } = await readiness(product);
  expect(details?.building).toEqual({ position: '0'.repeat(16), head, percent: 0, secondsLeft: null });
  expect(await readiness(product)).toMatchObject({ status: 'building', building: details?.building });

  const admin = await signIn(product.url, 'admin@sunrise.example');
  expect((await admin.call('validateSession', {})).reply().user.clientName).toBe(admin.user.clientName);
  const person = { name: 'Came early', phone: '919888011223', email: 'p@x.example', location: 'Pune' };
  const { userId } = (await admin.call('saveUser', { ...person, clientId: old.clientId })).reply();
  const booking = { userId, pocId, date, time: '10:00', type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  expect((await admin.call('createAppointment', { ...booking, clientId: old.clientId })).status).toBe(200);
  booked += 1;

  await lease.release();
  await eventually('every booking is shown', async () => (await list(product)).status === 200);
  expect(await shown(product)).toBe(booked);
  const line = await eventually('it is ready', async () => {
    const now = await readiness(product);
    return now['status'] === 'ready' && now;
  });
  expect(line).toMatchObject({ caughtUp: true, building: null });
});
