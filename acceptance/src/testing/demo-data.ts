import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { removeData, startProduct, temporaryData } from './processes/product.ts';

const prefix = 'dayline-demo-';
const hour = 3_600_000;
/** How long a test file waits for another one's seeding before it seeds for itself, in ms. */
const maxWait = 300_000;

/** The longest time that a suite runs on its data, on a busy machine. */
const minutesOfASuite = 5;

/**
 * Waits for the clinic's new day if it begins within this many minutes: in a run across midnight "today" is two days.
 */
export async function awaitRoomInTheDay(minutes: number): Promise<void> {
  const today = () => clinicNow(Date.now(), defaultZone).date;
  const startedOn = today();
  if (clinicNow(Date.now() + minutes * 60_000, defaultZone).date === startedOn) return;
  while (today() === startedOn) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** A separate data folder with today's demo, as created by a first start of the product. */
export async function demoData(): Promise<string> {
  await awaitRoomInTheDay(minutesOfASuite);
  return await copyOfSeeded('product', async (folder) => {
    const product = await startProduct(folder, { LOG_LEVEL: 'debug' });
    await product.stop();
    writeFileSync(demoLogFile(), product.output());
  });
}

/** The product's log, at its most verbose level, while it created the data of `demoData`. */
export const demoLog = (): string => readFileSync(demoLogFile(), 'utf8');
const demoLogFile = (): string => `${seededFolder('product')}.log`;

/**
 * A separate data folder, copied from one that is seeded once per run: seeding keeps a small machine busy for seconds.
 * @param name of this kind of data
 */
export async function copyOfSeeded(name: string, seed: (folder: string) => Promise<void>): Promise<string> {
  const seeded = seededFolder(name);
  if (!existsSync(seeded) && isFirst(`${seeded}.begun`)) {
    removeOld();
    const folder = temporaryData();
    await seed(folder);
    renameSync(folder, seeded);
  }
  const until = Date.now() + maxWait;
  while (!existsSync(seeded) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
  const own = temporaryData();
  if (existsSync(seeded)) cpSync(seeded, own, { recursive: true });
  else await seed(own);
  return own;
}

function seededFolder(name: string): string {
  const builtAt = statSync(fileURLToPath(new URL('../../../standalone/dist/.tsbuildinfo', import.meta.url))).mtimeMs;
  const { date } = clinicNow(Date.now(), defaultZone);
  // npm test names its run for all of its parts; else the workers of one run have the same parent.
  const run = process.env['TEST_RUN'] ?? process.ppid;
  return join(tmpdir(), `${prefix}${name}-${run}-${Math.round(builtAt)}-${date}`);
}

function isFirst(begun: string): boolean {
  try {
    mkdirSync(begun);
    return true;
  } catch {
    // Another worker has started seeding; if that one failed, this one seeds for itself after its wait.
    return false;
  }
}

/** Removes the folders of earlier runs. */
function removeOld(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    if (name.startsWith(prefix) && isOld(path)) removeData(path);
  }
}

const isOld = (path: string): boolean => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > hour;
