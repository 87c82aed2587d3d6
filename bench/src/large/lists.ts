import { comparedLatency, latencyGoals, plainLatency } from '../figures/compared.ts';
import type { Figures } from '../report.ts';
import { echoOf, echoPaths } from '../server/echo.ts';
import { limitsUsagePath, usagePath } from '../server/usage.ts';
import { percentile, spreadOf } from '../statistics.ts';
import type { LargeClient } from './data/data.ts';
import { type ListCase, listCases } from './list-cases.ts';
import type { Wire } from './wire.ts';

interface Side {
  readonly list: ListCase;
  readonly cookie: string;
  readonly bodies: readonly string[];
}

interface Round {
  readonly product: number[];
  readonly yardstick: number[];
  /** The same call for the client with 10,000 appointments. */
  readonly small: number[];
}

/** Calls of each list per round and before the first one; together at least 1,000 for a p99. */
export interface ListPlan {
  readonly rounds: number;
  readonly calls: number;
  readonly warmUp: number;
}

const p99 = (samples: readonly number[]): number => percentile(samples, 0.99);

/** G8: a page of each list at 1,000,000 appointments, against its echo and the same page at 10,000. */
export async function listFigures(
  wire: Wire,
  clients: { readonly large: LargeClient; readonly small: LargeClient },
  plan: ListPlan,
): Promise<Figures> {
  const [large, small] = await Promise.all([sidesOf(wire, clients.large), sidesOf(wire, clients.small)]);
  const all: Figures[] = [];
  for (const [index, side] of large.entries()) {
    const smallSide = small[index];
    if (smallSide) all.push(await figuresOf(wire, side, smallSide, plan));
  }
  return { goals: all.flatMap(({ goals }) => goals), plain: all.flatMap(({ plain }) => plain) };
}

async function sidesOf(wire: Wire, client: LargeClient): Promise<Side[]> {
  const cookies = { admin: await wire.signIn(client, 'admin'), doctor: await wire.signIn(client, 'doctor') };
  const { clientId } = client;
  const listed = await wire.text('/api/poc/get-doctors', JSON.stringify({ clientId }), cookies.admin);
  // Cast is safe: the reply's schema contains it.
  const doctors = (JSON.parse(listed) as { pocId: string }[]).map(({ pocId }) => pocId);
  return listCases(client, doctors).map((list) => ({
    list,
    cookie: cookies[list.as],
    bodies: list.requests.map((request) => JSON.stringify(request)),
  }));
}

async function figuresOf(wire: Wire, large: Side, small: Side, plan: ListPlan): Promise<Figures> {
  const { list, bodies } = large;
  for (const [index, body] of bodies.entries()) {
    const page = await wire.text(list.path, body, large.cookie);
    await wire.text(`${echoPaths.keep}/${list.call}/${index}`, page, '');
  }
  // The three sides' calls alternate, so that other load on the machine affects all three.
  async function take(calls: number): Promise<Round> {
    const round: Round = { product: [], yardstick: [], small: [] };
    for (let call = 0; call < calls; call += 1) {
      const index = call % bodies.length;
      const body = bodies[index] ?? '';
      round.product.push(await wire.measureMs(list.path, body, large.cookie));
      round.yardstick.push(await wire.measureMs(echoOf(list.call, index), body, large.cookie));
      round.small.push(await wire.measureMs(list.path, small.bodies[index % small.bodies.length] ?? '', small.cookie));
    }
    return round;
  }
  await take(plan.warmUp);
  const rounds: Round[] = [];
  for (let round = 0; round < plan.rounds; round += 1) rounds.push(await take(plan.calls));

  const work = await workOfRounds(wire, large, plan);

  const what = `${list.what}, a page`;
  const bySize = comparedLatency(rounds.map(({ product, small: yardstick }) => ({ product, yardstick })));
  return {
    goals: latencyGoals(rounds, { goal: 'G8', what }, { p50: 2.2, p99: 3 }),
    plain: [
      ...plainLatency(rounds, what),
      { what: `${what}, p99 of that at 10,000`, unit: 'times', ...bySize.p99 },
      { what: `${what}, the server's work`, unit: 'µs', ...spreadOf(work.map(({ product }) => product)) },
      {
        what: `${what}, the server's work over the echo's`,
        unit: 'times',
        ...spreadOf(work.map(({ product, echo }) => product / echo)),
      },
      {
        what: `${what}, p99 at 10,000 appointments`,
        unit: 'ms',
        ...spreadOf(rounds.map((round) => p99(round.small))),
        value: p99(rounds.flatMap((round) => round.small)),
      },
    ],
  };
}

/** CPU time of the server's process per call, in µs: independent of other load on the machine. */
async function workOfRounds(wire: Wire, { list, bodies, cookie }: Side, { rounds, calls }: ListPlan) {
  async function workOf(path: (index: number) => string, usage: string): Promise<number> {
    const before = await wire.usage(usage);
    for (let call = 0; call < calls; call += 1) {
      const index = call % bodies.length;
      await wire.measureMs(path(index), bodies[index] ?? '', cookie);
    }
    return (((await wire.usage(usage)).workMs - before.workMs) * 1_000) / calls;
  }
  const work: { readonly product: number; readonly echo: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    work.push({
      product: await workOf(() => list.path, usagePath),
      echo: await workOf((index) => echoOf(list.call, index), limitsUsagePath),
    });
  }
  return work;
}
