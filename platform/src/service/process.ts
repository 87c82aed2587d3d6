import type { Config } from '../config/config.ts';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/settings.ts';
import { createLogger, type Logger } from '../logging/logger.ts';

/** A service under way. */
export interface Running {
  readonly port: number;
  /** Takes no more calls, lets what is under way end, and closes everything in the order of its use. */
  stop(): Promise<void>;
}

export interface Service {
  /** As its first line and its log say it, such as "command service". */
  readonly name: string;
  /** Where PORT isn't set. Each service has its own, so that all run beside each other on one machine. */
  readonly port: number;
  readonly start: (parts: { readonly config: Config; readonly logger: Logger }) => Promise<Running>;
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** One line that names what is wrong, and exit code 1. */
export function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** The settings of the environment, or the one line that names the wrong one. */
export function settingsOrEnd(env: Environment): Config {
  const read = readConfig(env);
  if (!read.ok) giveUp(read.problem);
  return read.config;
}

/** What to tell an operator whose service could not start. */
export function startFailure(error: unknown, config: Pick<Config, 'port' | 'host'>): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `PORT ${config.port} is taken: stop what listens there, or set another PORT.`;
  if (code === 'EACCES') return `PORT ${config.port} may not be used by this user: set another PORT.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${config.host} is no address of this machine.`;
  return `Dayline could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** Lets SIGINT and SIGTERM end the process, once; ask for it before the service says that it is ready. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping …');
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
}

/** Where a person on this machine reaches the service. */
export const addressOf = ({ host }: Pick<Config, 'host'>, port: number): string =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${port}`;

/** Runs a service as this process, by the settings of the environment. */
export async function runService({ name, port, start }: Service): Promise<void> {
  const given = process.env['PORT'] ?? '';
  const config = settingsOrEnd({ ...process.env, PORT: given === '' ? String(port) : given });
  const logger = createLogger(`dayline ${name}`, { level: config.logLevel });
  let running: Running;
  try {
    running = await start({ config, logger });
  } catch (error) {
    giveUp(startFailure(error, config));
  }
  stopOnSignal(() => running.stop());
  say(`Dayline's ${name} is ready at ${addressOf(config, running.port)}`);
}
