import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clinicNow } from '@dayline/contracts/clinic-time';
import { removeData, startProduct, temporaryData } from './product.ts';

const prefix = 'dayline-demo-';
const hour = 3_600_000;
/** In ms. How long a test file waits for another one's seeding before it seeds for itself. */
const longestWait = 120_000;

/**
 * A separate data folder with today's demo, copied from one that is seeded once per run: seeding keeps a small machine
 * busy for seconds.
 */
export async function demoData(): Promise<string> {
  const builtAt = statSync(fileURLToPath(new URL('../../../standalone/dist/.tsbuildinfo', import.meta.url))).mtimeMs;
  const { date } = clinicNow(Date.now(), 'Asia/Kolkata');
  // The workers of one run have the same parent.
  const seeded = join(tmpdir(), `${prefix}${process.ppid}-${Math.round(builtAt)}-${date}`);
  if (!existsSync(seeded) && isFirst(`${seeded}.begun`)) await seed(seeded);
  const until = Date.now() + longestWait;
  while (!existsSync(seeded) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
  const own = temporaryData();
  if (existsSync(seeded)) cpSync(seeded, own, { recursive: true });
  return own;
}

function isFirst(begun: string): boolean {
  try {
    mkdirSync(begun);
    return true;
  } catch {
    // Another worker has begun; if that one failed, this one seeds for itself after its wait.
    return false;
  }
}

async function seed(seeded: string): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (name.startsWith(prefix) && folder !== `${seeded}.begun` && isOld(folder)) removeData(folder);
  }
  const folder = temporaryData();
  await (await startProduct(folder)).stop();
  renameSync(folder, seeded);
}

const isOld = (folder: string): boolean =>
  Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > hour;
