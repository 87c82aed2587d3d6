import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import { runs } from '@dayline/contracts/testing/trials';
import type { StoredEvent } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { send } from '@dayline/http/testing/send';
import { desk } from '@dayline/projector/projections/desk/projection';
import { seededRandom } from '@dayline/projector/testing/random';
import { catchUp, dumpFolder } from '@dayline/projector/testing/views';
import type { KeyRing } from '@dayline/runtime/key-ring';
import { openVaultKeys } from '@dayline/vault/sqlite/keys';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { demoData } from './testing/demo-data.ts';
import { eventsIn, eventually } from './testing/event-file.ts';
import { callerAt, type SignedIn, signIn } from './testing/http-caller.ts';
import { type Product, removeData, startProduct, temporaryData } from './testing/processes/product.ts';
import { startSecondWriter } from './testing/processes/second-writer.ts';

/**
 * `kill -9` of the process at random moments while bookings are made and another process writes the same files.
 * CRASH_SEED repeats a run.
 */

const kills = runs(4, 20);
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const random = seededRandom(seed);
/** Concurrent bookings. */
const callerCount = 6;
/**
 * Maximum number of bookings started before a kill, in addition to the first of each caller; the actual number is
 * random.
 */
const maxBookingsBefore = 60;

interface Place {
  /** The patient's number: a slot's places are for different people. */
  readonly patient: number;
  readonly pocId: string;
  readonly date: string;
  readonly time: string;
}
interface Sent {
  readonly place: Place;
  readonly key: string;
  /** Null until answered. */
  appointmentId: string | null;
}

let dataDir: string;
const rebuilt = temporaryData();
let product: Product;
afterAll(async () => {
  await product?.kill();
  for (const folder of [dataDir, rebuilt]) removeData(folder);
});

/**
 * Every free place of all doctors, each listed as often as it is free, so that no booking is refused because the slot
 * is full.
 */
async function freePlaces(admin: SignedIn): Promise<Place[]> {
  const { clientId } = admin.user;
  const doctors = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const places: Place[] = [];
  const from = addDays(new Date().toISOString().slice(0, 10), 20);
  for (const { pocId } of doctors) {
    const { appointmentDetails } = (await admin.call('listSlotsOfDoctor', { clientId, pocId })).reply();
    const open = new Set((await admin.call('listAvailableDates', { pocId })).reply());
    for (const { date, time, totalSlots, noOfAppointments } of appointmentDetails) {
      // Days far ahead: none is blocked, and none passes while the test runs.
      if (!open.has(date) || noOfAppointments > 0 || date < from) continue;
      for (let place = 0; place < totalSlots; place += 1) places.push({ patient: place, pocId, date, time });
    }
  }
  return places;
}

async function bookUntilKilled(
  url: string,
  admin: SignedIn,
  userIds: readonly string[],
  take: () => Sent,
): Promise<void> {
  const caller = callerAt(url, admin.cookie);
  for (;;) {
    const sent = take();
    try {
      sent.appointmentId = await bookOne(caller, admin, userIds, sent);
    } catch {
      // The process was killed during the call: whether it is booked is unknown.
      return;
    }
  }
}

async function bookOne(
  caller: Pick<SignedIn, 'call'>,
  { user }: SignedIn,
  userIds: readonly string[],
  sent: Sent,
): Promise<string> {
  const type = 'Direct Consultation';
  const { patient, ...place } = sent.place;
  const own = { clientId: user.clientId, userId: userIds[patient] ?? '' };
  const request = { ...own, type, paymentStatus: 'Paid', ...place } as const;
  const answer = await caller.call('createAppointment', request, { 'Idempotency-Key': sent.key });
  return answer.reply().appointmentId;
}

/** How often each appointment was booked, continuing where the last read ended. */
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

