import { setTimeout as pause } from 'node:timers/promises';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import { webhookEvents } from '@dayline/contracts/events/webhooks';
import type { Webhook } from '@dayline/contracts/partner/webhook';
import { followable, type StoredLog } from '@dayline/event-log/followable';
import { type FollowerParts, troubleLines } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { backOff } from '@dayline/runtime/back-off';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { WebhookReading } from '@dayline/runtime/metrics/webhook-metrics';
import { DeliveryRun, type DeliveryRunDeps } from './delivery-run.ts';
import type { WebhookAggregate } from './webhook-commands.ts';

export interface DispatcherDeps extends Omit<DeliveryRunDeps, 'log' | 'isCurrent'> {
  readonly log: StoredLog & Pick<EventLog, 'readAll' | 'last'>;
  readonly aggregates: WebhookAggregate;
  readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>;
}

const name = 'webhooks';
/** How often the end of the log is looked at, in ms. */
const lookEveryMs = 500;

/**
 * Sends the webhooks of all clients: each has a run of its own, begun anew with every event about it. Which ones there
 * are is in the log; so it keeps no cursor but those of the webhooks.
 */
export function webhookDispatcher(deps: DispatcherDeps) {
  const { log, aggregates, clock, logger } = deps;
  let runs = new Map<string, DeliveryRun>();
  let signal: AbortSignal | null = null;
  const counts = { failures: 0 };

  const webhooksOf = async (clientId: string) => (await aggregates.webhooks.load(streams.webhooks(clientId), 0)).state;

  async function restart(clientId: string): Promise<void> {
    const state = await webhooksOf(clientId);
    for (const [webhookId, run] of runs) {
      if (run.clientId !== clientId || run.isOf(state.get(webhookId))) continue;
      runs.delete(webhookId);
      await run.stop();
    }
    for (const webhook of state.values()) if (webhook.disabled === null) begin(clientId, webhook);
  }

  function begin(clientId: string, webhook: Webhook): void {
    if (runs.has(webhook.webhookId) || signal?.aborted !== false) return;
    const run = new DeliveryRun(clientId, webhook, {
      ...deps,
      isCurrent: async (of, { webhookId, revision }) => (await webhooksOf(of)).get(webhookId)?.revision === revision,
      onFailed: () => {
        counts.failures += 1;
      },
    });
    runs.set(webhook.webhookId, run);
    void keepOn(run, signal);
  }

  /** A failure of the log or the vault is retried from the cursor, with growing waits. */
  async function keepOn(run: DeliveryRun, until: AbortSignal): Promise<void> {
    const end = () => void run.stop();
    until.addEventListener('abort', end);
    const waits = backOff(run.signal);
    while (!run.signal.aborted) {
      try {
        await run.go();
        break;
      } catch (error) {
        if (run.signal.aborted) break;
        logger.error({ webhook: run.webhook.webhookId, err: error }, 'a webhook gets no further; it is tried again');
        await waits.wait();
      }
    }
    run.ended();
    until.removeEventListener('abort', end);
  }

  /** Wakes the runs that wait at the end of the log. */
  async function watch(until: AbortSignal): Promise<void> {
    let lastHead = '';
    while (!until.aborted) {
      // While the log is unavailable, nothing can be appended.
      const head = await log.head().catch(() => lastHead);
      if (head !== lastHead) for (const run of runs.values()) run.wake();
      lastHead = head;
      await pause(lookEveryMs, undefined, { signal: until, ref: false }).catch(() => {
        // Stopped; the loop checks the signal.
      });
    }
  }

  const parts: FollowerParts = {
    name,
    log: followable(log),
    types: webhookEvents.map(({ type }) => type),
    cursors: { read: async () => null, advance: async () => true },
    async handle(events, until) {
      if (signal !== until) {
        await Promise.all([...runs.values()].map((run) => run.stop()));
        [runs, signal] = [new Map(), until];
        void watch(until);
      }
      const clients = new Set(events.map(({ stream }) => streamKey(stream)));
      for (const clientId of clients) await restart(clientId);
    },
    onTrouble: troubleLines(logger, name),
  };

  return {
    parts,
    reading(): WebhookReading {
      const since = [...runs.values()].flatMap(({ waitingSince }) => (waitingSince === null ? [] : [waitingSince]));
      const lag = since.length === 0 ? 0 : Math.max(0, clock.now() - Math.min(...since));
      return { enabled: runs.size, lagSeconds: Math.floor(lag / 1_000), failures: counts.failures };
    },
    /** Resolves once nothing is being sent. */
    async stop(): Promise<void> {
      await Promise.all([...runs.values()].map((run) => run.stop()));
    },
  };
}
