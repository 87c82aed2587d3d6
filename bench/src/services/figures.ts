import { setTimeout as pause } from 'node:timers/promises';
import { nodeProgram, startNode } from '@dayline/test-servers/eventstore-node';
import { Pool } from 'undici';
import { type Call, callsOn } from '../load/requests.ts';
import { openScreens } from '../load/screens.ts';
import { startServer } from '../load/server-process.ts';
import { signInAll, type Target } from '../load/target.ts';
import type { Figures } from '../report.ts';
import { measuredSettings } from '../server/config.ts';
import type { Clinic, ClinicSize } from '../server/messages.ts';
import { percentile, spreadOf } from '../statistics.ts';
import type { NodeCalls } from './counting.ts';
import { processorMsOf, startService } from './started.ts';

export interface ServicesPlan {
  readonly perSecond: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** On each query service. */
  readonly screens: number;
  readonly clinic: ClinicSize;
}

/** "four fifths bookings, a fifth cancellations" */
const cancelEvery = 5;
const connectionsPerService = 64;

interface Command {
  /** Latency from the due time, in ms. */
  readonly ms: number;
  /** Null if the call succeeded. */
  readonly refusal: string | null;
}

/**
 * Calls at an even rate, independently of their outcome. Unlike `openLoop` it leaves the processor to the measured
 * processes.
 */
async function evenly(call: Call, perSecond: number, count: number): Promise<readonly Command[]> {
  const started = performance.now();
  const calls: Promise<Command>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = started + (index * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const answered = (refusal: string | null): Command => ({ ms: performance.now() - due, refusal });
    calls.push(
      call().then(
        () => answered(null),
        (error: unknown) => answered(String(error)),
      ),
    );
  }
  return Promise.all(calls);
}

