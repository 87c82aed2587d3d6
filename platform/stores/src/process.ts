import type { Follower } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { type Clock, systemClock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import { serveFrom } from '@dayline/runtime/data-folder/occupancy';
import type { Logger } from '@dayline/runtime/logging/logger';
import { createMetrics, type Metrics } from '@dayline/runtime/metrics/metrics';
import { pollFailures } from '@dayline/runtime/metrics/poll-failures';
import type { OnPollFailed } from '@dayline/runtime/polling';
import { type ProductVersion, productVersion } from '@dayline/runtime/product-version';
import type { Vault } from '@dayline/vault/port';
import type { ProjectionDefinition } from '@dayline/view-store/port';
import { Damage, watchedStores } from './damage.ts';
import { checkFiles } from './file-check.ts';
import { openStores, type Stores } from './open.ts';
import { noteLastSeen } from './seen.ts';

export interface ProcessParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface OpenOptions {
  readonly keepsLastSeen: boolean;
  /** The versions of the views that the process reads or writes. */
  readonly projections: readonly Pick<ProjectionDefinition, 'name' | 'version'>[];
}

export interface OpenedProcess extends Required<ProcessParts> {
  readonly product: ProductVersion;
  readonly metrics: Metrics;
  readonly onPollFailed: OnPollFailed;
  readonly stores: Stores;
  /** Damage that reads have found. */
  readonly damage: Damage;
  /** This process's followers of the log, for health and metrics; the code that starts one adds it. */
  readonly followers: Pick<Follower, 'status'>[];
  /** Closes the stores and leaves the data folder. */
  close(): Promise<void>;
}

/**
 * What each process starts with: its lock on the data folder, metrics and stores. One that appends events records the
 * last event of the log in the vault.
 * @throws DataFolderBusy, and Error if a store can't be opened
 */
export async function openProcess(
  { config, logger, clock = systemClock }: ProcessParts,
  { keepsLastSeen, projections }: OpenOptions,
): Promise<OpenedProcess> {
  const { leave, leaveNothing } = serveFrom(config.dataDir);
  const followers: OpenedProcess['followers'] = [];
  const product = productVersion(projections);
  const metrics = createMetrics(product, () => followers.map((follower) => follower.status()));
  const onPollFailed = pollFailures(metrics, logger);
  try {
    const openedStores = await openStores(config, { clock, onPollFailed, logger });
    const damage = new Damage(logger, () => checks.again());
    const stores = watchedStores(openedStores, damage);
    const checks = await checkFiles(config, (file, found) => damage.checked(file, found));
    const { log, vault } = stores;
    // Reported at the start; until it is accepted, each call of the log reports it again.
    await log.admit?.().catch(() => undefined);
    const noting = keepsLastSeen ? keepLastSeen(log, vault.followers) : null;
    const close = async () => {
      await noting?.stop();
      await checks.stop();
      await openedStores.close();
      leave();
    };
    return { config, logger, clock, product, metrics, onPollFailed, stores, followers, damage, close };
  } catch (error) {
    leaveNothing();
    throw error;
  }
}

const noteEveryMs = 60_000;

/** Keeps the log's last event in the vault, updated at intervals and at the end: a log without it was set back. */
function keepLastSeen(log: EventLog, followers: Vault['followers']): { stop(): Promise<void> } {
  async function note(): Promise<void> {
    try {
      const last = await log.last();
      if (last) await noteLastSeen(followers, last);
    } catch {
      // A store is unavailable or the log is refused: keep the previous value.
    }
  }
  const timer = setInterval(note, noteEveryMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await note();
    },
  };
}
