import type { Logger } from '../logging/logger.ts';
import type { OnPollFailed } from '../polling.ts';
import type { Metrics } from './metrics.ts';

/** Counts each failed poll and logs the first of a series: stores are polled several times a second. */
export function pollFailures(metrics: Pick<Metrics, 'pollFailed'>, logger: Pick<Logger, 'error'>): OnPollFailed {
  return (failure) => {
    metrics.pollFailed(failure.of);
    if (failure.inARow === 1) logger.error(failure, 'could not poll for changes of other processes; will poll again');
  };
}
