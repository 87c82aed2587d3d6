import type { Follower } from '@dayline/event-log/follower';
import { type Clock, systemClock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import { serveFrom } from '@dayline/runtime/data-folder/occupancy';
import type { Logger } from '@dayline/runtime/logging/logger';
import { createMetrics, type Metrics } from '@dayline/runtime/metrics/metrics';
import { pollFailures } from '@dayline/runtime/metrics/poll-failures';
import type { OnPollFailed } from '@dayline/runtime/polling';
import { openStores, type Stores } from './open.ts';

export interface ProcessParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface OpenedProcess extends Required<ProcessParts> {
  readonly metrics: Metrics;
  readonly onPollFailed: OnPollFailed;
  readonly stores: Stores;
  /** This process's followers of the log, for health and metrics; whoever starts one adds it. */
  readonly followers: Pick<Follower, 'status'>[];
  /** Closes the stores and leaves the data folder. */
  close(): Promise<void>;
}

/**
 * What each process starts with: its lock on the data folder, metrics and stores.
 * @throws DataFolderBusy, and Error if a store can't be opened
 */
export async function openProcess({ config, logger, clock = systemClock }: ProcessParts): Promise<OpenedProcess> {
  const leave = serveFrom(config.dataDir);
  const followers: OpenedProcess['followers'] = [];
  const metrics = createMetrics(() => followers.map((each) => each.status()));
  const onPollFailed = pollFailures(metrics, logger);
  try {
    const stores = await openStores(config, { clock, onPollFailed, logger });
    const close = async () => {
      await stores.close();
      leave();
    };
    return { config, logger, clock, metrics, onPollFailed, stores, followers, close };
  } catch (error) {
    leave();
    throw error;
  }
}