/** Alternates between the two command services. */
async function targetOf(urls: readonly string[], clinic: Clinic): Promise<Pick<Target, 'post' | 'cookies' | 'close'>> {
  const pools = urls.map((url) => new Pool(url, { connections: connectionsPerService, pipelining: 1 }));
  let calls = 0;
  const post: Target['post'] = async (path, body, headers = {}) => {
    const pool = pools[calls % pools.length];
    calls += 1;
    if (!pool) throw new Error('There is no command service.');
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await pool.request({ path, method: 'POST', headers: sent, body });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    post,
    cookies: await signInAll(post, clinic),
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

/** A node, two command services, a projector and two query services, on the stores where the clinic was prepared. */
async function startAll(folder: string, eventStoreUrl: string) {
  const env = { ...measuredSettings(folder, eventStoreUrl), NODE_ENV: 'development' };
  const [commands, projector, queries] = await Promise.all([
    Promise.all([1, 2].map((number) => startService('command-service', `command service ${number}`, env))),
    startService('projector', 'projector', env),
    Promise.all([1, 2].map((number) => startService('query-service', `query service ${number}`, env))),
  ]);
  return { commands, queries, all: [...commands, projector, ...queries] };
}

/**
 * G20: the cost of a hospital's commands on EventStoreDB with separate services. The node is the one that
 * TEST_EVENTSTORE_URL names, which must be empty and whose processor time isn't counted; else one is started.
 */
export async function servicesUnderLoad(folder: string, plan: ServicesPlan): Promise<Figures> {
  const program = nodeProgram();
  const given = process.env['TEST_EVENTSTORE_URL'];
  if (!given && !program) throw new Error('G20 needs TEST_EVENTSTORE_URL, or a program that starts nodes.');
  const node = given || !program ? null : await startNode(program);
  const url = node?.url ?? given ?? '';
  try {
    const founding = await startServer({ folder, clinic: plan.clinic, eventStoreUrl: url });
    await founding.stop();
    return await measured({ folder, plan, url, nodePid: node?.pid() ?? null, clinic: founding.clinic });
  } finally {
    await node?.stop();
  }
}

interface Measuring {
  readonly folder: string;
  readonly plan: ServicesPlan;
  readonly url: string;
  readonly nodePid: number | null;
  readonly clinic: Clinic;
}

async function measured({ folder, plan, url, nodePid, clinic }: Measuring): Promise<Figures> {
  const { commands, queries, all } = await startAll(folder, url);
  const target = await targetOf(
    commands.map((service) => service.url),
    clinic,
  );
  const screens = await Promise.all(queries.map((service) => openScreens(service.url, plan.screens, target.cookies)));
  const calls = callsOn(target, clinic);
  let made = 0;
  const command: Call = () => {
    made += 1;
    return made % cancelEvery === 0 ? calls.cancelOldest() : calls.book();
  };
  const processes = [
    ...all,
    ...(nodePid === null ? [] : [{ name: 'node', pid: nodePid }]),
    { name: 'load', pid: process.pid },
  ];
  const usage = () => processes.map(({ pid }) => processorMsOf(pid));
  const callsOfCommands = () => Promise.all(commands.map((service) => service.nodeCalls()));

  await evenly(command, plan.perSecond, plan.perSecond * plan.warmUpSeconds);
  const [before, callsBefore] = [usage(), await callsOfCommands()];
  const done = await evenly(command, plan.perSecond, plan.perSecond * plan.seconds);
  const [after, callsAfter] = [usage(), await callsOfCommands()];

  for (const opened of screens) opened.close();
  await target.close();
  await Promise.all(all.map((service) => service.stop()));
  const perCommand = processes.map(({ name }, index) => ({
    name,
    ms: ((after[index] ?? 0) - (before[index] ?? 0)) / done.length,
  }));
  const [callsThen, callsNow] = [summed(callsBefore), summed(callsAfter)];
  const rows = [...callsNow].map(([kind, count]) => ({
    kind,
    count: (count - (callsThen.get(kind) ?? 0)) / done.length,
  }));
  return figuresOf(done, perCommand, rows);
}

function summed(serviceCalls: readonly NodeCalls[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [kind, count] of serviceCalls.flatMap((calls) => Object.entries(calls))) {
    sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  return sums;
}

function figuresOf(
  done: readonly Command[],
  perCommand: readonly { readonly name: string; readonly ms: number }[],
  rows: readonly { readonly kind: string; readonly count: number }[],
): Figures {
  const latencies = done.filter(({ refusal }) => refusal === null).map(({ ms }) => ms);
  const refusals = done.flatMap(({ refusal }) => refusal ?? []);
  const productMs = perCommand.filter(({ name }) => name !== 'load').reduce((sum, { ms }) => sum + ms, 0);
  const oneRound = (value: number) => spreadOf([value]);
  const goal = { goal: 'G20', bound: 'atMost' } as const;
  return {
    goals: [
      { ...goal, what: 'commands refused', ...oneRound(refusals.length), must: 0 },
      { ...goal, what: 'a command, p50, ms', ...oneRound(percentile(latencies, 0.5)), must: 100 },
      { ...goal, what: 'a command, p99, ms', ...oneRound(percentile(latencies, 0.99)), must: 1_000 },
      { ...goal, what: 'processor time a command, node and services, ms', ...oneRound(productMs), must: 15 },
    ],
    plain: [
      ...perCommand.map(({ name, ms }) => ({ what: `processor time a command: ${name}`, unit: 'ms', ...oneRound(ms) })),
      {
        what: 'calls of the command services to the node beside the appends',
        unit: 'a command',
        ...oneRound(rows.reduce((sum, { count }) => sum + count, 0)),
      },
      ...rows.map(({ kind, count }) => ({ what: `… ${kind}`, unit: 'a command', ...oneRound(count) })),
      ...[...new Set(refusals)].slice(0, 5).map((what) => ({
        what: what.slice(0, 120),
        unit: 'refused',
        ...oneRound(refusals.filter((refusal) => refusal === what).length),
      })),
    ],
  };
}
