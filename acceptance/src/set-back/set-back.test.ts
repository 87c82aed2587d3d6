import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { streamKey } from '@dayline/contracts/events/categories';
import type { FollowerStatus } from '@dayline/event-log/follower';
import { acceptCommand } from '@dayline/event-log/set-back';
import { send } from '@dayline/http/testing/send';
import { durableFollowerNames } from '@dayline/vault/durable-followers';
import Database from 'better-sqlite3';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { callerAt, type SignedIn, signIn } from '../testing/http-caller.ts';
import { importsOf } from '../testing/imports.ts';
import { dayline, daylineHere } from '../testing/processes/command-line.ts';
import { runToEnd } from '../testing/processes/ending.ts';
import {
  type Product,
  removeData,
  startProduct,
  startProductAtOnce,
  temporaryData,
} from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

/**
 * A start never hides a loss: a log that lacks events seen before is neither served nor written until the set-back is
 * accepted.
 */

const scratch = temporaryData();
const whole = join(scratch, 'whole');
const older = join(scratch, 'older');
const env = { DEMO: 'off', PUBLIC_CALLS_PER_MINUTE: '100000', ...sharedSecrets };
const date = addDays(clinicNow(Date.now(), 'Asia/Kolkata').date, 5);
let clinic: SmallClinic;
const running: Product[] = [];

async function start(
  folder: string,
  more: Readonly<Record<string, string>> = {},
  program?: Parameters<typeof startProductAtOnce>[3],
): Promise<Product> {
  const product = await startProductAtOnce(folder, { ...env, ...more }, undefined, program);
  running.push(product);
  return product;
}

async function book(admin: SignedIn, time: string): Promise<ResponseOf<'createAppointment'>> {
  const { clientId, pocId } = clinic;
  const person = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', person)).reply();
  const slot = { clientId, pocId, userId, date, time, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  return (await admin.call('createAppointment', slot)).reply();
}

async function readiness({ url }: Product) {
  const { status, text } = await send(url, { method: 'GET', path: '/readyz' });
  return { code: status, ...JSON.parse(text) };
}
const isReady = (product: Product) =>
  eventually('it is ready', async () => {
    const { code, caughtUp } = await readiness(product);
    return code === 200 && caughtUp !== false;
  });
const acceptIn = (folder: string) =>
  daylineHere(folder, ['accept-set-back', '--reason', 'The disk failed'], '', sharedSecrets);

/** A copy of the whole folder with an older log, and without some of the files that record the newer one. */
let copies = 0;
function setBack(...without: string[]): string {
  copies += 1;
  const folder = join(scratch, `copy-${copies}`);
  cpSync(whole, folder, { recursive: true });
  cpSync(join(older, 'events.db'), join(folder, 'events.db'));
  for (const name of without) rmSync(join(folder, name), { recursive: true, force: true });
  return folder;
}

beforeAll(async () => {
  clinic = await prepareSmallClinic({ DATA_DIR: whole });
  for (const [times, copy] of [
    [['08:00', '08:30'], older],
    [['09:00', '09:30'], null],
  ] as const) {
    const product = await startProduct(whole, env);
    const admin = await clinic.signIn(product.url);
    for (const time of times) await book(admin, time);
    await isReady(product);
    await product.stop();
    if (copy) cpSync(whole, copy, { recursive: true });
  }
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.stop()));
});
afterAll(() => removeData(scratch));

const listed = async (admin: SignedIn) =>
  (await admin.call('listAppointmentDetailsOfClient', { clientId: clinic.clientId })).reply().length;

const acceptedSentence =
  /^The operator accepted that the log was set back: it had reached \d+, and ends at \d+ now \(“The disk failed”\)\.$/;

