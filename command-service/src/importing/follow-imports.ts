import {
  type Follower,
  type FollowerParts,
  follow,
  followable,
  type StoredLog,
  troubleLines,
} from '@dayline/event-log/follower';
import type { Clock } from '@dayline/runtime/clock';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
import { followedProcess } from '../process/process.ts';
import type { importProcess } from './import-process.ts';
import type { Importing } from './importing.ts';

export interface FollowedImports {
  readonly log: StoredLog;
  readonly vault: Pick<Vault, 'followers'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly imports: ReturnType<typeof importProcess>;
  readonly importing: Pick<Importing, 'files' | 'runningWith'>;
}

type ErasedParts = Pick<FollowedImports, 'importing'> & { readonly log: Pick<StoredLog, 'readStream'> };

/** Ends the files of imports of which a person is erased: those that made somebody, and running ones that know them. */
export const filesOfErased = ({ log, importing }: ErasedParts): Pick<FollowerParts, 'name' | 'types' | 'handle'> => ({
  name: 'imports-of-erased',
  types: ['PatientErased'],
  async handle(events) {
    for (const { stream } of events) {
      const batches = (await log.readStream(stream)).flatMap(({ metadata: { batchId } }) => batchId ?? []);
      for (const importId of new Set([...batches, ...importing.runningWith(stream)])) {
        await importing.files.sealed.destroy({ importId });
      }
    }
  },
});

/** Carries out imports one after another, and ends the file of an import of which a person is erased. */
export function followImports({ log, vault, clock, logger, imports, importing }: FollowedImports): Follower[] {
  const parts = { log: followable(log), cursors: vault.followers };
  return [followedProcess(imports, clock), filesOfErased({ log, importing })].map((each) =>
    follow({ ...each, ...parts, onTrouble: troubleLines(logger, each.name) }),
  );
}
