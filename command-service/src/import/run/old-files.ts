import type { StoredLog } from '@dayline/event-log/followable';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { ImportService } from '../import-service.ts';

interface ErasedDeps {
  readonly log: Pick<StoredLog, 'readStream'>;
  readonly importService: Pick<ImportService, 'uploads' | 'runningWith'>;
}

/** Destroys the file of an import when a patient is erased whom it created, or who is in the file while it runs. */
export const filesOfErased = ({ log, importService }: ErasedDeps): FollowerTask<'imports-of-erased'> => ({
  name: 'imports-of-erased',
  types: ['PatientErased'],
  // One after another, but one that throws is set aside.
  atOnce: 1,
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
