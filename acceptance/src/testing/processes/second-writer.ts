import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../dist/testing/processes/second-writer-process.js', import.meta.url));

export interface SecondWriter {
  /** Ends it after the current burst; returns the ids that it reported. @throws Error if it failed */
  stop(): Promise<{ readonly departments: readonly string[]; readonly patients: readonly string[] }>;
}

/** Opens departments and erases patients from a separate process, while others write the data folder. */
export function startSecondWriter(dataDir: string, clientId: string): SecondWriter {
  const child = spawn(process.execPath, [script, clientId], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [output, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    async stop() {
      child.stdin.end();
      const code = await ended;
      if (code !== 0) throw new Error(`The second writer ended with ${code}: ${error}`);
      const lines = output.split('\n').map((line) => line.split(' '));
      const of = (what: string) => lines.flatMap(([kind, id]) => (kind === what && id ? [id] : []));
      return { departments: of('department'), patients: of('patient') };
    },
  };
}
