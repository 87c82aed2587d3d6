import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

export type Logger = PinoLogger;

/**
 * JSON lines on standard output. What is logged names calls, codes, ids and times; never a body, a name, an address, a
 * password or a token. `trace` holds the error's own stack, so no error's message may carry personal data either.
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
    // The last defence, should one of these ever be logged by mistake.
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'headers', 'body', 'email', 'phone'],
      censor: '-',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
