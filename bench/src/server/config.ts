import { join } from 'node:path';
import { type Config, readConfig } from '@dayline/runtime/config/config';

/**
 * The settings of a measured product with its data in a folder and its log there or on EventStoreDB: any free port, no
 * demo, no throttling.
 */
export const measuredSettings = (
  folder: string,
  eventStoreUrl: string | null = null,
): Readonly<Record<string, string>> => ({
  ...(eventStoreUrl === null ? {} : { EVENT_STORE_URL: eventStoreUrl }),
  DATA_DIR: join(folder, 'data'),
  DEMO: 'off',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  ATTEMPTS_FACTOR: '100000',
  PUBLIC_CALLS_PER_MINUTE: '100000',
  SIGNED_IN_CALLS_PER_MINUTE: '100000000',
});

export function measuredConfig(
  folder: string,
  eventStoreUrl: string | null = null,
  more: Readonly<Record<string, string>> = {},
): Config {
  const read = readConfig({ ...measuredSettings(folder, eventStoreUrl), ...more });
  if (!read.ok) throw new Error(read.problem);
  return read.config;
}
