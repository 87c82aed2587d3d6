import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@dayline/http/testing/send';

export interface Product {
  /** Such as http://localhost:41234. */
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Sends SIGTERM and waits for the exit; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

/** The entry point: the product in one process, or one of its services. */
export type Program = 'standalone' | 'command-service' | 'query-service' | 'projector' | 'chatbot';
export const builtMain = (program: Program): string =>
  fileURLToPath(new URL(`../../../../${program}/dist/main.js`, import.meta.url));

/** A new data folder under the system's temporary folder. */
export const temporaryData = (): string => mkdtempSync(join(tmpdir(), 'dayline-'));
export const removeData = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Starts the built product, or one of its services, and waits until its views are built, if it reads any. */
export async function startProduct(...how: Parameters<typeof startProductAtOnce>): Promise<Product> {
  const product = await startProductAtOnce(...how);
  if ((how[3] ?? 'standalone') !== 'standalone') return product;
  try {
    await untilViewsStop(product);
    return product;
  } catch (error) {
    // The caller gets no product that it could stop.
    await product.kill();
    throw error;
  }
}

/** Resolves when no views are being built. @throws Error after five minutes */
export async function untilViewsStop({ url }: Product): Promise<void> {
  const until = Date.now() + 300_000;
  for (;;) {
    const { text } = await send(url, { method: 'GET', path: '/readyz' });
    const { building, problems } = JSON.parse(text);
    // On a busy machine the stores may answer too late for readiness to know.
    if (building === null && !problems.includes('whether the views are being built is unknown')) return;
    if (Date.now() > until) throw new Error(`The views were not built within five minutes: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Starts the built product as users do, as a separate process, by default on a free port, and waits until it prints its
 * address. Rejects with its output if it exits before that; `onSpawned` gets the process at once, to be able to end it.
 */
export function startProductAtOnce(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  onSpawned: (child: ChildProcess) => void = () => undefined,
  program: Program = 'standalone',
): Promise<Product> {
  // On a busy machine a suite may take longer than a proof holds by default.
  const usual = { NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'warn', PROOF_MINUTES: '1440' };
  const child = spawn(process.execPath, [builtMain(program)], {
    env: { ...process.env, ...usual, DATA_DIR: dataDir, ...env },
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
