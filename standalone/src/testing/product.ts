import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Product {
  /** Such as http://localhost:41234. */
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** SIGTERM, and waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

/** What is started: the product in one process, or one of its services. */
export type Program = 'standalone' | 'command-service' | 'query-service' | 'projector';
const builtMain = (program: Program): string =>
  fileURLToPath(new URL(`../../../${program}/dist/main.js`, import.meta.url));

/** A data folder of its own under the system's temporary folder. */
export const temporaryData = (): string => mkdtempSync(join(tmpdir(), 'dayline-'));
export const removeData = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * Starts the built product as its users do, as a process of its own, on a free port unless told, and waits until it
 * says its address. Rejects with what it printed when it ends before that; `onSpawned` is for whoever ends it then.
 */
export function startProduct(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  onSpawned: (child: ChildProcess) => void = () => undefined,
  program: Program = 'standalone',
): Promise<Product> {
  const child = spawn(process.execPath, [builtMain(program)], {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawned(child);
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const url = /^Dayline.* is ready at (http:\/\/\S+)/m.exec(printed)?.[1];
      if (!url) return;
      resolve({
        url,
        dataDir,
        process: child,
        output: () => printed,
        stop: () => {
          child.kill('SIGTERM');
          return ended;
        },
        kill: async () => {
          child.kill('SIGKILL');
          await ended;
        },
      });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`The product ended with ${code} before it was ready:\n${printed}`)));
  });
}
