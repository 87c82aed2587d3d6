import { awaitRoomInTheDay } from '@dayline/acceptance/testing/demo-data';
import { startServices } from '@dayline/acceptance/testing/processes/services';
import { prepareSmallClinic } from '@dayline/acceptance/testing/small-clinic';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { startMongodb } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy } from '@dayline/test-servers/tcp-proxy';
import { type Clinic, minutesOfARun, settings } from './clinic.ts';

const unsupported = (): Promise<never> =>
  Promise.reject(new Error('The services are stopped one by one, by tests of their own.'));

/**
 * The product as separate processes on EventStoreDB and MongoDB (or their test doubles), with two query services: each
 * has its own address, and the browsers start at them in rotation.
 */
export async function openServices(): Promise<Clinic & { end(): Promise<void> }> {
  await awaitRoomInTheDay(minutesOfARun);
  const mongo = await startMongodb();
  if (!mongo) {
    const missing = 'no MongoDB: neither TEST_MONGODB_URL nor Docker nor Python';
    return { urls: ['http://localhost'], missing, stop: unsupported, startAgain: unsupported, end: async () => {} };
  }
  const log = await startEventStore();
  const proxy = await startTcpProxy(mongo);
  const viewStore = mongo.database().replace(`${mongo.host}:${mongo.port}`, `127.0.0.1:${proxy.port}`);
  const env = { ...settings, EVENT_STORE_URL: log.url, VIEW_STORE_URL: viewStore };
  await prepareSmallClinic(env);
  const services = await startServices({ commands: 1, queries: 2, projectors: 1 }, env);
  const [first, ...others] = services.fronts.map(({ url }) => url);
  if (first === undefined) throw new Error('No query service stands behind.');
  return {
    urls: [first, ...others],
    stop: unsupported,
    startAgain: unsupported,
    mongodbProxy: { cut: proxy.refuse, restore: proxy.resume },
    async end() {
      await services.stop();
      await proxy.stop();
      await log.stop();
      await mongo.stop();
    },
  };
}
