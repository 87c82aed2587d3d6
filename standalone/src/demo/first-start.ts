import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '@dayline/command-service/commands';
import type { Config } from '@dayline/platform/config/config';
import type { EventLog } from '@dayline/platform/event-log/port';
import { z } from 'zod';
import { seedDemo } from './seed.ts';

const demoSchema = z.object({ anchor: z.int(), complete: z.boolean() });

/** What is noted of the demo belongs to the log that it was made on. Its address, which may hold a password, is not told. */
function noteOf({ dataDir, eventStoreUrl }: Pick<Config, 'dataDir' | 'eventStoreUrl'>): string {
  if (eventStoreUrl === null) return join(dataDir, 'demo.json');
  return join(dataDir, `demo-${createHash('sha256').update(eventStoreUrl).digest('hex').slice(0, 12)}.json`);
}

/**
 * Seeds the demo where the log is empty, and goes on with it where the first start was interrupted. A store that has
 * events of its own is left alone. Answers whether the demo's sign-ins are there.
 */
export async function seedOnFirstStart(
  { config, now }: { readonly config: Pick<Config, 'dataDir' | 'eventStoreUrl'>; readonly now: number },
  commands: Commands,
  log: Pick<EventLog, 'head' | 'start'>,
  onSeeding: () => void,
): Promise<boolean> {
  const file = noteOf(config);
  const begun = existsSync(file) ? demoSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  const isEmpty = (await log.head()) === log.start;
  if (!isEmpty && !begun) return false;
  if (!isEmpty && begun?.complete) return true;
  const anchor = begun && !begun.complete ? begun.anchor : now;
  const note = (complete: boolean): void => writeFileSync(file, `${JSON.stringify({ anchor, complete })}\n`);
  note(false);
  onSeeding();
  await seedDemo(commands, anchor);
  note(true);
  return true;
}
