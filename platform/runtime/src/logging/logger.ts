import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

export type Logger = PinoLogger;

/**
 * JSON lines on standard output. Logs name calls, codes, ids and times; never a body, name, address, password or token.
 * Stacks are logged, so error messages must not contain personal data either.
 */
export function createLogger(
  service: string,
  { level = 'info', destination }: { level?: string; destination?: DestinationStream } = {},
): Logger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // A last defence against logging these by mistake.
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'headers', 'body', 'email', 'phone'],
      censor: '-',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
