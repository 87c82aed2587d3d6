import { send } from '@dayline/http/testing/send';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy } from '@dayline/test-servers/tcp-proxy';
import { eventually } from '../testing/event-file.ts';
import type { SignedIn } from '../testing/http-caller.ts';
import { openPage } from '../testing/open-page.ts';
import { startServices } from '../testing/processes/services.ts';
import { startReceptionists } from '../testing/receptionists.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';
import { expectUnharmed } from '../testing/unharmed.ts';

/**
 * Receptionists book throughout; after each fault nothing is lost or duplicated, the views equal a rebuild, and the
 * pages are right.
 */
await describeOnMongodb('processes whose servers become unavailable', (mongo) => {
  let end: () => Promise<void> = async () => undefined;
  afterAll(() => end(), 150_000);

  test('the log drops, restarts and forgets to answer, MongoDB is cut in mid-batch, projectors stop and take over', async () => {
    const log = await startFaultyEventStore();
    const proxy = await startTcpProxy(mongo);
    const direct = mongo.database();
    const env = { EVENT_STORE_URL: log.url, VIEW_STORE_URL: direct };
    const clinic = await prepareSmallClinic(env);
    const services = await startServices(
      { commands: 1, queries: 1, projectors: 2 },
      {
        ...env,
        VIEW_STORE_URL: direct.replace(`:${mongo.port}/`, `:${proxy.port}/`),
        LOG_LEVEL: 'silent',
      },
    );
    end = async () => {
      await services.stop();
      await proxy.stop();
      await log.stop();
    };
    const url = services.fronts[0]?.url ?? '';
    const [command, query] = [services.commands[0]?.url ?? '', services.queries[0]?.url ?? ''];
    const admin: SignedIn = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
    const { cookie } = admin;
    const { clientId, pocId } = clinic;
    const person = { phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
    const names = ['Kavya Nair', 'Asha Pillai', 'Meera Iyer'];
    const saved = await Promise.all(names.map((name) => admin.call('saveUser', { ...person, name })));
    const userIds = saved.map((answer) => answer.reply().userId);
    const page = openPage(url, cookie, clientId);
    const receptionists = startReceptionists({ url, cookie, clientId, pocId, userIds, everyMs: 20 });
    const stopServices = end;
    end = async () => {
      // Otherwise a failed test would leave receptionists booking and a socket reconnecting forever.
      page.close();
      await receptionists.rest().catch(() => undefined);
      await stopServices();
    };
    const unharmed = (after: string) => expectUnharmed(after, { env, receptionists, pages: [page] });
    const isNotReady = (what: string, at: string) =>
      eventually(`${at} says that ${what}`, async () => {
        const { status, text } = await send(at, { method: 'GET', path: '/readyz' });
        return status === 503 && JSON.parse(text).problems.includes(what);
      });

    await receptionists.more(10);
    for (const how of ['clean', 'unclean', 'tooSlow'] as const) {
      log.faults.dropSubscriptions(how);
      await receptionists.more(3);
      await unharmed(`an end of the subscriptions: ${how}`);
    }
    log.faults.cutNextAppend('after');
    await receptionists.more(3);
    await unharmed('an append whose answer is lost');

    await log.faults.stop();
    await isNotReady('the event log does not answer', command);
    await log.faults.start({ notReady: true });
    log.faults.setReady(true);
    await receptionists.more(5);
    await unharmed('a restart of the log’s server in mid-stream');

    for (const bytes of [3_000, 20_000, 60_000]) {
      proxy.refuseAfter(bytes);
      await eventually('the connection is cut', async () => proxy.isRefusing());
      proxy.cut();
      proxy.resume();
      await receptionists.more(3);
    }
    await unharmed('cuts of MongoDB’s connection in the middle of a batch');

    proxy.refuse();
    await isNotReady('the views do not answer', query);
    await isNotReady('the vault does not answer', command);
    proxy.resume();
    await receptionists.more(5);
    await unharmed('MongoDB’s absence');

    // In one of the two rounds the lease's holder is paused for longer than the lease; it resumes stale.
    for (const [index, { process }] of services.projectors.entries()) {
      process.kill('SIGSTOP');
      await receptionists.more(5);
      const [, expected] = [await receptionists.rest(), receptionists.booked.length];
      await eventually('the other projector continues', async () => page.active() === expected);
      process.kill('SIGCONT');
      receptionists.resume();
      await receptionists.more(5);
      await unharmed(`a standstill of projector ${index + 1}, too slow for its lease`);
    }

    await receptionists.rest();
  }, 900_000);
});
