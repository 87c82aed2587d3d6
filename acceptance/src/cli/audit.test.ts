import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { openForWriting } from '@dayline/event-log/sqlite/connection';
import { send } from '@dayline/http/testing/send';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import Database from 'better-sqlite3';
import { eventually } from '../testing/event-file.ts';
import type { SignedIn } from '../testing/http-caller.ts';
import { dayline } from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

const dataDir = temporaryData();
const env = { ...sharedSecrets, DATA_DIR: dataDir };
let product: Product;
let admin: SignedIn;
let clinic: SmallClinic;
beforeAll(async () => {
  clinic = await prepareSmallClinic(env);
  product = await startProduct(dataDir, { ...sharedSecrets, DEMO: 'off' });
  admin = await clinic.signIn(product.url);
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

const verify = () => dayline(dataDir, ['audit', 'verify'], '', sharedSecrets);

test('a log as it was appended is whole, also beside the product', async () => {
  const { code, output, error } = await verify();
  expect(error).toMatch(/^WARNING: the log has no signed head/m);
  expect(output).toMatch(
    /^Heads compared: \d+ signed in the log, 0 kept.*\n\d+ events in \d+ streams, up to position \d{16}: no tampering found\.$/,
  );
  expect(code).toBe(0);
});

test('a head that was kept is compared with the log, and one of another log is named', async () => {
  const kept = join(dataDir, 'kept.json');
  const head = await eventually('the activity has a head', async () => {
    const { code, output } = await dayline(dataDir, ['audit', 'head'], '', sharedSecrets);
    return code === 0 ? output : undefined;
  });
  writeFileSync(kept, head);
  const fits = await dayline(dataDir, ['audit', 'verify', kept], '', sharedSecrets);
  expect([fits.code, fits.output]).toEqual([0, expect.stringMatching(/1 kept.*\n.*no tampering found\.$/)]);

  writeFileSync(kept, JSON.stringify({ ...JSON.parse(head), digest: '0'.repeat(64) }));
  const differs = await dayline(dataDir, ['audit', 'verify', kept], '', sharedSecrets);
  expect(differs.code).toBe(1);
  expect(differs.output).toContain(`here stand other events, or in another order, than in the head of ${kept}`);
  rmSync(kept);
});

const problems = async (): Promise<readonly string[]> => {
  const { text } = await send(product.url, { path: '/readyz', method: 'GET' });
  return JSON.parse(text).problems;
};

test('an entry that the activity lacks stands in /readyz with its place, until it is there again', async () => {
  const { clientId } = clinic;
  // Where another process has appended to the log before, the views are from a rebuild.
  const [first, rebuilt] = ['', '.2'].map((of) => join(dataDir, 'views', `activity@${activity.version}${of}.db`));
  const views = new Database(rebuilt && existsSync(rebuilt) ? rebuilt : (first ?? ''));
  const found = views.prepare<[string], { key: string; at: string }>(
    'SELECT key, at FROM view_entries WHERE f_clientId = ?',
  );
  const { key, at } = found.get(clientId) ?? { key: '', at: '' };
  const place = `the activity lacks the entry of the event at position ${at}`;
  views.exec('CREATE TEMP TABLE kept AS SELECT * FROM view_entries');
  views.prepare('DELETE FROM view_entries WHERE key = ?').run(key);
  const answer = await admin.call('exportNdjson', { clientId });
  expect([answer.status, answer.failure().code]).toEqual([503, 'service.unavailable']);
  await eventually('its place is named', async () => (await problems()).join() === place);
  views.prepare('INSERT INTO view_entries SELECT * FROM kept WHERE key = ?').run(key);
  views.close();
  await eventually('nothing is wrong', async () => (await problems()).length === 0);
});

test('a row that is not what the log says is found by a check, and stands in /readyz until it is right', async () => {
  const { clientId } = clinic;
  const [first, rebuilt] = ['', '.2'].map((of) => join(dataDir, 'views', `desk@${desk.version}${of}.db`));
  const views = new Database(rebuilt && existsSync(rebuilt) ? rebuilt : (first ?? ''));
  const hosted = (host: string) =>
    views
      .prepare("UPDATE view_clients SET doc = json_set(doc, '$.meetingLinkHost', ?) WHERE key = ?")
      .run(host, clientId);
  const host = views.prepare<[string], string>("SELECT doc ->> '$.meetingLinkHost' FROM view_clients WHERE key = ?");
  const own = host.pluck().get(clientId) ?? '';
  hosted('meet.forged.example');
  const place = new RegExp(`desk@\\d+ clients ${clientId}: altered, meetingLinkHost is not what the log says`);
  const check = async () => (await admin.call('checkLog', { clientId })).reply().at(-1)?.result;
  expect(await check()).toMatchObject({ count: 1, faults: [{ text: expect.stringMatching(place) }] });
  expect(await problems()).toEqual([expect.stringMatching(place)]);
  const last = await admin.call('getLastCheck', { clientId });
  expect(last.reply()).toEqual({ viewsComparedAt: expect.any(String), differing: 1 });
  hosted(own);
  views.close();
  expect(await check()).toMatchObject({ count: 0, views: { rows: expect.any(Number) } });
  expect(await problems()).toEqual([]);
});

test('an altered older event is named, and no call is answered from it', async () => {
  const { clientId, pocId } = clinic;
  const person = { name: 'Asha Rao', phone: '919000000001', email: 'a@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', person)).reply();
  // Another process created the clinic: this one has not loaded the schedule yet.
  const stream = `doctorSchedule-${pocId}`;
  const file = openForWriting(join(dataDir, 'events.db'));
  const position = file.prepare<[string], number>('SELECT position FROM events WHERE stream = ?').pluck().get(stream);
  file.exec(`DROP TRIGGER events_are_never_updated;
             UPDATE events SET data = '{"broken' WHERE position = ${position}`);
  file.close();

  const { code, output, error } = await verify();
  expect(code).toBe(1);
  expect(output.split('\n')[0]).toBe(
    `position ${String(position).padStart(16, '0')}, ${stream}@0: altered, its checksum doesn't fit`,
  );
  expect(error).toMatch(/^The log was tampered with or damaged: 1 faults in \d+ events in /m);

  const date = addDays(clinicNow(Date.now(), 'Asia/Kolkata').date, 3);
  const booking = { clientId, pocId, userId, date, time: '09:00', type: 'Direct Consultation' } as const;
  const answer = await admin.call('createAppointment', { ...booking, paymentStatus: 'Paid' });
  expect([answer.status, answer.failure().code]).toEqual([503, 'log.damaged']);
  await eventually('the log of the product names the position', async () =>
    product.output().includes(`the event at position ${position} is not as it was appended`),
  );
  expect(await problems()).toEqual([expect.stringContaining(`the event at position ${position} is not as it was`)]);
});
