import type { Clock } from '@dayline/runtime/clock';
import type Database from 'better-sqlite3';
import { trailSealId, type VaultSecrets } from '../secrets.ts';
import type { TrailStore } from '../trail-port.ts';
import type { Writer } from './writer.ts';

export interface TrailParts {
  readonly db: Database.Database;
  readonly writer: Writer;
  readonly secrets: VaultSecrets;
  readonly clock: Clock;
}

export function sqliteTrail({ db, writer, secrets, clock }: TrailParts): TrailStore {
  const count = db.prepare<[], number>('SELECT count(*) FROM trailEntry').pluck();
  const entryCount = (): number => count.get() ?? 0;
  return {
    put: (entries) =>
      writer.write(
        'putTrailEntries',
        entries.map(({ id, payload }) => ({ id, sealed: secrets.wrap(trailSealId(id), Buffer.from(payload)) })),
      ),
    async claim(claim) {
      // Mostly empty: a read saves the writer's work.
      const rows = entryCount() > 0 ? await writer.write('claimTrailEntries', claim, clock.now()) : [];
      return rows.map(({ id, sealed }) => ({
        id,
        payload: secrets.unwrap(trailSealId(id), Buffer.from(sealed)).toString('utf8'),
      }));
    },
    remove: (ids) => writer.write('removeTrailEntries', ids),
    release: (owner) => writer.write('releaseTrail', owner),
    count: async () => entryCount(),
  };
}
