import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { requestedAt } from '@dayline/contracts/events/metadata';
import type { StoredEvent } from '@dayline/event-log/port';
import { send } from '@dayline/http/testing/send';
import { demoClients, demoPassword } from '@dayline/standalone/demo/clients';
import Database from 'better-sqlite3';
import { countEvents, eventsIn, eventually } from './testing/event-file.ts';
import { callerAt, signIn } from './testing/http-caller.ts';
import { daylineHere } from './testing/processes/command-line.ts';
import { type Ending, runToEnd } from './testing/processes/ending.ts';
import { type Product, removeData, startProduct, temporaryData } from './testing/processes/product.ts';
import { sharedSecrets } from './testing/processes/services.ts';
import { prepareSmallClinic } from './testing/small-clinic.ts';

/** How the product starts, refuses to start, and stops. */

const folders: string[] = [];
const newFolder = (): string => {
  const folder = temporaryData();
  folders.push(folder);
  return folder;
};
/** Each is stopped by its test; this cleans up after a test that fails earlier. */
const running: Product[] = [];
async function start(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const product = await startProduct(folder, env);
  running.push(product);
  return product;
}
afterAll(() => {
  for (const { process: child } of running) child.kill('SIGKILL');
  for (const folder of folders) removeData(folder);
});

describe('a start that cannot be', () => {
  const refusedBy = (ending: Ending, line: RegExp): void => {
    expect(ending).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
  };

  test('names the port that is taken', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const ending = await runToEnd({ DATA_DIR: newFolder(), DEMO: 'off', PORT: String(port) });
    await new Promise((resolve) => server.close(resolve));
    refusedBy(ending, new RegExp(`^PORT ${port} is taken`));
  });

  test('names the address that is none of this machine', async () => {
    refusedBy(await runToEnd({ DATA_DIR: newFolder(), DEMO: 'off', HOST: '203.0.113.7' }), /^HOST 203\.0\.113\.7 /);
  });

  // Every wrong setting is covered by the settings' own tests.
  test('names the wrong setting', async () => {
    refusedBy(await runToEnd({ DATA_DIR: newFolder(), DEMO: 'yes' }), /^DEMO must be /);
  });

  test('names the folder that cannot be written', async () => {
    const file = join(newFolder(), 'a-file');
    writeFileSync(file, '');
    refusedBy(await runToEnd({ DATA_DIR: join(file, 'data') }), /^DATA_DIR must be a folder that can be written: /);
  });

  test('names what production lacks', async () => {
    refusedBy(
      await runToEnd({ DATA_DIR: newFolder(), NODE_ENV: 'production' }),
      /^PUBLIC_URL must be set in production/,
    );
  });

  test('names the demo accounts that production finds, until they are closed', async () => {
    const folder = newFolder();
    const secrets = { MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7)).toString('base64') };
    const env = { ...secrets, SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz012345' };
    await prepareSmallClinic({ DATA_DIR: folder, ...env });
    const production = { ...env, NODE_ENV: 'production', PUBLIC_URL: 'https://dayline.example' };
    for (const program of [undefined, 'command-service', 'query-service'] as const) {
      refusedBy(
        await runToEnd({ DATA_DIR: folder, ...production }, program),
        /admin@sunrise\.example.*npm run dayline -- account close --demo$/,
      );
    }
    const { output } = await daylineHere(folder, ['account', 'close', '--demo'], '', env);
    expect(output).toContain('admin@sunrise.example closed');
    await (await start(folder, production)).stop();
  });

  test('names the key that does not fit the data, after a first one that says what comes next', async () => {
    const folder = newFolder();
    const first = await start(folder, { DEMO: 'off' });
    await eventually('it says how to go on', async () => first.output().includes('-- account add'));
    expect(first.output()).toMatch(/There is no client yet\..*\n.*-- client add "Your Hospital"\n/);
    await first.stop();
    const otherKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64');
    refusedBy(await runToEnd({ DATA_DIR: folder, DEMO: 'off', MASTER_KEY: otherKey }), /MASTER_KEY/);
  });

  test('names the data of a build before release 1.0.0', async () => {
    const folder = newFolder();
    await (await start(folder, { DEMO: 'off' })).stop();
    const setFormat = (file: string, format: number): void => {
      const db = new Database(join(folder, file));
      db.pragma(`user_version = ${format}`);
      db.close();
    };
    for (const file of ['events.db', 'vault.db']) {
      setFormat(file, 0);
      const words = new RegExp(`^Dayline could not start: ${file} was made by a build before release 1\\.0\\.0, `);
      refusedBy(await runToEnd({ DATA_DIR: folder, DEMO: 'off' }), words);
      setFormat(file, 1);
    }
    await (await start(folder, { DEMO: 'off' })).stop();
  });

  test('names the damaged event log', async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'events.db'), 'this is no database, whatever its name says'.repeat(100));
    const { code, lines } = await runToEnd({ DATA_DIR: folder, DEMO: 'off', ...sharedSecrets });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^Dayline could not start: /)]);
  });
});

