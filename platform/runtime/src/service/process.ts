import { statfsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/settings.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { productVersion, versionLine } from '../product-version.ts';

/** A running service. */
export interface Running {
  readonly port: number;
  /** Refuses new calls, finishes pending ones and closes resources in order. */
  stop(): Promise<void>;
}

export interface Service {
  /** Used in its first output line and log, such as "command service". */
  readonly name: string;
  /** Default port, different for each service so that all can run on one machine. */
  readonly port: number;
  /** The versions of the views that it reads or writes. */
  readonly projections: Parameters<typeof productVersion>[0];
  readonly start: (parts: { readonly config: Config; readonly logger: Logger }) => Promise<Running>;
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints one line with the problem and exits with code 1. */
export function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** The settings of the environment; exits with a line that names a wrong one. */
export function settingsOrEnd(env: Environment): Config {
  const result = readConfig(env);
  if (!result.ok) giveUp(result.problem);
  return result.config;
}

/** With less than this, in bytes, SQLite can't create its files. */
const minFreeBytes = 1024 * 1024;

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The operator's message for a failed start. */
export function startFailure(
  error: unknown,
  config: Pick<Config, 'port' | 'host' | 'dataDir'>,
  freeBytes = freeBytesOf,
): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // SQLite reports some writes to a full disk like those to a broken one.
  if (/^(?:ENOSPC|SQLITE_FULL|SQLITE_IOERR)/.test(code) && freeBytes(config.dataDir) < minFreeBytes) {
    return `Dayline could not start: the disk of DATA_DIR ${config.dataDir} is full.`;
  }
  if (code === 'EADDRINUSE') return `PORT ${config.port} is taken: stop what listens there, or set another PORT.`;
  if (code === 'EACCES') return `PORT ${config.port} may not be used by this user: set another PORT.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${config.host} is no address of this machine.`;
  return `Dayline could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** Calls `stop` once on SIGINT or SIGTERM; install it before reporting readiness. */
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

/** The service's address for a browser on this machine. */
export const addressOf = ({ host }: Pick<Config, 'host'>, port: number): string =>
  `http://${['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host}:${port}`;

/** Runs a service as this process, configured by the environment. */
export async function runService({ name, port, projections, start }: Service): Promise<void> {
  const portInEnv = process.env['PORT'] ?? '';
  const config = settingsOrEnd({ ...process.env, PORT: portInEnv === '' ? String(port) : portInEnv });
  const logger = createLogger(`dayline ${name}`, { level: config.logLevel });
  let running: Running;
  try {
    running = await start({ config, logger });
  } catch (error) {
    giveUp(startFailure(error, config));
  }
  stopOnSignal(() => running.stop());
  say(versionLine(productVersion(projections)));
  say(`Dayline's ${name} is ready at ${addressOf(config, running.port)}`);
}
