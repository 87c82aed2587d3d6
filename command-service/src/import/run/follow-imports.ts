import {
  type Follower,
  type FollowerParts,
  follow,
  followable,
  type StoredLog,
  troubleLines,
} from '@dayline/event-log/follower';
import { followLeased } from '@dayline/event-log/leased-follower';
import type { Clock } from '@dayline/runtime/clock';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
import { followedProcess } from '../../process/process.ts';
import type { ImportService } from '../import-service.ts';
import type { importProcess } from './import-process.ts';

export interface FollowedImports {
  readonly log: StoredLog;
  readonly vault: Pick<Vault, 'followers'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly imports: ReturnType<typeof importProcess>;
  readonly importService: Pick<ImportService, 'uploads' | 'runningWith'>;
  /** The lease under which one of several processes carries imports out. */
  readonly lease: Lease;
}

type ErasedDeps = Pick<FollowedImports, 'importService'> & { readonly log: Pick<StoredLog, 'readStream'> };

/** Destroys the file of an import when a patient is erased whom it created, or who is in the file while it runs. */
export const filesOfErased = ({
  log,
  importService,
}: ErasedDeps): Pick<FollowerParts<'imports-of-erased'>, 'name' | 'types' | 'handle'> => ({
  name: 'imports-of-erased',
  types: ['PatientErased'],
  async handle(events) {
    for (const { stream } of events) {
      const batches = (await log.readStream(stream)).flatMap(({ metadata: { batchId } }) => batchId ?? []);
      for (const importId of new Set([...batches, ...(await importService.runningWith(stream))])) {
        await importService.uploads.sealed.destroy(importId);
      }
    }
  },
});

const destroyEveryMs = 60_000;

/** Destroys old uploads, also those of before a restart. */
export function destroyOldUploads(
  uploads: Pick<ImportService['uploads'], 'destroyOld'>,
  onTried: (error: unknown) => void,
) {
  const destroy = () => uploads.destroyOld().then(() => onTried(null), onTried);
  let destroying = destroy();
  const timer = setInterval(() => {
    destroying = destroying.then(destroy);
  }, destroyEveryMs).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await destroying;
    },
  };
}

/** The number of imports that take turns; further ones wait. */
const atOnce = 100;

/** Carries out imports, and destroys the file of an import when one of its patients is erased. */
export function followImports({
  log,
  vault,
  clock,
  logger,
  imports,
  importService,
  lease,
}: FollowedImports): Follower[] {
  const shared = { log: followable(log), cursors: vault.followers, atOnce };
  const process = followedProcess(imports, clock);
  const erased = filesOfErased({ log, importService });
  return [
    followLeased({ ...process, ...shared, lease, onTrouble: troubleLines(logger, process.name) }),
    follow({ ...erased, ...shared, onTrouble: troubleLines(logger, erased.name) }),
  ];
}