test('DEMO=off starts empty: nobody to sign in as, nothing in the log', async () => {
  const folder = newFolder();
  const product = await start(folder, { DEMO: 'off' });
  const nobody = callerAt(product.url, '');
  expect((await nobody.call('listClients', {})).reply()).toEqual([]);
  const credentials = {
    email: 'admin@sunrise.example',
    password: demoPassword,
    role: 'admin',
    clientId: null,
  } as const;
  expect((await nobody.call('signIn', credentials)).status).toBe(401);
  expect(product.output()).not.toContain('Demo sign-ins');
  expect(await product.stop()).toBe(0);
  const types = (await eventsIn(folder)).map(({ type }) => type);
  expect(types).toEqual(['SignInRefused']);
});

describe('the first start, an interrupted one, and the second', () => {
  const folder = newFolder();
  let seeded: readonly StoredEvent[];

  test('the first makes the demo, says its sign-ins, and serves it whole', async () => {
    const product = await start(folder);
    const line = await eventually('it is ready', async () => {
      const now = await readiness(product);
      return now['status'] === 'ready' && now;
    });
    expect(line).toMatchObject({ problems: [], caughtUp: true, parkedEvents: 0 });
    await eventually('it says the sign-ins', async () => product.output().includes('admin@lakeside.example'));
    for (const { accounts } of demoClients) {
      for (const { email } of accounts) {
        expect(product.output()).toContain(email);
        expect((await signIn(product.url, email)).user.name).not.toBe('');
      }
    }
    expect(product.output()).toContain(demoPassword);
    expect(await product.stop()).toBe(0);
    // A leftover write-ahead log would have to be read by the next start.
    const left = [...readdirSync(folder), ...readdirSync(join(folder, 'views'))];
    expect(left.filter((name) => name.endsWith('-wal'))).toEqual([]);
    seeded = await eventsIn(folder);
    expect(seeded.length).toBeGreaterThan(10_000);
  });

  /** The decisions, without the order of independent commands. */
  const decided = (events: readonly StoredEvent[]): string[] => {
    // Each step of a move has its own command ID.
    const steps = events.filter(({ type }) => type === 'AppointmentMovedIn' || type === 'AppointmentMovedAway');
    const moves = new Set(steps.map(({ metadata }) => metadata.commandId));
    return events
      .filter(({ type }) => type !== 'SlotsPlanned')
      .map(({ stream, type, metadata: { commandId, ...times } }) => {
        // The steps of a move take their time from a running clock.
        const at = moves.has(commandId) ? '' : requestedAt(times);
        return `${stream} ${type} ${commandId} ${at}`;
      })
      .sort();
  };
  const isDemo = ({ stream }: StoredEvent): boolean => !/^(?:account|signIns)-/.test(stream);

  test('continues where it was, and ends with the same demo as an uninterrupted one', async () => {
    const interrupted = newFolder();
    const file = join(interrupted, 'demo.json');
    // With the anchor of the uninterrupted run.
    const { anchor } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    writeFileSync(file, JSON.stringify({ anchor, complete: false }));
    let child: ChildProcess | null = null;
    const started = startProduct(interrupted, {}, (spawned) => {
      child = spawned;
    });
    const died = started.then(
      () => 'it was ready before it was killed',
      () => 'killed',
    );
    // The product ends its note with a line break; the log exists by then.
    const hasBegun = () => readFileSync(file, 'utf8').endsWith('\n');
    const isPart = async () => hasBegun() && (await countEvents(interrupted)) > 3_000;
    // Long enough for a busy machine: the demo is created in parallel with the other suites.
    await eventually('a part of the demo is there', isPart, 240_000);
    // Assigned by the call above, which the compiler can't see.
    (child as ChildProcess | null)?.kill('SIGKILL');
    expect(await died).toBe('killed');
    const part = await countEvents(interrupted);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ complete: false });

    expect(await (await start(interrupted)).stop()).toBe(0);
    const resumed = (await eventsIn(interrupted)).filter(isDemo);
    const uninterrupted = seeded.filter(isDemo);
    expect(part).toBeLessThan(resumed.length);
    expect(resumed.length).toBe(uninterrupted.length);
    expect(decided(resumed)).toEqual(decided(uninterrupted));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ complete: true });
  });

  test('the second seeds nothing and keeps the data', async () => {
    const product = await start(folder);
    expect(product.output()).not.toContain('First start');
    await eventually('it says the sign-ins', async () => product.output().includes('Demo sign-ins'));
    expect(await product.stop()).toBe(0);
    const after = await eventsIn(folder);
    expect(after.map(({ id }) => id)).toEqual(seeded.map(({ id }) => id));
  });

  test('deleted views come back by themselves', async () => {
    removeData(join(folder, 'views'));
    const product = await start(folder);
    await eventually('the views have caught up', async () => (await readiness(product))['caughtUp'] === true);
    const doctor = await signIn(product.url, 'doctor@sunrise.example');
    const rows = (await doctor.call('listTodaysAppointmentsOfDoctor', { pocId: doctor.user.pocId ?? '' })).reply();
    expect(rows.length).toBeGreaterThan(0);
    expect(await product.stop()).toBe(0);
  });

  test('SIGTERM: a request in flight is answered, no new one is taken, and the exit code is 0', async () => {
    const product = await start(folder);
    const admin = await signIn(product.url, 'admin@sunrise.example');
    const { path } = endpoints.saveUser;
    const patient = { name: 'Kavya Nair', phone: '919000000009', email: 'k@x.example', location: 'Pune' };
    const body = JSON.stringify({ ...patient, clientId: admin.user.clientId });
    const { hostname, port } = new URL(product.url);
    const answered = await new Promise<{ status: number; ended: Promise<number | null> }>((resolve, reject) => {
      const headers = {
        cookie: admin.cookie,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      };
      const outgoing = request({ hostname, port, method: 'POST', path, headers });
      outgoing.on('error', reject);
      let ended: Promise<number | null>;
      // The server has the request's head now: it is in flight.
      outgoing.on('continue', async () => {
        ended = product.stop();
        await eventually('it is stopping', async () => product.output().includes('Stopping'));
        await eventually('it no longer accepts connections', () =>
          send(product.url, { method: 'GET', path: '/healthz' }).then(
            () => false,
            () => true,
          ),
        );
        outgoing.end(body);
      });
      outgoing.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, ended }));
      });
      outgoing.flushHeaders();
    });
    expect(answered.status).toBe(200);
    expect(await answered.ended).toBe(0);
    const types = (await eventsIn(folder)).slice(seeded.length).map(({ type }) => type);
    expect(types).toContain('PatientRegistered');
    // Events recorded just after a response are included too.
    expect(types).toContain('SignedIn');
  });
});

async function readiness({ url }: Product): Promise<Record<string, unknown>> {
  return JSON.parse((await send(url, { method: 'GET', path: '/readyz' })).text);
}
