import { type ChildProcess, spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runLine } from '@dayline/standalone/cli/run';

const builtCli = fileURLToPath(new URL('../../../../standalone/dist/cli/main.js', import.meta.url));

export interface ProgramRun {
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

/** Runs `dayline …` on a data folder as a separate process; `input` goes to its standard input. */
export async function dayline(
  dataDir: string,
  line: readonly string[],
  input = '',
  env: Environment = {},
): Promise<ProgramRun> {
  const child = start(dataDir, line, env);
  let [output, error] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    error += chunk.toString();
  });
  child.stdin?.on('error', () => {
    // The program exited without reading its input.
  });
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: output.trim(), error: error.trim() };
}

/**
 * Runs it within this process, one command line at a time, where a separate process isn't part of the test: each would
 * occupy a core for a second.
 */
export async function daylineHere(
  dataDir: string,
  line: readonly string[],
  input = '',
  env: Environment = {},
): Promise<ProgramRun> {
  const { jest } = import.meta;
  const texts = { output: '', error: '' };
  const into = (where: keyof typeof texts, end: string) => (text: unknown) => {
    texts[where] += `${text}${end}`;
    return true;
  };
  const spies = [
    jest.spyOn(console, 'log').mockImplementation(into('output', '\n')),
    jest.spyOn(console, 'error').mockImplementation(into('error', '\n')),
    jest.spyOn(process.stdout, 'write').mockImplementation(into('output', '')),
    jest.spyOn(process.stderr, 'write').mockImplementation(into('error', '')),
  ];
  const { env: outer, stdin } = process;
  process.env = { ...outer, DATA_DIR: dataDir, ...env };
  Object.defineProperty(process, 'stdin', { configurable: true, value: new PassThrough().end(input) });
  try {
    const code = await runLine(line);
    return { code, output: texts.output.trim(), error: texts.error.trim() };
  } finally {
    process.env = outer;
    Object.defineProperty(process, 'stdin', { configurable: true, value: stdin });
    for (const spy of spies) spy.mockRestore();
  }
}

/** Standard error and exit code when the reader of its output has closed the pipe. */
export async function daylineUnread(
  dataDir: string,
  line: readonly string[],
): Promise<Pick<ProgramRun, 'code' | 'error'>> {
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

const outputOf = (line: readonly string[], { code, output, error }: ProgramRun): string => {
  if (code !== 0) throw new Error(`dayline ${line.join(' ')} ended with ${code}: ${error}`);
  return output;
};

/** Its output, if it succeeded. @throws Error otherwise */
export async function daylineOutput(dataDir: string, line: readonly string[], input = ''): Promise<string> {
  return outputOf(line, await dayline(dataDir, line, input));
}

/** The same within this process, like `daylineHere`. @throws Error otherwise */
export async function daylineOutputHere(dataDir: string, line: readonly string[], input = ''): Promise<string> {
  return outputOf(line, await daylineHere(dataDir, line, input));
}

/** A command that runs until it is stopped, such as `events tail`. */
export function daylineOngoing(dataDir: string, line: readonly string[]) {
  const child = start(dataDir, line);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Kills it, as a power cut would. */
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
