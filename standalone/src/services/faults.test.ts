import { addDays, clinicNow } from '@dayline/contracts/clinic-time';
import { livePath } from '@dayline/contracts/live';
import { send } from '@dayline/platform/http/send';
import { startFaultyEventStore } from '@dayline/platform/testing/eventstore-server';
import { describeOnMongodb } from '@dayline/platform/testing/mongodb-server';
import { startTcpProxy } from '@dayline/platform/testing/tcp-proxy';
import { io } from 'socket.io-client';
import { type Answered, callerAt, type SignedIn } from '../testing/desk-calls.ts';
import { eventually } from '../testing/event-file.ts';
import { startServices } from '../testing/services.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';
import { bookingsIn, viewsAndRebuild } from '../testing/views-equal.ts';

/**
 * "After each: views equal a fresh rebuild, no acknowledged command lost or doubled, and every open page right without
 * a reload." Desks book all the while; whoever gets no answer asks again with the same key, as the page does.
 */

interface Booked {
  readonly id: string;
  readonly position: string;
}

await describeOnMongodb('three processes whose servers go away', (mongo) => {
  let end: () => Promise<void> = async () => undefined;
  afterAll(() => end());

  test('nothing acknowledged is lost or doubled, the views equal a rebuild, an open page is told of all', async () => {
    const log = await startFaultyEventStore();
    const proxy = await startTcpProxy(mongo);
    const direct = mongo.database();
    const throughProxy = direct.replace(`:${mongo.port}/`, `:${proxy.port}/`);
    const env = { EVENT_STORE_URL: log.url, VIEW_STORE_URL: direct };
    const clinic = await prepareSmallClinic(env);
    const behind = { ...env, VIEW_STORE_URL: throughProxy, LOG_LEVEL: 'silent' };
    const services = await startServices({ commands: 1, queries: 1, projectors: 1 }, behind);
    end = async () => {
      await services.stop();
      await proxy.stop();
      await log.stop();
    };
    const url = services.fronts[0]?.url ?? '';
    const [command, query] = [services.commands[0]?.url ?? '', services.queries[0]?.url ?? ''];
    const admin: SignedIn = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
    const { clientId, pocId } = clinic;
    const person = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
    const { userId } = (await admin.call('saveUser', person)).reply();

    const page = io(url, { path: livePath, transports: ['websocket'], extraHeaders: { cookie: admin.cookie } });
    let told = '';
    page.on('live', (messages: readonly { at: string }[]) => {
      for (const { at } of messages) if (at > told) told = at;
    });
    await eventually('the page is live', async () => page.connected);

    let isOver = false;
    const booked: Booked[] = [];
    const refusals: Answered<'createAppointment'>[] = [];
    const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
    async function desk(number: number): Promise<void> {
      const caller = callerAt(url, admin.cookie);
      for (let turn = 0; !isOver; turn += 1) {
        const slot = turn % 20;
        const booking = {
          clientId,
          pocId,
          userId,
          date: addDays(today, 1 + ((number * 15 + Math.floor(turn / 20)) % 58)),
          time: `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
          type: 'Direct Consultation',
          paymentStatus: 'Paid',
        } as const;
        const key = { 'Idempotency-Key': `booking-under-faults-${number}-${turn}` };
        const answer = await eventually(
          'the booking is answered',
          async () => {
            // Without an answer nobody knows whether it is booked: the same key tells.
            const tried = await caller.call('createAppointment', booking, key).catch(() => null);
            if (tried?.status === 200) return tried.reply();
            if (tried) refusals.push(tried);
            await new Promise((resolve) => setTimeout(resolve, 50));
            return null;
          },
          60_000,
        );
        booked.push({ id: answer.appointmentId, position: answer.position ?? '' });
      }
    }
    const desks = [0, 1, 2].map(desk);
    const more = (count: number) => {
      const wanted = booked.length + count;
      return eventually('bookings go on', async () => booked.length >= wanted, 60_000);
    };
    const isNotReady = (what: string, at: string) =>
      eventually(`${at} says that ${what}`, async () => {
        const { status, text } = await send(at, { method: 'GET', path: '/readyz' });
        return status === 503 && JSON.parse(text).problems.includes(what);
      });

    await more(10);
    for (const how of ['clean', 'unclean', 'tooSlow'] as const) {
      log.faults.dropSubscriptions(how);
      await more(3);
    }
    log.faults.cutNextAppend('after');
    await more(3);

    await log.faults.stop();
    await isNotReady('the event log does not answer', command);
    await log.faults.start({ notReady: true });
    log.faults.setReady(true);
    await more(5);

    for (const bytes of [3_000, 20_000, 60_000]) {
      proxy.refuseAfter(bytes);
      await new Promise((resolve) => setTimeout(resolve, 100));
      proxy.cut();
      proxy.resume();
      await more(3);
    }
    proxy.refuse();
    await isNotReady('the views do not answer', query);
    await isNotReady('the vault does not answer', command);
    proxy.resume();
    await more(5);

    isOver = true;
    await Promise.all(desks);
    const last =
      booked
        .map(({ position }) => position)
        .sort()
        .at(-1) ?? '';
    await eventually('the open page was told of the last booking', async () => told >= last, 60_000);
    page.close();

    expect(new Set(booked.map(({ id }) => id)).size).toBe(booked.length);
    const times = await bookingsIn(env);
    expect(booked.filter(({ id }) => times.get(id) !== 1)).toEqual([]);
    expect(times.size).toBe(booked.length);
    const { kept, rebuilt } = await viewsAndRebuild(env);
    expect(kept).toEqual(rebuilt);

    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) {
      expect({ status: refusal.status, code: refusal.failure().code }).toEqual({
        status: 503,
        code: 'service.unavailable',
      });
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    }
  }, 240_000);
});
