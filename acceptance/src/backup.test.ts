import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredEvent } from '@dayline/event-log/port';
import { verifyChain } from '@dayline/event-log/sealed-log/chain';
import { send } from '@dayline/http/testing/send';
import { dumpFolder } from '@dayline/projector/testing/views';
import { eventsIn, eventually } from './testing/event-file.ts';
import { signIn } from './testing/http-caller.ts';
import { dayline, daylineOutput } from './testing/processes/command-line.ts';
import { removeData, startProduct, temporaryData } from './testing/processes/product.ts';
import { hours, type StartedClinic, startClinic } from './testing/started-clinic.ts';

let clinic: StartedClinic;
const scratch = temporaryData();
const backup = join(scratch, 'backup');
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(async () => {
  await clinic?.close();
  removeData(scratch);
});

const idsOf = (events: readonly StoredEvent[]) =>
  new Set(events.filter(({ type }) => type === 'AppointmentBooked').map(({ data }) => String(data['appointmentId'])));

function expectWholeChain(events: readonly StoredEvent[]): void {
  const streams = new Map<string, StoredEvent[]>();
  for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  for (const [stream, own] of streams) expect({ stream, faults: verifyChain(own) }).toEqual({ stream, faults: [] });
}

test('a backup under a stream of bookings has every booking acknowledged before it, and comes back whole', async () => {
  const { dataDir } = clinic.product;
  const pocId = await clinic.newDoctor(hours('08:00', '20:00', 50));
  const photo = { folder: join(dataDir, 'blobs'), name: '01J00000000000000000000PH0.webp' };
  mkdirSync(photo.folder, { recursive: true });
  writeFileSync(join(photo.folder, photo.name), 'a photo');
  const acknowledged: string[] = [];
  let isOpen = true;
  const booking = Array.from({ length: 4 }, async (_, lane) => {
    for (let turn = 0; isOpen; turn += 1) {
      acknowledged.push(await clinic.book(pocId, clinic.inDays(3 + lane), '10:00', `Patient ${lane}-${turn}`));
      if (turn === 40) return;
    }
  });
  await eventually('bookings are under way', async () => acknowledged.length >= 12);
  const before = [...acknowledged];
  const output = await daylineOutput(dataDir, ['backup', backup]);
  isOpen = false;
  await Promise.all(booking);

  expect(output).toMatch(/^\d+ events, \d+ files, .* copied to /);
  expect(output).toContain(`Keep a copy of ${join(dataDir, 'secrets.json')} in a different place`);
  expect(readdirSync(backup).sort()).toEqual(['backup.json', 'blobs', 'events.db', 'vault.db']);
  expect(statSync(join(backup, 'vault.db')).mode & 0o077).toBe(0);
  const manifest = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'));
  const files = [`blobs/${photo.name}`, 'events.db', 'vault.db'];
  expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual(files);

  // The procedure of docs/operations/restore.md, restored to another folder, as on another machine.
  const restored = temporaryData();
  cpSync(backup, restored, { recursive: true });
  cpSync(join(dataDir, 'secrets.json'), join(restored, 'secrets.json'));
  const events = await eventsIn(restored);
  expect(events).toHaveLength(manifest.events);
  expect(events.map(({ position }) => Number(position))).toEqual(events.map((_, index) => index + 1));
  expectWholeChain(events);
  const there = idsOf(events);
  expect(before.filter((id) => !there.has(id))).toEqual([]);

  const product = await startProduct(restored);
  const admin = await signIn(product.url, 'admin@sunrise.example');
  expect((await admin.call('listDepartments', { clientId: clinic.clientId })).reply()).not.toEqual([]);
  await eventually('the views have all', async () => {
    const { text } = await send(product.url, { method: 'GET', path: '/readyz' });
    return JSON.parse(text).caughtUp === true;
  });
  await product.stop();
  const rows = await dumpFolder(join(restored, 'views'));
  // Read with the keys that were backed up separately.
  expect(rows.some((row) => row.includes('Patient 0-0'))).toBe(true);
  expect(await daylineOutput(restored, ['views', 'rebuild'])).toContain(
    `Compared ${rows.length} rows: no differences.`,
  );
  removeData(restored);

  const drill = (to = backup) => dayline(dataDir, ['restore', 'drill', to]);
  const { code, output: said } = await drill();
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringMatching(
      new RegExp(
        `^The backup of ${manifest.begun} can be restored: ${manifest.events} events in \\d+ streams, .*; \\d+ doctors, .*$`,
      ),
    ),
  });
  const damaged = join(scratch, 'damaged');
  cpSync(backup, damaged, { recursive: true });
  writeFileSync(join(damaged, 'blobs', photo.name), 'another photo');
  expect(await drill(damaged)).toMatchObject({
    code: 1,
    error: `The backup cannot be restored: blobs/${photo.name} differs from backup.json.`,
  });
  expect(await drill(scratch)).toMatchObject({ code: 1, error: expect.stringContaining('it is no complete backup') });
  expect(readdirSync(scratch).sort()).toEqual(['backup', 'damaged']);
});

test('a folder with something in it is left alone, and so is another engine', async () => {
  const { dataDir } = clinic.product;
  const taken = join(scratch, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'mine'), 'x');
  expect(await dayline(dataDir, ['backup', taken])).toMatchObject({
    code: 1,
    error: `${taken} is there already and is not empty.`,
  });
  expect(readdirSync(taken)).toEqual(['mine']);
  const elsewhere = await dayline(dataDir, ['backup', join(scratch, 'none')], '', {
    VIEW_STORE_URL: 'mongodb://views.example',
  });
  expect(elsewhere).toMatchObject({ code: 1, error: expect.stringContaining('Copy them with mongodump') });
  expect(existsSync(join(scratch, 'none'))).toBe(false);
});

test('beside a log on EventStoreDB it copies vault and photos, and says that the events are not in it', async () => {
  const { dataDir } = clinic.product;
  const to = join(scratch, 'beside');
  const { code, output } = await dayline(dataDir, ['backup', to], '', { EVENT_STORE_URL: 'esdb://log.example' });
  expect([code, output]).toEqual([0, expect.stringContaining('The events are in EventStoreDB and are not included')]);
  expect(readdirSync(to)).toEqual(expect.arrayContaining(['backup.json', 'vault.db']));
  expect(existsSync(join(to, 'events.db'))).toBe(false);
  expect(JSON.parse(readFileSync(join(to, 'backup.json'), 'utf8')).events).toBeNull();
});
