import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const builtCli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly error: string;
}

type Environment = Readonly<Record<string, string>>;

const start = (dataDir: string, line: readonly string[], env: Environment = {}): ChildProcess =>
  spawn(process.execPath, [builtCli, ...line], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** `dayline …` on a data folder, as a process of its own; `input` goes to its standard input. */
export async function dayline(
  dataDir: string,
  line: readonly string[],
  input = '',
  env: Environment = {},
): Promise<Ran> {
  const child = start(dataDir, line, env);
  let [output, error] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    error += chunk.toString();
  });
  child.stdin?.on('error', () => {
    // It ended without reading what it was given.
  });
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: output.trim(), error: error.trim() };
}

/** What goes to standard error, and the exit code, where nobody reads what it prints. */
export async function daylineUnread(dataDir: string, line: readonly string[]): Promise<Pick<Ran, 'code' | 'error'>> {
  const child = start(dataDir, line);
  child.stdout?.destroy();
  child.stdin?.end();
  let error = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    error += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, error: error.trim() };
}

/** What it printed, when it went well. @throws Error else */
export async function daylineSays(dataDir: string, line: readonly string[], input = ''): Promise<string> {
  const { code, output, error } = await dayline(dataDir, line, input);
  if (code !== 0) throw new Error(`dayline ${line.join(' ')} ended with ${code}: ${error}`);
  return output;
}

/** A command that goes on until it is told to end, such as `events tail`. */
export function daylineOngoing(dataDir: string, line: readonly string[]) {
  const child = start(dataDir, line);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    /** As a power cut would end it. */
    kill(): Promise<number | null> {
      child.kill('SIGKILL');
      return ended;
    },
    end(): Promise<number | null> {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
