import { Gauge, type Registry } from 'prom-client';

export interface WebhookReading {
  /** Webhooks that this process sends. */
  readonly enabled: number;
  /** The age of the oldest event that a receiver has not taken, in s. */
  readonly lagSeconds: number;
  /** Tries that failed since the process started. */
  readonly failures: number;
}

/** Zero in processes that send none: one of them holds the lease. */
export function webhookMetrics(register: Registry) {
  const registers = [register];
  const enabled = new Gauge({ name: 'dayline_webhooks', help: 'Webhooks that this process sends', registers });
  const lag = new Gauge({
    name: 'dayline_webhook_lag_seconds',
    help: 'Age of the oldest event that a webhook has not taken',
    registers,
  });
  const failures = new Gauge({
    name: 'dayline_webhook_failures',
    help: 'Tries to send a webhook that failed since the process started',
    registers,
  });
  let reading = (): WebhookReading => ({ enabled: 0, lagSeconds: 0, failures: 0 });
  return {
    observe(read: () => WebhookReading): void {
      reading = read;
    },
    /** At each scrape. */
    read(): void {
      const now = reading();
      enabled.set(now.enabled);
      lag.set(now.lagSeconds);
      failures.set(now.failures);
    },
  };
}
