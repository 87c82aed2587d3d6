// npm run bench: one line per goal, and JSON in bench/results.json; --quick only shows that everything runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDiskProbe } from './disk-probe.ts';
import { bookingBesideImport } from './figures/beside-import.ts';
import { beyondTheDesk } from './figures/beyond-desk.ts';
import { comparedWithClient } from './figures/eventstore.ts';
import { bookingOnEveryScreen } from './figures/every-screen.ts';
import { idleSockets } from './figures/idle-sockets.ts';
import { commandLatency } from './figures/latency.ts';
import { fullPlan, quickPlan } from './figures/plan.ts';
import { commandToScreen } from './figures/screen.ts';
import type { Setting } from './figures/setting.ts';
import { throughput } from './figures/throughput.ts';
import { bookingBesideHeavyWork } from './figures/under-load.ts';
import { goalsOf, notMeasured } from './goals.ts';
import { fullLarge, largeFigures, quickLarge } from './large/main.ts';
import { callsOn } from './load/requests.ts';
import { startServer } from './load/server-process.ts';
import { openTarget } from './load/target.ts';
import { logFigures } from './log-figures/process.ts';
import { cores, pinNothing, pinnedText, pinTo } from './pinned.ts';
import { exitCodeOf, type Figures, linesOf, type Report, writeReport } from './report.ts';
import { servicesUnderLoad } from './services/figures.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** The figures at 1,000,000 appointments instead, on data that is kept between runs. */
    large: { type: 'boolean', default: false },
    /** The figures on the EventStoreDB node that TEST_EVENTSTORE_URL names, compared with its own client's. */
    eventstore: { type: 'boolean', default: false },
    /** Separate services on an EventStoreDB node: that of TEST_EVENTSTORE_URL, else one that is started. */
    services: { type: 'boolean', default: false },
    /** Only these goals, such as G1,G3. */
    only: { type: 'string' },
    results: { type: 'string', default: fileURLToPath(new URL('../results.json', import.meta.url)) },
  },
});
const plan = options.quick ? quickPlan : fullPlan;
const eventStoreUrl = options.eventstore ? (process.env['TEST_EVENTSTORE_URL'] ?? null) : null;
if (options.eventstore && eventStoreUrl === null) {
  console.error('--eventstore needs the address of an empty EventStoreDB node in TEST_EVENTSTORE_URL.');
  process.exit(1);
}
if (options.eventstore || options.services) pinNothing();
const run = options.large ? 'large' : options.services ? 'services' : options.eventstore ? 'eventStore' : 'usual';
const goals = Object.keys(goalsOf[run]);
const only: ReadonlySet<string> = new Set(options.only?.split(',') ?? goals);

/** In the order of measurement; the later ones need the bookings of the earlier. */
const overHttp: readonly { readonly goal: string; readonly take: (setting: Setting) => Promise<Figures> }[] = [
  { goal: 'G1', take: throughput },
  { goal: 'G2', take: (setting) => commandLatency(setting, 50) },
  { goal: 'G2', take: (setting) => commandLatency(setting, 500) },
  { goal: 'G3', take: (setting) => commandToScreen(setting, 1) },
  { goal: 'G3', take: (setting) => commandToScreen(setting, setting.plan.manyScreens) },
  ...(options.eventstore ? [{ goal: 'G19', take: comparedWithClient }] : []),
];

/** Also measured on an empty clinic, but together with the others of the long run. */
const underLoad: typeof overHttp = [
  { goal: 'P3', take: bookingBesideHeavyWork },
  { goal: 'P3', take: bookingBesideImport },
];

const folder = mkdtempSync(join(tmpdir(), 'dayline-bench-'));
const disk = await openDiskProbe(folder);
const taken: Figures[] = [];
async function takeLarge(): Promise<void> {
  const large = options.quick ? quickLarge(join(folder, 'large')) : fullLarge;
  const onClinic = underLoad.filter(({ goal }) => only.has(goal));
  // Only the other goals need the large data.
  if (Object.keys(goalsOf.large).some((goal) => only.has(goal) && !goal.startsWith('P')))
    taken.push(...(await largeFigures(large, only, disk)));
  await takeOnClinic(onClinic);
  if (only.has('P4')) taken.push(await bookingOnEveryScreen(join(folder, 'screens'), plan.everyScreen));
  if (only.has('P6')) taken.push(await beyondTheDesk(join(folder, 'beyond'), plan.beyondDesk, plan.clinic));
}

/** Measures on the otherwise empty product with a clinic to book at. */
async function takeOnClinic(figures: typeof overHttp): Promise<void> {
  if (figures.length === 0) return;
  pinTo(1);
  const server = await startServer({ folder, clinic: plan.clinic, eventStoreUrl });
  const target = await openTarget(server);
  const calls = callsOn(target, server.clinic);
  const setting: Setting = { plan, server, target, calls, disk };
  for (const { take } of figures) taken.push(await take(setting));
  await calls.cancelInFullDays();
  await target.close();
  await server.stop();
}

async function measureUsual(): Promise<void> {
  const readsTheLog = ['G5', 'G6', 'G7'].some((goal) => only.has(goal));
  // The bookings of G1 form the log that is read afterwards.
  await takeOnClinic(overHttp.filter(({ goal }) => only.has(goal) || (readsTheLog && goal === 'G1')));
  if (readsTheLog) taken.push(await logFigures(folder, plan, eventStoreUrl));
  if (only.has('G17') && !options.eventstore) {
    await disk.look();
    taken.push(await idleSockets(join(folder, 'idle'), plan.idle));
  }
}

async function takeServices(): Promise<void> {
  await disk.look();
  const { services, clinic } = plan;
  taken.push(await servicesUnderLoad(join(folder, 'services'), { ...services, clinic }));
  await disk.look();
}

try {
  await { large: takeLarge, services: takeServices, eventStore: measureUsual, usual: measureUsual }[run]();
} finally {
  await disk.close();
  rmSync(folder, { recursive: true, force: true });
}

const figures = taken.flatMap(({ goals: partGoals }) => partGoals).filter(({ goal }) => only.has(goal));
const report: Report = {
  at: new Date().toISOString(),
  quick: options.quick,
  machine: { cores, node: process.version, cpus: pinnedText() },
  goals: figures,
  notMeasured: notMeasured(only, figures),
  plain: taken.flatMap(({ plain }) => plain),
  disk: disk.rounds,
};
for (const line of linesOf(report)) console.log(line);
writeReport(options.results, report);
process.exitCode = exitCodeOf(report);
