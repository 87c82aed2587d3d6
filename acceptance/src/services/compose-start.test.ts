import type { ChildProcess } from 'node:child_process';
import { runs } from '@dayline/contracts/testing/trials';
import { send } from '@dayline/http/testing/send';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { readCommands } from '@dayline/test-servers/mongodb-commands';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy } from '@dayline/test-servers/tcp-proxy';
import { compose, environmentOf } from '../deployment/compose-file.ts';
import { eventually } from '../testing/event-file.ts';
import { callerAt } from '../testing/http-caller.ts';
import { dayline } from '../testing/processes/command-line.ts';
import { openFront } from '../testing/processes/front.ts';
import {
  type Product,
  type Program,
  removeData,
  startProductAtOnce,
  temporaryData,
} from '../testing/processes/product.ts';

const names = ['command-service', 'query-1', 'query-2', 'projector'];
const password = 'Harbour#Lights9';

await describeOnMongodb('the services of docker-compose.yml as processes, by its environment', (mongo) => {
  const folders: string[] = [];
  const running: ChildProcess[] = [];
  let log: Awaited<ReturnType<typeof startEventStore>>;
  const newFolder = (): string => {
    const folder = temporaryData();
    folders.push(folder);
    return folder;
  };
  beforeEach(async () => {
    log = await startEventStore();
  });
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
    for (const folder of folders.splice(0)) removeData(folder);
    await log.stop();
  });

  /** The environment of a service, on this test's servers, ports and folders. */
  function settingsOf(name: string, database: string): Record<string, string> {
    const service = compose.services[name];
    if (!service) throw new Error(`There is no service ${name}.`);
    return {
      ...environmentOf(service),
      HOST: '127.0.0.1',
      PORT: '0',
      EVENT_STORE_URL: log.url,
      VIEW_STORE_URL: database,
      LOG_LEVEL: 'silent',
    };
  }

  function start(name: string, database: string, onSpawned?: (child: ChildProcess) => void): Promise<Product> {
    const DATA_DIR = newFolder();
    const program = /^node (.+)\/dist\/main\.js$/.exec((compose.services[name]?.command ?? []).join(' '))?.[1];
    const spawned = (child: ChildProcess): void => {
      running.push(child);
      onSpawned?.(child);
    };
    // Cast is safe: a test of the file compares the commands with the built programs.
    return startProductAtOnce(DATA_DIR, { ...settingsOf(name, database), DATA_DIR }, spawned, program as Program);
  }
  const startAll = (database: string) => Promise.all(names.map((name) => start(name, database)));

  async function workOn(database: string, [command, query, , projector]: readonly Product[]): Promise<void> {
    if (!command || !query || !projector) throw new Error('A service is missing.');
    const folder = newFolder();
    const env = settingsOf('command-service', database);
    const run = async (line: readonly string[], input = ''): Promise<string> => {
      const { code, output, error } = await dayline(folder, line, input, env);
      expect({ line, code, error }).toEqual({ line, code: 0, error: '' });
      return output;
    };
    const clientId = await run(['client', 'add', 'Harbour Clinic', '--zone', 'Europe/Lisbon']);
    const head = ['account', 'add', 'head@harbour.example', '--name', 'Rui Head', '--client', 'Harbour Clinic'];
    await run(head, `${password}\n`);
    const front = await openFront({ commands: [command.url], query: query.url });
    const nobody = callerAt(front.url, '');
    await eventually('the clinic is shown', async () => (await nobody.call('listClients', {})).reply().length === 1);
    const credentials = { email: 'head@harbour.example', password, role: 'admin', clientId } as const;
    expect((await nobody.call('signIn', credentials)).reply()).toMatchObject({ user: { name: 'Rui Head' } });
    await front.close();
    for (const { url } of [command, query, projector]) {
      await eventually(`${url} is ready`, async () => {
        const { status } = await send(url, { method: 'GET', path: '/readyz' });
        return status === 200;
      });
    }
  }

  test('from an empty state, all at once', async () => {
    const database = mongo.database();
    await workOn(database, await startAll(database));
  });

  test('from a start that was cut in half, service by service', async () => {
    const database = mongo.database();
    // Each is killed at a later one of the commands with which it creates its collections and indexes; it needs at
    // least twelve.
    const starts = runs(1, 2) * names.length;
    for (let index = 0; index < starts; index += 1) {
      const name = names[index % names.length] ?? '';
      const maxCommands = Math.floor((index * 8) / starts);
      let child: ChildProcess | undefined;
      let commands = 0;
      const proxy = await startTcpProxy(mongo, () =>
        readCommands(({ $db }) => {
          if ($db !== 'admin') commands += 1;
          if (commands > maxCommands) child?.kill('SIGKILL');
        }),
      );
      const proxied = database.replace(`${mongo.host}:${mongo.port}`, `127.0.0.1:${proxy.port}`);
      const started = start(name, proxied, (spawned) => {
        child = spawned;
      });
      await expect(started).rejects.toThrow('The product ended with null before it was ready');
      await proxy.stop();
    }
    await workOn(database, await startAll(database));
  });
});