test(
  `after ${kills} kills (seed ${seed}) nothing acknowledged is lost or doubled, and no view skips anything`,
  async () => {
    dataDir = await demoData();
    product = await startProduct(dataDir);
    const admin = await signIn(product.url, 'admin@sunrise.example');
    const { clientId } = admin.user;
    const patient = { phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
    const places = await freePlaces(admin);
    const userIds: string[] = [];
    for (let index = 0; index <= Math.max(...places.map((place) => place.patient)); index += 1) {
      userIds.push((await admin.call('saveUser', { ...patient, name: `Kavya Nair ${index}` })).reply().userId);
    }
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
    const otherWriter = startSecondWriter(dataDir, clientId);

    for (let round = 0; round < kills; round += 1) {
      const before = sent.length;
      const callers = Array.from({ length: callerCount }, () => bookUntilKilled(product.url, admin, userIds, take));
      const enough = before + callerCount + random.below(maxBookingsBefore);
      await eventually('bookings are under way', async () => sent.length > enough);
      await product.kill();
      await Promise.all(callers);

      product = await startProduct(dataDir);

      const there = await readBookings();
      const lost = sent.filter(({ appointmentId }) => appointmentId !== null && there.get(appointmentId) !== 1);
      expect(lost).toEqual([]);
      // An unanswered booking is sent again with the same key, over the session from before the kill.
      const again = callerAt(product.url, admin.cookie);
      for (const request of sent) request.appointmentId ??= await bookOne(again, admin, userIds, request);
    }

    const { departments, patients } = await otherWriter.stop();
    const there = await readBookings();
    expect([...there.values()].every((times) => times === 1)).toBe(true);
    expect(there.size - bookedBefore).toBe(sent.length);
    expect(new Set(sent.map(({ appointmentId }) => appointmentId)).size).toBe(sent.length);
    expectWhole(await eventsIn(dataDir));

    await eventually('the views have caught up', async () => {
      const { text } = await send(product.url, { method: 'GET', path: '/readyz' });
      return JSON.parse(text).caughtUp === true;
    });
    const now = callerAt(product.url, admin.cookie);
    const shown = (await now.call('listDepartments', { clientId })).reply().map(({ departmentId }) => departmentId);
    expect(departments.filter((id) => !shown.includes(id))).toEqual([]);
    expect(departments.length).toBeGreaterThan(kills);
    expect(await product.stop()).toBe(0);
    expect(await notErased(patients)).toEqual([]);
    expect(patients.length).toBeGreaterThan(0);
    await rebuild();
    const live = await dumpFolder(join(dataDir, 'views'));
    expect(live.length).toBeGreaterThan(sent.length);
    expect(await dumpFolder(rebuilt)).toEqual(live);
  },
  600_000 + kills * 20_000,
);

/** Patients erased by the other process that the views still show or whose key still exists. */
async function notErased(patients: readonly string[]): Promise<string[]> {
  const views = openSqliteViewStore({ directory: join(dataDir, 'views') });
  const rows = await (await views.open(desk, 'read')).load('patients', patients);
  await views.close();
  const keys = await withKeys((ring) => ring.get(patients.map((id) => streams.patient(id))));
  return patients.filter(
    (id) => !JSON.stringify(rows.get(id)).includes('"erased":true') || keys.get(streams.patient(id)) !== 'destroyed',
  );
}

async function withKeys<Result>(work: (ring: KeyRing) => Promise<Result>): Promise<Result> {
  const { MASTER_KEY: masterKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const keys = openVaultKeys({ path: join(dataDir, 'vault.db'), masterKey: Buffer.from(masterKey, 'base64') });
  try {
    return await work(keys);
  } finally {
    await keys.close();
  }
}

/** No gap in the positions, and none in the revisions of any stream. */
function expectWhole(events: readonly StoredEvent[]): void {
  const next = new Map<string, number>();
  const gaps = events.filter(({ position, stream, revision }, index) => {
    const expected = next.get(stream) ?? 0;
    next.set(stream, revision + 1);
    return revision !== expected || Number(position) !== index + 1;
  });
  expect(gaps).toEqual([]);
}

/** Runs the projector over the whole log, into a new folder. */
async function rebuild(): Promise<void> {
  const log = await openSqliteEventLog({ folder: dataDir, mode: 'read' });
  const store = await openSqliteViewStore({ directory: rebuilt }).open(desk, 'write');
  const { status } = await withKeys((ring) => catchUp(openSealedLog(log, ring), store));
  expect(status).toMatchObject({ caughtUp: true });
  await store.close();
  await log.close();
}
