import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { acceptCommand } from '@dayline/event-log/set-back';
import { send } from '@dayline/http/testing/send';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { eventually } from '../testing/event-file.ts';
import { callerAt, paidDirectVisit, type SignedIn } from '../testing/http-caller.ts';
import { openPage } from '../testing/open-page.ts';
import { dayline } from '../testing/processes/command-line.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets, startServices } from '../testing/processes/services.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';
import { bookingsIn, viewsAndRebuild } from '../testing/views-equal.ts';

/**
 * "The log emptied and set back under three running services": each of them stops until the set-back is accepted, once
 * for all; then the pages show exactly what is in the log.
 */

const date = addDays(clinicNow(Date.now(), 'Asia/Kolkata').date, 5);
const times = '08:00 08:30 09:00 09:30 10:00 10:30 11:00 11:30 12:00 12:30 13:00 13:30'.split(' ');

async function isReady(url: string): Promise<boolean> {
  const { status, text } = await send(url, { method: 'GET', path: '/readyz' });
  return status === 200 && JSON.parse(text).caughtUp !== false;
}

async function started() {
  const log = await startFaultyEventStore();
  const folder = temporaryData();
  const env = { EVENT_STORE_URL: log.url, DATA_DIR: folder };
  const clinic = await prepareSmallClinic(env);
  const services = await startServices({ commands: 1, queries: 1, projectors: 1 }, env);
  const url = services.fronts[0]?.url ?? '';
  const { clientId, pocId } = clinic;
  const admin: SignedIn = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
  const person = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', person)).reply();
  const processes = [...services.commands, ...services.queries, ...services.projectors];
  return {
    log,
    env,
    processes,
    page: openPage(url, admin.cookie, clientId),
    /** The reply to a booking, once the log is reachable. */
    book: (index: number) =>
      eventually('the booking is answered', async () => {
        const time = times[index] ?? '';
        const booking = { clientId, pocId, userId, date, time, ...paidDirectVisit };
        const answer = await admin.call('createAppointment', booking, {
          'Idempotency-Key': `set-back-booking-${index}`,
        });
        return answer.status !== 503 && answer;
      }),
    async listed(): Promise<string[]> {
      // Without the positions of the log as it was before.
      const reader = callerAt(url, admin.cookie);
      const list = await reader.call('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' });
      return list
        .reply()
        .map(({ AppointmentId }) => AppointmentId)
        .sort();
    },
    async exchange(copy: Parameters<typeof log.faults.restoreLog>[0]) {
      await log.faults.stop();
      // A separate server takes seconds to come back, so its absence is always noticed.
      await eventually('every process misses the log', async () =>
        (await Promise.all(processes.map((process) => isReady(process.url)))).every((ready) => !ready),
      );
      log.faults.restoreLog(copy);
      await log.faults.start();
    },
    /** Every process reports it, and no request is served. */
    async isRefused() {
      for (const process of processes) {
        await eventually('it says that the log was set back', async () => {
          const { text } = await send(process.url, { method: 'GET', path: '/readyz' });
          return JSON.parse(text).problems[0]?.includes(acceptCommand);
        });
      }
      const list = await admin.call('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' });
      const saved = await admin.call('saveUser', { ...person, phone: '919000000006' });
      expect([list.status, saved.status]).toEqual([503, 503]);
    },
    async accept() {
      const ran = await dayline(folder, ['accept-set-back', '--reason', 'A test'], '', { ...sharedSecrets, ...env });
      expect(ran).toMatchObject({ code: 0 });
    },
    untilReady: () =>
      eventually('all processes are ready', async () =>
        (await Promise.all(processes.map((process) => isReady(process.url)))).every(Boolean),
      ),
    async stop() {
      await services.stop();
      await log.stop();
      removeData(folder);
    },
  };
}

test('set back to an older copy: what is gone is not shown, what is booked afterwards is', async () => {
  const { log, env, processes, page, book, listed, exchange, isRefused, accept, untilReady, stop } = await started();
  try {
    for (const index of [0, 1, 2]) expect((await book(index)).status).toBe(200);
    const copy = log.faults.copyLog();
    for (const index of [3, 4, 5, 6, 7]) expect((await book(index)).status).toBe(200);
    await eventually('the page shows all', async () => page.active() === 8 && page.listed() === 8);

    await exchange(copy);
    await isRefused();
    await accept();
    // At once, while the views are the old ones: first fewer events than were lost, then more.
    for (const index of [8, 9]) expect((await book(index)).status).toBe(200);
    await untilReady();
    await eventually('the page shows what there is', async () => page.active() === 5 && page.listed() === 5);
    // A command that the log has lost is executed again, with the same key.
    for (const index of [3, 4, 5, 6, 10, 11]) expect((await book(index)).status).toBe(200);
    await eventually('the page shows what there is', async () => page.active() === 11 && page.listed() === 11);
    expect(await listed()).toEqual([...(await bookingsIn(env)).keys()].sort());
    const { kept, rebuilt } = await viewsAndRebuild(env);
    expect(kept).toEqual(rebuilt);
    for (const process of processes) expect(process.output()).toContain('the event log was set back');
  } finally {
    page.close();
    await stop();
  }
});

test('emptied: nothing is shown, and nothing is decided about doctors that the log does not know', async () => {
  const { env, processes, page, book, listed, exchange, isRefused, accept, untilReady, stop } = await started();
  try {
    for (const index of [0, 1, 2]) expect((await book(index)).status).toBe(200);
    await eventually('the page shows all', async () => page.active() === 3 && page.listed() === 3);
    await exchange('empty');
    await isRefused();
    await accept();
    for (const index of [3, 4, 0]) expect((await book(index)).status).toBeGreaterThanOrEqual(400);
    await untilReady();
    await eventually('the page shows nothing', async () => page.active() === 0 && page.listed() === 0);
    expect(await listed()).toEqual([]);
    expect((await bookingsIn(env)).size).toBe(0);
    const { kept, rebuilt } = await viewsAndRebuild(env);
    expect(kept).toEqual(rebuilt);
    for (const process of processes) expect(process.output()).toContain('the event log was set back');
  } finally {
    page.close();
    await stop();
  }
});
