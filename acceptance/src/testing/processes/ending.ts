import { spawn } from 'node:child_process';
import { builtMain, type Program } from './product.ts';

export interface Ending {
  readonly code: number | null;
  /** Output lines. */
  readonly lines: readonly string[];
}

/** Time limit in ms; a program that takes longer is killed: code null. */
const maxMs = 300_000;

/** Runs a built program where it must exit by itself. */
export function runToEnd(env: Readonly<Record<string, string>>, program: Program = 'standalone'): Promise<Ending> {
  const child = spawn(process.execPath, [builtMain(program)], {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const kill = setTimeout(() => child.kill('SIGKILL'), maxMs);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(kill);
      resolve({ code, lines: printed.split('\n').filter((line) => line !== '') });
    });
  });
}