test.each([
  ['the views and the vault', []],
  ['the vault alone', ['views']],
])('a log that is shorter than %s have seen stops each start until it is accepted', async (_, without) => {
  const folder = setBack(...without);
  const before = await eventsIn(folder);
  for (const restart of without.length === 0 ? [1, 2] : [2]) {
    const product = await start(folder);
    const { code, status, problems } = await readiness(product);
    expect([restart, code, status, problems]).toEqual([
      restart,
      503,
      'not ready',
      [expect.stringContaining(acceptCommand)],
    ]);
    expect(problems[0]).toContain('the event log was set back');
    const nobody = callerAt(product.url, '');
    expect((await nobody.call('listClients', {})).failure().code).toBe('service.unavailable');
    expect(product.output().match(/"msg":"the event log was set back: /g)).toHaveLength(1);
    if (restart === 1) await product.stop();
  }
  for (const line of [
    ['client', 'add', 'Another'],
    ['views', 'rebuild'],
  ]) {
    const ran = await daylineHere(folder, line, '', sharedSecrets);
    expect([line, ran.code, ran.error]).toEqual([line, 1, expect.stringContaining(acceptCommand)]);
  }
  expect(await eventsIn(folder)).toEqual(before);
  for (const reason of [' ', 'A \u001b[2J test']) {
    const ran = await daylineHere(folder, ['accept-set-back', '--reason', reason], '', sharedSecrets);
    expect(ran).toMatchObject({ code: 1, error: expect.stringContaining('Use 1 to 500 printable characters') });
  }

  const [product] = running.slice(-1);
  if (!product) throw new Error('it runs');
  expect(await acceptIn(folder)).toMatchObject({ code: 0, output: expect.stringContaining('Accepted: ') });
  await isReady(product);
  const admin = await clinic.signIn(product.url);
  expect(await listed(admin)).toBe(2);
  await book(admin, '09:00');
  const auditor = await signIn(product.url, 'auditor@sunrise.example');
  await eventually('the activity says who accepted it, and why', async () => {
    const answer = await auditor.call('listActivity', { clientId: clinic.clientId });
    const entries = answer.status === 200 ? answer.reply().entries : [];
    return entries.some(({ actor, sentence }) => acceptedSentence.test(`${actor.name} ${sentence}`));
  });
  // The rest doesn't depend on which file recorded the log.
  if (without.length > 0) return;
  expect(await acceptIn(folder)).toMatchObject({ code: 1, error: expect.stringContaining('nothing to accept') });
  await product.stop();
  const verified = await daylineHere(folder, ['audit', 'verify'], '', sharedSecrets);
  expect(verified).toMatchObject({
    code: 0,
    output: expect.stringMatching(/accepted at .* set back: .*"The disk failed"/),
  });
  await isReady(await start(folder));
});

/** Keeps the events up to the last of a type, like a copy of the file at that moment. */
function cutAfterLast(type: string, folder: string): void {
  const db = new Database(join(folder, 'events.db'));
  db.exec('DROP TRIGGER events_are_never_deleted; DELETE FROM command_keys');
  db.prepare('DELETE FROM events WHERE position > (SELECT max(position) FROM events WHERE type = ?)').run(type);
  db.close();
}

/** The chatbot's follower runs only where WhatsApp is configured; nothing is sent without a chat. */
const withChatbot = {
  WHATSAPP_PHONE_NUMBER_ID: '100000000000001',
  WHATSAPP_ACCESS_TOKEN: 'the token of a number',
  WHATSAPP_APP_SECRET: 'the secret of an app',
  WHATSAPP_VERIFY_TOKEN: 'the token of a webhook',
  WHATSAPP_API_KEY: 'dl_unknown',
};

test('every follower continues after it is accepted, and finishes what the older log had begun', async () => {
  const folder = join(scratch, 'followed');
  cpSync(older, folder, { recursive: true });
  const before = await start(folder, withChatbot);
  const admin = await clinic.signIn(before.url);
  const { appointmentId } = await book(admin, '11:00');
  (await admin.call('moveAppointment', { appointmentId, date: addDays(date, 1), time: '09:00' })).reply();
  await before.stop();
  cutAfterLast('AppointmentMoveStarted', folder);
  const events = await eventsIn(folder);
  expect(events.at(-1)?.type).toBe('AppointmentMoveStarted');

  const product = await start(folder, withChatbot);
  expect((await acceptIn(folder)).code).toBe(0);
  await isReady(product);
  const desk = await clinic.signIn(product.url);
  const imports = importsOf(desk, product.url);
  const { done } = await imports.imported('name,phone\nAsha Rao,919000000077\n');
  expect(done).toMatchObject({ created: 1 });
  const patient = (await eventsIn(folder)).filter(({ type }) => type === 'PatientRegistered').at(-1);
  const erase = ['patient', 'erase', streamKey(patient?.stream ?? ''), '--yes'];
  expect(await daylineHere(folder, erase, '', sharedSecrets)).toMatchObject({ code: 0 });
  await eventually('the move has ended', async () => {
    const types = (await eventsIn(folder)).map(({ type }) => type);
    return types.includes('AppointmentMovedAway');
  });
  const head = (await eventsIn(folder)).at(-1)?.position ?? '';
  const left = await eventually('each follower is at the end', async () => {
    const { problems, followers, pendingErasures } = await readiness(product);
    const named = new Map<string, FollowerStatus>(
      followers.map((follower: FollowerStatus) => [follower.name, follower]),
    );
    const isDone = durableFollowerNames.every((name) => {
      const { trouble, position } = named.get(name) ?? { trouble: 'it is missing', position: null };
      return trouble === null && (position ?? '') >= head;
    });
    return isDone && { problems, pendingErasures };
  });
  expect(left).toEqual({ problems: [], pendingErasures: 0 });
});

test('a whole folder that is older than a head that was delivered elsewhere is not served', async () => {
  const heads = join(scratch, 'heads');
  const folder = join(scratch, 'with-heads');
  cpSync(whole, folder, { recursive: true });
  const product = await start(folder, { AUDIT_HEAD_DIR: heads });
  const auditor = await eventually('the views stand', () =>
    signIn(product.url, 'auditor@sunrise.example').catch(() => null),
  );
  await eventually('a head is signed', async () => {
    const { status } = await auditor.call('exportNdjson', { clientId: clinic.clientId });
    return status === 200;
  });
  await isReady(product);
  expect((await readiness(product)).problems).toEqual([]);
  await product.stop();
  const [head] = (await eventsIn(folder, 'logHead-signed')).slice(-1);
  mkdirSync(heads, { recursive: true });
  writeFileSync(join(heads, `dayline-head-${head?.data['position']}.json`), JSON.stringify(head?.data));

  const copy = join(scratch, 'older-with-heads');
  cpSync(older, copy, { recursive: true });
  const behind = await start(copy, { AUDIT_HEAD_DIR: heads });
  expect((await readiness(behind)).problems).toEqual([expect.stringContaining('a head in AUDIT_HEAD_DIR has seen')]);
  await behind.stop();
  // The vault has recorded it, for processes that don't share the folder.
  expect((await readiness(await start(copy))).problems).toEqual([expect.stringContaining('the vault has seen')]);
  const accepted = await dayline(copy, ['accept-set-back', '--reason', 'A test'], '', {
    ...sharedSecrets,
    AUDIT_HEAD_DIR: heads,
  });
  expect(accepted.code).toBe(0);
  await isReady(running.at(-1) ?? behind);
});

test('an older log put under the running services stops each of them, and is accepted once for all', async () => {
  const folder = join(scratch, 'services');
  cpSync(whole, folder, { recursive: true });
  const [command, query, projector] = [
    await start(folder, {}, 'command-service'),
    await start(folder, {}, 'query-service'),
    await start(folder, {}, 'projector'),
  ];
  const all = [command, query, projector];
  for (const product of all) await isReady(product);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `events.db${suffix}`), { force: true });
  cpSync(join(older, 'events.db'), join(folder, 'events.db'));
  for (const product of all) {
    await eventually('it has noticed', async () => (await readiness(product)).problems[0]?.includes(acceptCommand));
  }
  expect(
    (await callerAt(command.url, '').call('requestPasswordReset', { email: 'admin@sunrise.example' })).status,
  ).toBe(503);
  expect((await callerAt(query.url, '').call('listClients', {})).status).toBe(503);
  // One of them is restarted meanwhile.
  await query.stop();
  const again = await start(folder, {}, 'query-service');
  expect((await readiness(again)).problems).toEqual([expect.stringContaining(acceptCommand)]);
  expect((await eventsIn(folder)).length).toBe((await eventsIn(older)).length);
  expect((await acceptIn(folder)).code).toBe(0);
  for (const product of [command, again, projector]) await isReady(product);
  expect((await callerAt(again.url, '').call('listClients', {})).status).toBe(200);
});

