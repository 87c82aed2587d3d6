import { refuse } from '@dayline/contracts/errors';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { RequestHandler } from 'express';
import { sendRefusal } from './answers.ts';

export interface BodyTime {
  /** The time allowed for every body, in ms. */
  readonly graceMs: number;
  /** Beyond `graceMs`, the minimum average rate in bytes per second, for a photo on a slow line. */
  readonly leastRate: number;
}

/** At this rate, 5 MB may take eleven minutes. */
export const bodyTime: BodyTime = { graceMs: 10_000, leastRate: 8 * 1024 };

/** Answers 408 if a body arrives too slowly, and closes the connection. */
export function limitBodyTime({ graceMs, leastRate }: BodyTime, logger: Logger): RequestHandler {
  return (request, response, next) => {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return next();
    const startedAt = performance.now();
    const readBefore = socket.bytesRead;
    let timer = setTimeout(checkAfterRead, graceMs);
    request.once('close', () => clearTimeout(timer));
    next();

    /** Timers run before sockets are read: checks only after reading what arrived while the event loop was busy. */
    function checkAfterRead(): void {
      setImmediate(look);
    }

    /** Compares the elapsed time with the time that the received bytes allow. */
    function look(): void {
      const allowedMs = graceMs + ((socket.bytesRead - readBefore) / leastRate) * 1_000;
      const remainder = startedAt + allowedMs - performance.now();
      if (request.complete) return;
      if (remainder > 0) {
        timer = setTimeout(checkAfterRead, Math.ceil(remainder));
        return;
      }
      if (response.headersSent) {
        socket.destroy();
        return;
      }
      logger.info({ requestId: response.locals.requestId, call: response.locals.call?.name }, 'body too slow');
      response.set('Connection', 'close');
      sendRefusal(response, refuse('request.timeout'));
    }
  };
}
