import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '@dayline/event-log/port';
import type { Config } from '@dayline/runtime/config/config';
import { z } from 'zod';
import type { Seeding } from './seed.ts';

const demoSchema = z.object({ anchor: z.int(), complete: z.boolean() });

/** The demo's file belongs to the log it was created on. The log's address may contain a password and is not logged. */
function noteOf({ dataDir, eventStoreUrl }: Pick<Config, 'dataDir' | 'eventStoreUrl'>): string {
  if (eventStoreUrl === null) return join(dataDir, 'demo.json');
  return join(dataDir, `demo-${createHash('sha256').update(eventStoreUrl).digest('hex').slice(0, 12)}.json`);
}

/**
 * Seeds the demo if the log is empty, and continues it if the first start was interrupted. A store with events of its
 * own is left unchanged. Returns whether the demo's sign-ins exist.
 */
export async function seedOnFirstStart(
  { config, now }: { readonly config: Pick<Config, 'dataDir' | 'eventStoreUrl'>; readonly now: number },
  seeding: Seeding & { readonly log: Pick<EventLog, 'head' | 'start'> },
  onSeeding: () => void,
): Promise<boolean> {
  const file = noteOf(config);
  const demoState = existsSync(file) ? demoSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  const { log } = seeding;
  const isEmpty = (await log.head()) === log.start;
  if (!isEmpty && !demoState) return false;
  if (!isEmpty && demoState?.complete) return true;
  const anchor = demoState && !demoState.complete ? demoState.anchor : now;
  const note = (complete: boolean): void => writeFileSync(file, `${JSON.stringify({ anchor, complete })}\n`);
  note(false);
  onSeeding();
  // Loaded only where the demo is made: it is read and checked when it is loaded.
  const { seedDemo } = await import('./seed.ts');
  await seedDemo(seeding, anchor);
  note(true);
  return true;
}
