import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '@dayline/command-service/commands';
import type { EventLog } from '@dayline/platform/event-log/port';
import { z } from 'zod';
import { seedDemo } from './seed.ts';

const demoSchema = z.object({ anchor: z.int(), complete: z.boolean() });

/**
 * Seeds the demo where the log is empty, and goes on with it where the first start was interrupted. A store that has
 * events of its own is left alone. Answers whether the demo's sign-ins are there.
 */
export async function seedOnFirstStart(
  { dataDir, now }: { readonly dataDir: string; readonly now: number },
  commands: Commands,
  log: Pick<EventLog, 'head' | 'start'>,
  onSeeding: () => void,
): Promise<boolean> {
  const file = join(dataDir, 'demo.json');
  const begun = existsSync(file) ? demoSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  if (begun?.complete) return true;
  if (!begun && (await log.head()) !== log.start) return false;
  const anchor = begun?.anchor ?? now;
  const note = (complete: boolean): void => writeFileSync(file, `${JSON.stringify({ anchor, complete })}\n`);
  note(false);
  onSeeding();
  await seedDemo(commands, anchor);
  note(true);
  return true;
}
