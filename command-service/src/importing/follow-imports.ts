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
  /** Which of several processes carries imports out. */
  readonly lease: Lease;
}

type ErasedParts = Pick<FollowedImports, 'importing'> & { readonly log: Pick<StoredLog, 'readStream'> };

/** Ends the files of imports of which a person is erased: those that made somebody, and running ones that know them. */
export const filesOfErased = ({
  log,
  importing,
}: ErasedParts): Pick<FollowerParts<'imports-of-erased'>, 'name' | 'types' | 'handle'> => ({
  name: 'imports-of-erased',
  types: ['PatientErased'],
  async handle(events) {
    for (const { stream } of events) {
      const batches = (await log.readStream(stream)).flatMap(({ metadata: { batchId } }) => batchId ?? []);
      for (const importId of new Set([...batches, ...(await importing.runningWith(stream))])) {
        await importing.files.sealed.destroy({ importId });
      }
    }
  },
});

/** Between two looks for files that lie there for too long, ms. */
const lookEveryMs = 60_000;

/** Ends files that nobody started, also those of before a restart. */
export function endOldFiles(files: Pick<Importing['files'], 'endOld'>, onTried: (error: unknown) => void) {
  const look = () => files.endOld().then(() => onTried(null), onTried);
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEveryMs).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Imports that are carried out in turn; the others wait. */
const atOnce = 100;

/** Carries out imports, their rows in turn, and ends the file of an import of which a person is erased. */
export function followImports({ log, vault, clock, logger, imports, importing, lease }: FollowedImports): Follower[] {
  const parts = { log: followable(log), cursors: vault.followers, atOnce };
  const process = followedProcess(imports, clock);
  const erased = filesOfErased({ log, importing });
  return [
    followLeased({ ...process, ...parts, lease, onTrouble: troubleLines(logger, process.name) }),
    follow({ ...erased, ...parts, onTrouble: troubleLines(logger, erased.name) }),
  ];
}
