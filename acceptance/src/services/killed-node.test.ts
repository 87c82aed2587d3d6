import { runs } from '@dayline/contracts/testing/trials';
import { nodeProgram, startNode } from '@dayline/test-servers/eventstore-node';
import { eventually } from '../testing/event-file.ts';
import { openPage } from '../testing/open-page.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets, startServices } from '../testing/processes/services.ts';
import { startReceptionists } from '../testing/receptionists.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';
import { expectUnharmed } from '../testing/unharmed.ts';

/** A real node and the command services on it are killed in turn while receptionists book at both services. */

const rounds = runs(0, 20);
const program = nodeProgram();
const inTrials = rounds === 0 || program === null ? test.skip : test;
let end: () => Promise<void> = async () => undefined;
afterAll(() => end(), 150_000);

inTrials(
  'npm run trials on a node: no booking is lost or doubled where a command service and the node are killed',
  async () => {
    const folder = temporaryData();
    const node = await startNode(program ?? '', { keeps: true });
    end = async () => {
      await node.stop();
      removeData(folder);
    };
    const env = { EVENT_STORE_URL: node.url, DATA_DIR: folder };
    const clinic = await prepareSmallClinic(env);
    const services = await startServices({ commands: 1, queries: 1, projectors: 1 }, { ...env, LOG_LEVEL: 'silent' });
    const start = (): Promise<Product> =>
      startProduct(folder, { ...sharedSecrets, ...env, LOG_LEVEL: 'silent' }, undefined, 'command-service');
    let killed = await start();
    const endNode = end;
    end = async () => {
      await Promise.all([services.stop(), killed.stop()]);
      await endNode();
    };
    const [front] = services.fronts;
    const [standing, query] = [services.commands[0]?.url ?? '', services.queries[0]?.url ?? ''];
    const url = front?.url ?? '';
    const lead = () => front?.lead({ commands: [standing, killed.url], query });
    lead();
    const { cookie, call } = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
    const { clientId, pocId } = clinic;
    const person = { phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
    const userIds: string[] = [];
    for (const name of ['Kavya Nair', 'Asha Pillai', 'Meera Iyer']) {
      userIds.push((await call('saveUser', { ...person, name })).reply().userId);
    }
    const page = openPage(url, cookie, clientId);
    const receptionists = startReceptionists({ url, cookie, clientId, pocId, userIds, everyMs: 20 });
    const endAll = end;
    end = async () => {
      page.close();
      await receptionists.rest().catch(() => undefined);
      await endAll();
    };

    await receptionists.more(5);
    for (let round = 1; round <= rounds; round += 1) {
      await killed.kill();
      await receptionists.more(3);
      killed = await start();
      lead();
      await receptionists.more(3);
      await node.kill();
      await node.startAgain();
      await receptionists.more(3);
      await expectUnharmed(`round ${round}`, { env, receptionists, pages: [page] });
    }
  },
  3_600_000,
);
