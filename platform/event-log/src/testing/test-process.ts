import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Synchronous } from '../sqlite/connection.ts';

export interface Appending {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves once the output so far satisfies the condition. @throws Error if the process ends first */
  until(isEnough: (lines: readonly string[]) => boolean): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** Runs the appending process on a file, optionally under another command (`strace …`). For tests. */
export function startAppending(
  path: string,
  { synchronous = 'FULL', width = 1, most = 1_000_000, under = [] }: AppendingOptions = {},
): Appending {
  const script = fileURLToPath(new URL('./appending-process.ts', import.meta.url));
  const node = [process.execPath, '--conditions=source', '--import', 'tsx', script];
  const [command = '', ...args] = [...under, ...node, path, synchronous, String(width), String(most)];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const reportEnd = () => {
    for (const listener of listeners) listener();
  };
  let hasEnded = false;
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    reportEnd();
  });
  const ended = new Promise<number | null>((resolve) => {
    reader.on('close', () => {
      hasEnded = true;
      reportEnd();
    });
    child.on('close', resolve);
  });
  return {
    process: child,
    lines,
    ended,
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!isEnough(lines) && !hasEnded) return;
          listeners.delete(look);
          if (isEnough(lines)) resolve();
          else reject(new Error(`The appending process ended after ${lines.length} lines.`));
        };
        listeners.add(look);
        look();
      }),
  };
}

export interface AppendingOptions {
  readonly synchronous?: Synchronous;
  readonly width?: number;
  readonly most?: number;
  readonly under?: readonly string[];
}
