import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { listenOnAnyPort } from './listening.ts';

const run = promisify(execFile);

/** Default location of the program: beside the project, at whose root the tests run. */
const defaultProgram = join(process.cwd(), '..', 'shared', 'servers', 'eventstoredb');
/** The program's exit code for a port that another process took in the meantime. */
const portTaken = 2;
const maxPorts = 5;

/**
 * Keeps a node running until its own input ends, which happens with the test's process, however that ends. In a process
 * group of its own, so that an interrupt of the tests leaves it time to stop the node.
 */
const keeping = '"$0" start "$@" || exit; cat >/dev/null; "$0" stop "$1" "$2" KILL';

interface EventStoreNode {
  readonly url: string;
  pid(): number;
  /** Ends the node at once; its files, if any, are kept. */
  kill(): Promise<void>;
  /** After `kill`, at the same address. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The program that starts nodes: `start --port N` starts one in memory, prints its address and exits with 2 if the port
 * is taken; `stop --port N KILL` ends it; `--folder DIR` keeps its events there. Its process id is in
 * `eventstoredb-N/pid` in the folder for temporary files. Null if there is none.
 */
export function nodeProgram(): string | null {
  const program = process.env['TEST_EVENTSTORE_COMMAND'] ?? defaultProgram;
  return existsSync(program) ? program : null;
}

/**
 * Starts a separate, empty node.
 * @param keeps whether it keeps its events in files, for restarts
 * @throws Error if it doesn't start
 */
export async function startNode(program: string, { keeps = false } = {}): Promise<EventStoreNode> {
  // Its logs, and what the program records about it.
  const folder = mkdtempSync(join(tmpdir(), 'dayline-node-'));
  const env = { ...process.env, TMPDIR: folder };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let failure = '';
  for (let attempt = 0; attempt < maxPorts; attempt += 1) {
    const { port, close } = await listenOnAnyPort(createServer());
    await close();
    const at = ['--port', String(port)];
    const start = [...at, ...(keeps ? ['--folder', join(folder, 'data')] : [])];
    const keeper = spawn('sh', ['-c', keeping, program, ...start], {
      detached: true,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const started = await startedBy(keeper);
    if ('url' in started) {
      return {
        url: started.url,
        pid: () => Number(readFileSync(join(folder, `eventstoredb-${port}`, 'pid'), 'utf8')),
        kill: async () => void (await run(program, ['stop', ...at, 'KILL'], { env })),
        startAgain: async () => void (await run(program, ['start', ...start], { env })),
        async stop() {
          keeper.stdin.end();
          if (keeper.exitCode === null) await once(keeper, 'exit');
          remove();
        },
      };
    }
    failure = started.words;
    if (started.code !== portTaken) break;
  }
  remove();
  throw new Error(failure);
}

/** Appends by a client without the product, for comparison. */
export function plainAppends(url: string) {
  const client = EventStoreDBClient.connectionString(url);
  return {
    append: () => client.appendToStream('plain', jsonEvent({ type: 'Tried', data: {} })),
    close: () => client.dispose(),
  };
}

/** The address that the program prints, or how it failed. */
function startedBy(
  keeper: ChildProcess & { readonly stdout: NodeJS.ReadableStream; readonly stderr: NodeJS.ReadableStream },
): Promise<{ readonly url: string } | { readonly code: number | null; readonly words: string }> {
  return new Promise((resolve) => {
    let printed = '';
    let words = '';
    keeper.stderr.on('data', (chunk) => {
      words += String(chunk);
    });
    keeper.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const [url] = /^esdb:\/\/\S+(?=\n)/m.exec(printed) ?? [];
      if (url !== undefined) resolve({ url });
    });
    keeper.on('error', (error) => resolve({ code: null, words: error.message }));
    keeper.on('exit', (code) => resolve({ code, words: words.trim() }));
  });
}
