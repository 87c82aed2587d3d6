import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { openedAtOnce } from '../load/screens.ts';
import { startServer } from '../load/server-process.ts';
import { openTarget } from '../load/target.ts';
import type { Figures } from '../report.ts';
import { type ProcessUsage, usagePath } from '../server/usage.ts';
import { spreadOf } from '../statistics.ts';

export interface IdlePlan {
  readonly accounts: number;
  /** The maximum of sockets that the product admits for one account. */
  readonly socketsPerProcess: number;
  readonly rounds: number;
  /** How long the idle server is watched in each round, in ms. */
  readonly watchMs: number;
}

async function opened(url: string, cookie: string): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin: url, cookie },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** G17: the processor time of a product with idle signed-in sockets, and how soon those of an ended session close. */
export async function idleSockets(folder: string, plan: IdlePlan): Promise<Figures> {
  const server = await startServer({
    folder,
    clinic: { doctors: 1, patients: 1, accounts: plan.accounts },
    eventStoreUrl: null,
  });
  const target = await openTarget(server);
  const url = `http://127.0.0.1:${server.port}`;
  const usage = async (): Promise<ProcessUsage> => {
    const answer = await fetch(`${url}${usagePath}`);
    // Cast is safe: usage.ts sends exactly this.
    return (await answer.json()) as ProcessUsage;
  };

  const cookies = target.cookies.flatMap((cookie) => Array.from({ length: plan.socketsPerProcess }, () => cookie));
  const sockets = new Map<string, Socket[]>();
  for (let from = 0; from < cookies.length; from += openedAtOnce) {
    const next = cookies.slice(from, from + openedAtOnce);
    const made = await Promise.all(next.map(async (cookie) => ({ cookie, socket: await opened(url, cookie) })));
    for (const { cookie, socket } of made) sockets.set(cookie, [...(sockets.get(cookie) ?? []), socket]);
  }

  const shares: number[] = [];
  const closings: number[] = [];
  for (const cookie of target.cookies.slice(0, plan.rounds)) {
    const before = await usage();
    const started = performance.now();
    await pause(plan.watchMs);
    const { workMs } = await usage();
    shares.push(((workMs - before.workMs) * 100) / (performance.now() - started));

    const ended = performance.now();
    const closed = (sockets.get(cookie) ?? []).map(
      async (socket) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve())),
    );
    const { status } = await target.post('/api/logout', '{}', { cookie });
    if (status !== 200) throw new Error(`Signing out answered ${status}.`);
    await Promise.all(closed);
    closings.push((performance.now() - ended) / 1_000);
  }
  const { rss } = await usage();

  for (const socket of [...sockets.values()].flat()) socket.close();
  await target.close();
  await server.stop();
  const what = `${cookies.length.toLocaleString('en')} idle sockets`;
  return {
    goals: [
      { goal: 'G17', what: `${what}: % of a core`, ...spreadOf(shares), must: 5, bound: 'atMost' },
      {
        goal: 'G17',
        what: `${what}: those of an ended session closed, in s`,
        ...spreadOf(closings),
        must: 1,
        bound: 'atMost',
      },
    ],
    plain: [{ what: `memory with ${what}`, unit: 'MB', ...spreadOf([rss / 2 ** 20]) }],
  };
}
