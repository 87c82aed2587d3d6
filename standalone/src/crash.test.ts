import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '@dayline/contracts/clinic-time';
import type { StoredEvent } from '@dayline/platform/event-log/port';
import { openSqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { send } from '@dayline/platform/http/send';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { openVaultKeys } from '@dayline/platform/vault/sqlite/keys';
import { openSqliteViewStore } from '@dayline/platform/view-store/sqlite/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { catchUp, dumpFolder } from '@dayline/projector/testing/views';
import { demoData } from './testing/demo-data.ts';
import { callerAt, type SignedIn, signIn } from './testing/desk-calls.ts';
import { eventsIn, eventually } from './testing/event-file.ts';
import { type Product, removeData, startProduct, temporaryData } from './testing/product.ts';

/** "`kill -9` of the process at random moments under a stream of bookings, 20 times" (issue of the spine). */

const kills = 20;
/** Bookings that are under way at once. */
const desks = 6;
/** ms of bookings before the kill, at random up to this. */
const longestStream = 400;
/** "Started again, it starts in under 3 s"; ms. */
const longestRestart = 3_000;

interface Place {
  readonly pocId: string;
  readonly date: string;
  readonly time: string;
}
interface Sent {
  readonly place: Place;
  readonly key: string;
  /** Null while no answer came. */
  appointmentId: string | null;
}

let dataDir: string;
const rebuilt = temporaryData();
let product: Product;
afterAll(async () => {
  await product?.kill();
  for (const folder of [dataDir, rebuilt]) removeData(folder);
});

/** Every free place of all doctors, each named as often as it is free, so that nobody is refused for a full slot. */
async function freePlaces(admin: SignedIn): Promise<Place[]> {
  const { clientId } = admin.user;
  const doctors = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const places: Place[] = [];
  const from = addDays(new Date().toISOString().slice(0, 10), 20);
  for (const { pocId } of doctors) {
    const { appointmentDetails } = (await admin.call('listSlotsOfDoctor', { clientId, pocId })).reply();
    const open = new Set((await admin.call('listAvailableDates', { pocId })).reply());
    for (const { date, time, totalSlots, noOfAppointments } of appointmentDetails) {
      // Days far ahead: nothing there is blocked, and nothing passes while the test runs.
      if (!open.has(date) || noOfAppointments > 0 || date < from) continue;
      for (let place = 0; place < totalSlots; place += 1) places.push({ pocId, date, time });
    }
  }
  return places;
}

async function bookUntilKilled(url: string, admin: SignedIn, userId: string, take: () => Sent): Promise<void> {
  const caller = callerAt(url, admin.cookie);
  for (;;) {
    const sent = take();
    try {
      sent.appointmentId = await bookOne(caller, admin, userId, sent);
    } catch {
      // The process was killed under it: nobody knows whether it is booked.
      return;
    }
  }
}

async function bookOne(
  caller: Pick<SignedIn, 'call'>,
  { user }: SignedIn,
  userId: string,
  sent: Sent,
): Promise<string> {
  const type = 'Direct Consultation';
  const request = { clientId: user.clientId, userId, type, paymentStatus: 'Paid', ...sent.place } as const;
  const answer = await caller.call('createAppointment', request, { 'Idempotency-Key': sent.key });
  return answer.reply().appointmentId;
}

/** How often each appointment was booked, read on from where it was read last. */
function bookingsIn(folder: string) {
  const times = new Map<string, number>();
  let position: string | null = null;
  return async (): Promise<ReadonlyMap<string, number>> => {
    const log = await openSqliteEventLog({ folder, mode: 'read' });
    for (;;) {
      const page: readonly StoredEvent[] = await log.readAll(position ?? log.start, 5_000);
      for (const { type, data } of page) {
        if (type !== 'AppointmentBooked') continue;
        const id = String(data['appointmentId']);
        times.set(id, (times.get(id) ?? 0) + 1);
      }
      position = page.at(-1)?.position ?? position;
      if (page.length === 0) break;
    }
    await log.close();
    return times;
  };
}

test(`after ${kills} kills every acknowledged booking is there, none twice, and the views equal a rebuild`, async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir);
  const admin = await signIn(product.url, 'admin@sunrise.example');
  const { clientId } = admin.user;
  const patient = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune' };
  const { userId } = (await admin.call('saveUser', { ...patient, clientId })).reply();
  const places = await freePlaces(admin);
  const sent: Sent[] = [];
  const take = (): Sent => {
    const place = places[sent.length];
    if (!place) throw new Error('No places are left.');
    const next = { place, key: `crash-booking-${sent.length}`, appointmentId: null };
    sent.push(next);
    return next;
  };
  const readBookings = bookingsIn(dataDir);
  const bookedBefore = (await readBookings()).size;
  const restarts: number[] = [];

  for (let round = 0; round < kills; round += 1) {
    const before = sent.length;
    const streams = Array.from({ length: desks }, () => bookUntilKilled(product.url, admin, userId, take));
    await eventually('bookings are under way', async () => sent.length > before + desks);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestStream));
    await product.kill();
    await Promise.all(streams);

    const began = performance.now();
    product = await startProduct(dataDir);
    restarts.push(performance.now() - began);

    const there = await readBookings();
    const lost = sent.filter(({ appointmentId }) => appointmentId !== null && there.get(appointmentId) !== 1);
    expect(lost).toEqual([]);
    // Whoever got no answer sends it again with the same key, over the session from before the kill.
    const again = callerAt(product.url, admin.cookie);
    for (const each of sent) each.appointmentId ??= await bookOne(again, admin, userId, each);
  }

  const there = await readBookings();
  expect([...there.values()].every((times) => times === 1)).toBe(true);
  expect(there.size - bookedBefore).toBe(sent.length);
  expect(new Set(sent.map(({ appointmentId }) => appointmentId)).size).toBe(sent.length);
  expectWhole(await eventsIn(dataDir));

  await eventually('the views have caught up', async () => {
    const { text } = await send(product.url, { method: 'GET', path: '/readyz' });
    return JSON.parse(text).caughtUp === true;
  });
  expect(await product.stop()).toBe(0);
  await rebuild();
  const live = await dumpFolder(join(dataDir, 'views'));
  expect(live.length).toBeGreaterThan(sent.length);
  expect(await dumpFolder(rebuilt)).toEqual(live);

  // The quickest, since whatever else the machine does only ever adds to it.
  expect(Math.min(...restarts)).toBeLessThan(longestRestart);
}, 300_000);

/** No gap in the positions, and none in the revisions of any stream. */
function expectWhole(events: readonly StoredEvent[]): void {
  const next = new Map<string, number>();
  const gaps = events.filter(({ position, stream, revision }, place) => {
    const expected = next.get(stream) ?? 0;
    next.set(stream, revision + 1);
    return revision !== expected || Number(position) !== place + 1;
  });
  expect(gaps).toEqual([]);
}

/** Runs the projector over the log from nothing, into a folder of its own. */
async function rebuild(): Promise<void> {
  const { MASTER_KEY: masterKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const log = await openSqliteEventLog({ folder: dataDir, mode: 'read' });
  const keys = openVaultKeys({ path: join(dataDir, 'vault.db'), masterKey: Buffer.from(masterKey, 'base64') });
  const store = await openSqliteViewStore({ directory: rebuilt }).open(desk, 'write');
  const { status } = await catchUp(openSealedLog(log, keys), store);
  expect(status).toMatchObject({ caughtUp: true });
  await store.close();
  await keys.close();
  await log.close();
}
