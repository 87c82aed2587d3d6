import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Express, Request, Response } from 'express';
import { limitsPath } from './messages.ts';

export const usagePath = '/usage';
export const limitsUsagePath = `${limitsPath}usage`;

export interface ProcessUsage {
  /** Memory in bytes. */
  readonly rss: number;
  /** CPU time so far of the whole process, in ms. */
  readonly workMs: number;
  /** The longest time since the last call for which the event loop of the commands was blocked, in ms; or 0. */
  readonly maxHoldMs: number;
}

/** A timer with this interval detects how long the event loop was blocked; in ms. */
const resolution = 1;

/** @param timesHolds costs a thousand timer calls a second, which would distort the figures of an idle server */
export function mountUsage(app: Express, { path = usagePath, timesHolds = false } = {}): void {
  const holds: IntervalHistogram = monitorEventLoopDelay({ resolution });
  if (timesHolds) holds.enable();
  app.get(path, (_request: Request, response: Response) => {
    const { user, system } = process.cpuUsage();
    const maxHoldMs = Math.max(0, holds.max / 1e6 - resolution);
    holds.reset();
    response.json({
      rss: process.memoryUsage.rss(),
      workMs: (user + system) / 1_000,
      maxHoldMs,
    } satisfies ProcessUsage);
  });
}
