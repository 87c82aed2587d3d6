import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { forkOn } from '../pinned.ts';
import type { Figures } from '../report.ts';
import type { LogFiguresPlan } from './main.ts';

const entry = fileURLToPath(new URL('./main.js', import.meta.url));

/** Measures the log in `folder`, in a process on the server's core. */
export async function logFigures(folder: string, plan: LogFiguresPlan, eventStoreUrl: string | null): Promise<Figures> {
  const child = forkOn(0, entry, [folder, JSON.stringify(plan), eventStoreUrl ?? '']);
  const ended = once(child, 'exit');
  const figures = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  await ended;
  if (!figures) throw new Error('The figures over the log could not be taken.');
  // Cast is safe: main.ts sends exactly this.
  return figures[0] as Figures;
}
