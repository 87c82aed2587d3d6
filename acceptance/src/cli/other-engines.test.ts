import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { createAggregates, createCommands } from '@dayline/command-service/modules';
import { isRefusal } from '@dayline/contracts/errors';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openPasswords } from '@dayline/http/session/passwords';
import { systemClock } from '@dayline/runtime/clock';
import { openMongo } from '@dayline/runtime/mongodb/connect';
import { demoClients } from '@dayline/standalone/demo/clients';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { dayline, daylineHere } from '../testing/processes/command-line.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic } from '../testing/small-clinic.ts';

/** The CLI on EventStoreDB and MongoDB: each command does the same as on the data folder. */

await describeOnMongodb('the command line on EventStoreDB and MongoDB', (mongo) => {
  const dataDir = temporaryData();
  let env: Readonly<Record<string, string>>;
  let end: () => Promise<void> = async () => undefined;
  let clientId: string;
  let pocId: string;
  const sunrise = demoClients[0]?.name ?? '';
  const client = ['--client', sunrise];

  beforeAll(async () => {
    const eventStore = await startEventStore();
    end = () => eventStore.stop();
    env = { ...sharedSecrets, EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() };
    ({ clientId, pocId } = await prepareSmallClinic(env));
  });
  afterAll(async () => {
    await end();
    removeData(dataDir);
  });

  async function outputOf(line: readonly string[], input = '', run = daylineHere): Promise<string> {
    const { code, output, error } = await run(dataDir, line, input, env);
    expect({ line, code, error }).toEqual({ line, code: 0, error: '' });
    return output;
  }

  test('clients, departments, branches, doctors and accounts', async () => {
    // A process ends by itself, whatever it has opened.
    expect(await outputOf(['client', 'list'], '', dayline)).toContain(`${clientId}  ${sunrise}`);
    const harbour = await outputOf(['client', 'add', 'Harbour Clinic', '--zone', 'Europe/Lisbon']);
    expect(await outputOf(['client', 'list'])).toContain(`${harbour}  Harbour Clinic  (Europe/Lisbon)`);
    expect(await outputOf(['department', 'add', 'Dermatology', ...client])).toMatch(/^[0-9A-Z]{26}$/);
    const again = await daylineHere(dataDir, ['department', 'add', 'dermatology', ...client], '', env);
    expect(again).toMatchObject({ code: 1, error: `${sunrise} already has a department dermatology.` });
    expect(await outputOf(['branch', 'add', 'East wing', ...client])).toBe('1');
    expect(await outputOf(['doctor', 'branch', 'Dr. Asha Menon', '1'])).toBe('Dr. Asha Menon is at branch 1.');
    expect(await outputOf(['doctor', 'list', ...client])).toContain(`${pocId}  Dr. Asha Menon  Cardiology  branch 1`);
    const line = ['account', 'add', 'rui@harbour.example', '--name', 'Rui Head', '--client', 'Harbour Clinic'];
    expect(await outputOf(line, 'Harbour#Lights9\n')).toMatch(/^[0-9A-Z]{26}$/);
    expect(await outputOf(['account', 'reset', 'rui@harbour.example'], 'Granite#Steps41\n')).toContain(
      'its sessions have',
    );
  });

  test('a patient is erased, and the views are scrubbed and rebuilt', async () => {
    await atStores(env, async ({ log, vault }) => {
      const clock = systemClock;
      const aggregates = createAggregates({ log: openSealedLog(log, vault.keys), clock });
      const config = { bookingHorizonDays: 60, undoWindowSeconds: 15 };
      const commands = createCommands({ aggregates, vault, passwords: openPasswords(), config });
      const person = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune' };
      for (const name of [person.name, 'Kiran Nair']) {
        const saved = await commands.savePatient({ ...person, name }, systemContext({ clock, clientId }));
        expect(isRefusal(saved)).toBe(false);
      }
    });
    const several = await daylineHere(dataDir, ['patient', 'erase', '919000000005', '--yes', ...client], '', env);
    expect(several).toMatchObject({ code: 1, error: expect.stringContaining('2 patients have the phone') });
    const [firstId = ''] = /[0-9A-Z]{26}/.exec(several.error) ?? [];
    expect(await outputOf(['patient', 'erase', firstId, '--yes'])).toBe(`Patient ${firstId} erased.`);
    expect(await outputOf(['patient', 'erase', '91 90000 00005', '--yes', ...client])).toMatch(/ erased\.$/);
    const nobody = await daylineHere(dataDir, ['patient', 'erase', '919000000005', '--yes', ...client], '', env);
    expect(nobody).toMatchObject({ code: 1, error: expect.stringContaining('has no patient with the phone') });
    const rebuilt = await outputOf(['views', 'rebuild'], '', dayline);
    expect(rebuilt).toMatch(/^Compared \d+ rows: no differences\.$/m);
    expect(rebuilt).toContain('rebuilt and in use');
  });

  test('the views are compared with the log, and an altered row is named', async () => {
    const verify = () => daylineHere(dataDir, ['audit', 'verify', '--views'], '', env);
    expect(await verify()).toMatchObject({ code: 0, output: expect.stringMatching(/desk@\d+: \d+ rows compared/) });
    const { views, close } = openMongo({ url: String(env['VIEW_STORE_URL']) });
    const names = (await views.listCollections().toArray()).map(({ name }) => name);
    for (const name of names.filter((name) => /^views\.desk@\d+\.\d+\.rows\.doctors$/.test(name))) {
      await views.collection<{ _id: string }>(name).updateOne({ _id: pocId }, { $set: { 'row.name': 'Dr. Forged' } });
    }
    await close();
    const altered = new RegExp(`desk@\\d+ doctors ${pocId}: altered, name is not what the log says, position`);
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringMatching(altered) });
  });

  test('events are printed from the log, personal fields sealed, and messages from the vault', async () => {
    const line = ['events', 'tail', '--from', 'start', '--no-follow', '--stream', `doctor-${pocId}`];
    const lines = (await outputOf(line)).split('\n');
    expect(lines.map((event) => event.split(' ')[3])).toEqual(
      expect.arrayContaining(['DoctorAdded', 'DoctorBranchSet']),
    );
    expect(lines.join('\n')).not.toContain('doctor@sunrise.example');
    expect(await outputOf(['messages', 'list'])).toBe('There are no messages.');
  });

  test('a server that is unavailable is named, and nothing waits for it for ever', async () => {
    const nobody = { EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false', VIEW_STORE_URL: 'mongodb://127.0.0.1:1/x' };
    const without = async (line: string, name: keyof typeof nobody) => {
      const { code, error } = await dayline(dataDir, line.split(' '), '', { ...env, [name]: nobody[name] });
      return `${code} ${error}`;
    };
    const outputs = await Promise.all([
      without('events tail --no-follow', 'EVENT_STORE_URL'),
      without('views rebuild', 'EVENT_STORE_URL'),
      without('client list', 'EVENT_STORE_URL'),
      without('client list', 'VIEW_STORE_URL'),
    ]);
    const where = 'EVENT_STORE_URL and VIEW_STORE_URL say where the stores are.';
    expect(outputs).toEqual([
      expect.stringMatching(/^1 The event log does not answer: /),
      expect.stringMatching(/^1 The event log does not answer: /),
      expect.stringMatching(/^1 The views cannot be folded: .*could not be read/),
      expect.stringMatching(new RegExp(`^1 It failed: The vault is unavailable.*${where}`)),
    ]);
  });

  test.each([
    ['an address that is none', 'EVENT_STORE_URL', 'http://x', /^EVENT_STORE_URL must be sqlite, or an address that/],
    ['an address that is none', 'VIEW_STORE_URL', 'x', /^VIEW_STORE_URL must be sqlite, or an address that/],
  ])('%s in %s is named', async (_, name, value, message) => {
    const { code, error } = await daylineHere(dataDir, ['client', 'list'], '', { ...env, [name]: value });
    expect(code).toBe(1);
    expect(error).toMatch(message);
  });
});
