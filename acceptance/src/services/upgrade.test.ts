import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { send } from '@dayline/http/testing/send';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { eventually } from '../testing/event-file.ts';
import { callerAt, paidDirectVisit } from '../testing/http-caller.ts';
import { olderViews } from '../testing/older-views.ts';
import { type Product, type Program, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets, startServices } from '../testing/processes/services.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';

/** "On separate services the new projector, started first, does it": an upgrade is a restart there too. */

await describeOnMongodb('an upgrade on separate services', (mongo) => {
  const folders: string[] = [];
  /** In the order of their start. */
  const toStop: { stop(): Promise<unknown> }[] = [];

  afterAll(async () => {
    for (const stoppable of toStop.reverse()) await stoppable.stop();
    for (const folder of folders) removeData(folder);
  });

  test('the new projector, started first, builds the views that a new query service then takes at once', async () => {
    const eventStore = await startEventStore();
    toStop.push(eventStore);
    const env = { EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() };
    const clinic = await prepareSmallClinic(env);
    const old = await startServices({ commands: 1, queries: 1, projectors: 1 }, { ...env, ...olderViews });
    toStop.push(old);
    const [front] = old.fronts;
    if (!front) throw new Error('There is no front.');
    const admin = await clinic.signIn(front.url);
    const { clientId, pocId } = clinic;
    const date = addDays(clinicNow(Date.now(), 'Asia/Kolkata').date, 4);
    const person = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
    const { userId } = (await admin.call('saveUser', person)).reply();
    const book = async (time: string) => {
      const booking = { clientId, pocId, userId, date, time, ...paidDirectVisit };
      return (await admin.call('createAppointment', booking)).reply().appointmentId;
    };
    const start = async (program: Program): Promise<Product> => {
      const folder = temporaryData();
      folders.push(folder);
      const product = await startProduct(folder, { ...sharedSecrets, ...env }, undefined, program);
      toStop.push(product);
      return product;
    };
    const listed = async (url: string) => {
      const list = callerAt(url, admin.cookie).call('listAppointmentDetailsOfClient', {
        clientId,
        status: 'Confirmed',
      });
      const rows = (await list).reply();
      return rows.map(({ AppointmentId }) => AppointmentId).sort();
    };
    const before = await book('10:00');

    const projector = await start('projector');
    await eventually('the new projector has built its views', async () => {
      const { status, text } = await send(projector.url, { method: 'GET', path: '/readyz' });
      return status === 200 && JSON.parse(text).caughtUp === true;
    });
    // The old version continues to serve, and catches up.
    const meanwhile = await book('10:30');
    const booked = [before, meanwhile].sort();
    await eventually('the old version shows both', async () => (await listed(front.url)).length === 2);
    await eventually('the new projector has folded both', async () => {
      const { text } = await send(projector.url, { method: 'GET', path: '/readyz' });
      return JSON.parse(text).lagEvents === 0;
    });

    const query = await start('query-service');
    // The first answer is complete: nothing had to be built, and nobody had to sign in again.
    expect(await listed(query.url)).toEqual(booked);

    await Promise.all([...old.projectors, ...old.queries].map((product) => product.stop()));
    front.lead({ commands: old.commands.map(({ url }) => url), query: query.url });
    const after = await book('11:00');
    await eventually('the new version shows what came after', async () => (await listed(front.url)).includes(after));
  });
});