describe('a start beside a part that is missing', () => {
  const without = (...names: string[]): string => {
    copies += 1;
    const folder = join(scratch, `parts-${copies}`);
    cpSync(whole, folder, { recursive: true });
    for (const name of ['in-use.db', ...names]) rmSync(join(folder, name), { recursive: true });
    return folder;
  };
  const ends = (folder: string, more: Readonly<Record<string, string>> = {}) =>
    runToEnd({ ...env, ...more, DATA_DIR: folder });

  test.each([
    ['the vault', ['vault.db'], 'There is no vault in DATA_DIR', 'ACCEPT_MISSING_VAULT=on'],
    [
      'the vault, with views that are gone too',
      ['vault.db', 'views'],
      'There is no vault in DATA_DIR',
      'ACCEPT_MISSING_VAULT=on',
    ],
    ['the log', ['events.db'], 'The event log is missing, but the vault has seen events', acceptCommand],
    [
      'the log, with views but no vault',
      ['events.db', 'vault.db'],
      'The event log is missing, but the views',
      acceptCommand,
    ],
  ])('is refused in one line, and nothing is made: %s', async (_, names, what, remedy) => {
    const folder = without(...names);
    const before = readdirSync(folder).sort();
    const { code, lines } = await ends(folder);
    expect([code, lines]).toEqual([1, [expect.stringContaining(what)]]);
    expect(lines[0]).toContain(remedy);
    // The command line refuses in the same way.
    if (names.length === 1) {
      expect((await daylineHere(folder, ['client', 'list'], '', sharedSecrets)).error).toContain(what);
    }
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  test.each([
    ['no key', {}, 'MASTER_KEY is missing'],
    [
      'another key',
      { MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7)).toString('base64') },
      'MASTER_KEY',
    ],
  ])('is refused in one line, and nothing is made: %s', async (_, given, what) => {
    const folder = without();
    const before = readdirSync(folder).sort();
    const { code, lines } = await ends(folder, { MASTER_KEY: '', SESSION_SECRET: '', ...given });
    expect([code, lines]).toEqual([1, [expect.stringContaining(what)]]);
    expect(readdirSync(folder).sort()).toEqual('MASTER_KEY' in given ? [...before, 'secrets.json'].sort() : before);
  });

  test('continues with a new vault where that is accepted, once', async () => {
    const folder = without('vault.db');
    await (await start(folder, { ACCEPT_MISSING_VAULT: 'on' })).stop();
    await start(folder);
  });

  test('continues with a lost log once that is accepted', async () => {
    const folder = without('events.db');
    expect((await acceptIn(folder)).code).toBe(0);
    await isReady(await start(folder));
    expect(await eventsIn(folder)).toMatchObject([{ type: 'LogSetBackAccepted', data: { present: null } }]);
  });

  test('is made for several processes at once on an empty folder', async () => {
    const folder = join(scratch, 'empty');
    await Promise.all([start(folder), start(folder, {}, 'command-service'), start(folder, {}, 'query-service')]);
  });
});
