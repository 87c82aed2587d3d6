/**
 * EventStoreDB that is slow, silent or stopped, under two command services: one command every half second, with reads
 * and `/readyz` in parallel. `npm run trials` prints the table.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { runs } from '@dayline/contracts/testing/trials';
import { send } from '@dayline/http/testing/send';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { eventually } from '../testing/event-file.ts';
import type { Answered, SignedIn } from '../testing/http-caller.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';
import { bookingsIn, viewsAndRebuild } from '../testing/views-equal.ts';

/** In trials, the pace of a person; tests send one right after the other. */
const everyMs = runs(0, 500);

const log = await startFaultyEventStore();
const { faults } = log;
const folder = temporaryData();
const env = { EVENT_STORE_URL: log.url, DATA_DIR: folder };
let services: Services;
let clinic: SmallClinic;
let admin: SignedIn;
/** A slot's places are for three different people. */
let userIds: string[];

beforeAll(async () => {
  clinic = await prepareSmallClinic(env);
  services = await startServices({ commands: 2, queries: 1, projectors: 1 }, { ...env, LOG_LEVEL: 'silent' });
  const url = services.fronts[0]?.url ?? '';
  admin = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
  const person = { phone: '919000000005', email: 'k@x.example', location: 'Pune', clientId: clinic.clientId };
  const names = ['Kavya Nair', 'Asha Pillai', 'Meera Iyer'];
  const saved = await Promise.all(names.map((name) => admin.call('saveUser', { ...person, name })));
  userIds = saved.map((answer) => answer.reply().userId);
});
afterAll(async () => {
  faults.delay(0);
  faults.freeze(false);
  await services.stop();
  await log.stop();
  removeData(folder);
});

type Reply = Answered<'createAppointment'>;
interface Sent {
  readonly ms: number;
  /** Null if there was no answer. */
  readonly reply: Reply | null;
  book(): Promise<Reply>;
}

async function measure<Result>(call: Promise<Result>): Promise<{ ms: number; result: Result | null }> {
  const began = performance.now();
  const result = await call.catch(() => null);
  return { ms: performance.now() - began, result };
}

let booked = 0;
const days = 19;
const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
/** Books a place of its own, on another day than the previous ones; a slot of each half hour from 08:00 takes three. */
function bookingOf(index: number): () => Promise<Reply> {
  const { clientId, pocId } = clinic;
  const date = addDays(today, 1 + (index % days));
  const slot = Math.floor(index / days / 3);
  const time = `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
  const userId = userIds[Math.floor(index / days) % 3] ?? '';
  const what = { clientId, pocId, userId, date, time, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  return () => admin.call('createAppointment', what, { 'Idempotency-Key': `slow-log-booking-${index}` });
}

/**
 * Sends commands at a steady pace, whatever the outcome of earlier ones, and reads in parallel; then the fault ends.
 */
async function sendDuring(fault: () => void, count: number) {
  fault();
  const sending: Promise<Sent>[] = [];
  const reading: ReturnType<typeof measure<number>>[] = [];
  const asking: ReturnType<typeof measure<number>>[] = [];
  const processes = [...services.commands, ...services.queries, ...services.projectors];
  const { clientId } = clinic;
  for (let sent = 0; sent < count; sent += 1) {
    const book = bookingOf(booked);
    booked += 1;
    sending.push(measure(book()).then(({ ms, result }) => ({ ms, reply: result, book })));
    reading.push(
      measure(admin.call('countAppointmentsOfClient', { clientId, status: 'Confirmed' }).then((a) => a.status)),
    );
    const { url } = processes[sent % processes.length] ?? { url: '' };
    asking.push(measure(send(url, { method: 'GET', path: '/readyz' }).then(({ status }) => status)));
    await pause(everyMs);
  }
  faults.delay(0);
  faults.freeze(false);
  return {
    commands: await Promise.all(sending),
    reads: await Promise.all(reading),
    readyChecks: await Promise.all(asking),
  };
}

const spread = (times: readonly { ms: number }[]): string => {
  const sorted = times.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join('/');
};

/** A row of the table: commands during a fault, and their retries with the same keys after it. */
async function row(name: string, count: number, fault: () => void): Promise<readonly Sent[]> {
  const { commands, reads, readyChecks } = await sendDuring(fault, count);
  const isServed = ({ reply }: Sent) => reply?.status === 200;
  const served = commands.filter(isServed);
  // Every command answered as not carried out is missing from the log, and every other one is there exactly once after
  // its retry.
  const before = await eventually('the log answers', () => bookingsIn(env).catch(() => null));
  const repeats = await Promise.all(
    commands.map(({ reply, book }) =>
      reply?.status === 200
        ? reply
        : eventually('the repeat is served', async () => {
            const again = await book().catch(() => null);
            return again?.status === 200 && again;
          }),
    ),
  );
  const after = await bookingsIn(env);
  for (const [index, { reply }] of commands.entries()) {
    const id = repeats[index]?.reply().appointmentId ?? '';
    const outcome = reply && reply.status !== 200 ? reply.failure().details?.outcome : undefined;
    if (reply && reply.status !== 200) expect([name, reply.status, outcome]).toEqual([name, 503, expect.any(String)]);
    if (outcome === 'notCarriedOut') expect([name, id, before.get(id)]).toEqual([name, id, undefined]);
    expect([name, id, after.get(id)]).toEqual([name, id, 1]);
  }
  expect(reads.map(({ result }) => result)).toEqual(reads.map(() => 200));
  const { kept, rebuilt } = await viewsAndRebuild(env);
  expect(kept).toEqual(rebuilt);
  if (runs(0, 1) > 0) {
    const unanswered = commands.filter((sent) => !isServed(sent));
    const notCarriedOut = unanswered.filter(
      ({ reply }) => reply?.failure().details?.outcome === 'notCarriedOut',
    ).length;
    const done = unanswered.filter((sent) => before.has(repeats[commands.indexOf(sent)]?.reply().appointmentId ?? ''));
    process.stdout.write(
      `| ${name} | ${count}: ${spread(commands)}, ${served.length} served, ${notCarriedOut} not carried out, ${unanswered.length - notCarriedOut} unknown (${done.length} of them done) | ${spread(reads)} | ${spread(readyChecks)} |\n`,
    );
  }
  return served;
}

test('300 ms away each way, every command is served', async () => {
  const count = runs(3, 50);
  expect(await row('300 ms each way', count, () => faults.delay(300))).toHaveLength(count);
});

if (runs(0, 1) > 0) {
  test.each<[string, number, () => void]>([
    ['calm', 10, () => undefined],
    ['100 ms each way', 30, () => faults.delay(100)],
  ])('%s, every command is served', async (name, count, fault) => {
    expect(await row(name, count, fault)).toHaveLength(count);
  });

  test.each<[string, number, () => void]>([
    ['1.5 s each way', 50, () => faults.delay(1_500)],
    ['silent 20 s', 40, () => faults.freeze(true)],
    ['stopped 5 s', 10, () => faults.freeze(true)],
    ['stopped 60 s', 120, () => faults.freeze(true)],
  ])('%s, what a 503 says is true, and each command is carried out once by its key', async (name, count, fault) => {
    await row(name, count, fault);
  });
}
