import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MovingRequest } from './visit-requests.ts';

const script = fileURLToPath(new URL('../../../dist/testing/visits/moving-process.js', import.meta.url));

/** The input of the process, as JSON. */
export interface Moving {
  /** The environment of the stores. */
  readonly folder: string;
  readonly clientId: string;
  readonly key: string;
  /** Its clock, in ms. */
  readonly at: number;
  readonly nth: number;
  readonly request: MovingRequest;
}

/** Runs a move in a separate process until its nth append is durable, and kills it; false if it ended before. */
export async function killMove(moving: Moving): Promise<boolean> {
  const child = spawn(process.execPath, [script, JSON.stringify(moving)], {
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [message] = await Promise.race([once(child.stdout, 'data'), ended]);
  const isKilled = String(message) === 'durable\n';
  if (isKilled) child.kill('SIGKILL');
  expect(await ended).toEqual(isKilled ? [null, 'SIGKILL'] : [0, null]);
  return isKilled;
}
