import { latencies, openLoop } from '../load/open-loop.ts';
import type { Target } from '../load/target.ts';
import type { Figures } from '../report.ts';
import { echoOf, echoPaths } from '../server/echo.ts';
import type { Clinic } from '../server/messages.ts';
import { comparedLatency, type LatencyRound, plainLatency } from './compared.ts';
import type { Setting } from './setting.ts';
import { warmUp } from './throughput.ts';

const writesPerSecond = 500;
const bookingsPerSecond = 50;
const signInsAtOnce = 50;

const listPath = '/api/admin/appointment-details';
const echo = echoOf('listAppointmentDetailsOfClient', 0);

/** G11: a page of a list while others book, against its echo beside the same bookings, call by call in turn. */
export async function listDuringBookings(setting: Setting): Promise<Figures> {
  const { plan, server, calls, target, disk } = setting;
  await warmUp(setting);
  const body = JSON.stringify({ clientId: server.clinic.clientId, pageSize: 10 });
  const headers = { cookie: target.cookies[0] ?? '' };
  const page = await target.post(listPath, body, headers);
  await target.post(echoPaths.keep + echo.slice(echoPaths.echo.length), JSON.stringify(page.body), headers);
  const timed = async (path: string): Promise<number> => {
    const started = performance.now();
    const { status } = await target.post(path, body, headers);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    return performance.now() - started;
  };
  const rounds: LatencyRound[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    const [product, yardstick]: [number[], number[]] = [[], []];
    let booking = true;
    const booked = openLoop(calls.book, { perSecond: writesPerSecond, count: plan.batch(writesPerSecond) });
    const ended = booked.finally(() => {
      booking = false;
    });
    while (booking) {
      product.push(await timed(listPath));
      yardstick.push(await timed(echo));
    }
    await ended;
    await target.viewsReach(calls.lastPosition());
    rounds.push({ product, yardstick });
  }
  const what = `a list's page beside ${writesPerSecond} bookings/s`;
  return figuresOf(rounds, { goal: 'G11', what, must: 2.2, stretch: 1.3 });
}

/** G12: bookings while people sign in, against bookings alone. */
export async function bookingDuringSignIns(setting: Setting): Promise<Figures> {
  const { plan, server, calls, target, disk } = setting;
  await warmUp(setting);
  const load = { perSecond: bookingsPerSecond, count: plan.batch(bookingsPerSecond) };
  const rounds: LatencyRound[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    const [product, yardstick]: [number[], number[]] = [[], []];
    for (let batch = 0; batch < plan.batches(bookingsPerSecond); batch += 1) {
      yardstick.push(...latencies(await openLoop(calls.book, load)));
      const signedIn = signInAll(target, server.clinic);
      product.push(...latencies(await openLoop(calls.book, load)));
      await signedIn;
    }
    rounds.push({ product, yardstick });
  }
  const what = `a booking during ${signInsAtOnce} sign-ins`;
  return figuresOf(rounds, { goal: 'G12', what, must: 2, stretch: 1.3 });
}

/** All at once. Those that the product has no room for get 429 and don't retry. */
async function signInAll(target: Target, { clientId, emails, password }: Clinic): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: signInsAtOnce }, async (_, index) => {
      const email = emails[index % emails.length];
      const body = JSON.stringify({ email, password, role: 'admin', clientId });
      return (await target.post('/api/poc-login', body)).status;
    }),
  );
  const unexpected = statuses.find((status) => status !== 200 && status !== 429);
  if (unexpected !== undefined || !statuses.includes(200)) throw new Error(`A sign-in answered ${unexpected ?? 429}.`);
}

function figuresOf(
  rounds: readonly LatencyRound[],
  { what, ...goal }: { readonly goal: string; readonly what: string; readonly must: number; readonly stretch: number },
): Figures {
  const { p99 } = comparedLatency(rounds);
  return {
    goals: [{ ...goal, what: `${what}, p99`, ...p99, wanted: 'atMost' }],
    plain: plainLatency(rounds, what),
  };
}
