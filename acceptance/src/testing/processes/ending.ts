import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Ending {
  readonly code: number | null;
  /** Output lines. */
  readonly lines: readonly string[];
}

const builtMain = fileURLToPath(new URL('../../../../standalone/dist/main.js', import.meta.url));

/** Runs the built product where it must exit by itself; after `longestMs` it is killed: code null. */
export function runToEnd(env: Readonly<Record<string, string>>, longestMs = 60_000): Promise<Ending> {
  const child = spawn(process.execPath, [builtMain], {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const kill = setTimeout(() => child.kill('SIGKILL'), longestMs);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(kill);
      resolve({ code, lines: printed.split('\n').filter((line) => line !== '') });
    });
  });
}
