import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { DiskProbe } from '../disk-probe.ts';
import { startLarge, startLimits } from '../load/server-process.ts';
import { openPlainLog } from '../log-figures/plain-log.ts';
import { forkOn, pinTo } from '../pinned.ts';
import type { Figures } from '../report.ts';
import { asOfFigures } from './as-of.ts';
import { type FoundData, type LargeClient, largeData } from './data/data.ts';
import { type ClientShape, fullShapes, quickShapes } from './data/shape.ts';
import { holdFigures } from './holds.ts';
import { type ListPlan, listFigures } from './lists.ts';
import { type IdlePlan, idleFigures } from './memory.ts';
import type { RebuildPlan } from './rebuild.ts';
import type { StoredPlan } from './stored.ts';
import { openWire } from './wire.ts';

export interface PeoplePlan {
  readonly people: number;
  readonly rounds: number;
  /** Searches of each kind in a round. */
  readonly searches: number;
}

export interface LargePlan {
  readonly shapes: readonly ClientShape[];
  /** The folder that keeps the data between runs. */
  readonly cache: string;
  readonly lists: ListPlan;
  readonly stored: StoredPlan;
  readonly rebuild: RebuildPlan;
  readonly people: PeoplePlan;
  readonly idle: IdlePlan;
}

export const fullLarge: LargePlan = {
  shapes: fullShapes,
  cache: process.env['BENCH_DATA'] ?? join(tmpdir(), 'dayline-bench-data'),
  lists: { rounds: 5, calls: 1_000, warmUp: 400 },
  stored: { rounds: 5, searches: 3, looks: 4_000, checkedEvents: 200_000 },
  rebuild: { rounds: 2, events: 1_000_000 },
  people: { people: 1_000_000, rounds: 5, searches: 10 },
  idle: { rounds: 5, afterMs: 30_000 },
};

export const quickLarge = (cache: string): LargePlan => ({
  shapes: quickShapes,
  cache,
  lists: { rounds: 1, calls: 10, warmUp: 1 },
  stored: { rounds: 1, searches: 1, looks: 20, checkedEvents: 1_000 },
  rebuild: { rounds: 1, events: 1_000 },
  people: { people: 500, rounds: 1, searches: 1 },
  idle: { rounds: 1, afterMs: 100 },
});

const at = (name: string): string => fileURLToPath(new URL(`./${name}.js`, import.meta.url));

/** G5, G8–G10, G13, G14, G16 and G18 at 1,000,000 appointments of one client. */
export async function largeFigures(plan: LargePlan, only: ReadonlySet<string>, disk: DiskProbe): Promise<Figures[]> {
  const data = await largeData(plan.cache, plan.shapes);
  const taken: Figures[] = [madeOf(data)];
  await disk.look();
  if (['G9', 'G10', 'G14'].some((goal) => only.has(goal))) {
    const of = [JSON.stringify(clientOf(data, 'large')), JSON.stringify(plan.stored)];
    taken.push(await figuresOf('stored', data.folder, ...of));
  }
  if (only.has('G9')) taken.push(await figuresOf('../people/people', plan.cache, JSON.stringify(plan.people)));
  if (only.has('G5')) {
    for (const name of [desk.name, activity.name]) {
      taken.push(await figuresOf('rebuild', data.folder, name, JSON.stringify(plan.rebuild)));
    }
  }
  if (only.has('G13')) taken.push(await idleFigures(plan.idle));
  await disk.look();
  if (['G8', 'G13', 'G16', 'G18'].some((goal) => only.has(goal))) taken.push(await overHttp(data, plan));
  await disk.look();
  return taken.map(({ goals, plain }) => ({ goals: goals.filter(({ goal }) => only.has(goal)), plain }));
}

function clientOf({ clients }: FoundData, key: ClientShape['key']): LargeClient {
  const match = clients.find((client) => client.key === key);
  if (!match) throw new Error(`There is no ${key} client.`);
  return match;
}

async function overHttp(data: FoundData, plan: LargePlan): Promise<Figures> {
  pinTo(1);
  const server = await startLarge(data.folder);
  const folderOfLimits = mkdtempSync(join(tmpdir(), 'dayline-bench-limits-'));
  const limits = await startLimits(folderOfLimits);
  const wire = openWire(server.port, limits.limitsPort);
  const afterStart = (await wire.usage()).rss;
  const clients = { large: clientOf(data, 'large'), small: clientOf(data, 'small') };
  const lists = await listFigures(wire, clients, plan.lists);
  const afterLists = (await wire.usage()).rss;
  const plain = openPlainLog(join(data.folder, 'data', 'events.db'));
  const asOf = await asOfFigures(wire, { client: clients.large, plain }, plan.lists.rounds);
  plain.close();
  const holds = await holdFigures(wire, clients.large, plan.lists.rounds);
  const afterAudits = (await wire.usage()).rss;
  await pause(plan.idle.afterMs);
  const idleBytes = (await wire.usage()).rss;
  await wire.close();
  await Promise.all([server.stop(), limits.stop()]);
  rmSync(folderOfLimits, { recursive: true });
  const of = (value: number) => ({ value, min: value, max: value });
  return {
    goals: [
      {
        goal: 'G13',
        what: 'memory after the lists, in MB',
        ...of(afterLists / 2 ** 20),
        must: 300,
        bound: 'atMost',
      },
      ...lists.goals,
      ...asOf.goals,
      ...holds.goals,
    ],
    plain: [
      ...lists.plain,
      ...asOf.plain,
      ...holds.plain,
      { what: 'start of the product on this data', unit: 'ms', ...of(server.startMs) },
      { what: 'memory after the start', unit: 'MB', ...of(afterStart / 2 ** 20) },
      { what: 'memory after boards as of a day and reports', unit: 'MB', ...of(afterAudits / 2 ** 20) },
      { what: 'memory when idle after all that', unit: 'MB', ...of(idleBytes / 2 ** 20) },
    ],
  };
}

/** The figures measured by a process on the server's core over the stored files. */
async function figuresOf(
  program: 'stored' | 'rebuild' | '../people/people',
  ...args: readonly string[]
): Promise<Figures> {
  const child = forkOn(0, at(program), args);
  const ended = once(child, 'exit');
  const figures = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  await ended;
  if (!figures) throw new Error(`The figures of ${program} could not be taken.`);
  // Cast is safe: the program sends exactly this.
  return figures[0] as Figures;
}

/** How long the data took to build; no goal applies. */
function madeOf(data: FoundData): Figures {
  const of = (value: number) => ({ value, min: value, max: value });
  const { appointments, patients } = clientOf(data, 'large');
  return {
    goals: [],
    plain: [
      { what: 'appointments of the largest client', unit: '', ...of(appointments) },
      { what: 'patients of the largest client', unit: '', ...of(patients) },
      { what: 'events in the log', unit: '', ...of(data.events) },
      { what: 'making the log', unit: data.isKept ? 's, in an earlier run' : 's', ...of(data.writeMs / 1_000) },
      { what: 'making the views', unit: data.isKept ? 's, in an earlier run' : 's', ...of(data.projectMs / 1_000) },
      { what: 'making the activity', unit: data.isKept ? 's, in an earlier run' : 's', ...of(data.activityMs / 1_000) },
      { what: `load on ${availableParallelism()} cores`, unit: '', ...of(loadavg()[0] ?? 0) },
    ],
  };
}
