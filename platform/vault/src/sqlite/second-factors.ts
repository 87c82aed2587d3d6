import type Database from 'better-sqlite3';
import { noSecondFactors, policyIn, type SecondFactorStore, sealed, unsealed } from '../second-factors.ts';
import { factorsSealId, type VaultSecrets } from '../secrets.ts';
import { secondFactorReads } from './tables/second-factors.ts';
import type { Writer } from './writer.ts';

export function sqliteSecondFactors(db: Database.Database, writer: Writer, secrets: VaultSecrets): SecondFactorStore {
  const reads = secondFactorReads(db);
  return {
    async read(accountId) {
      const row = reads.secondFactors(accountId);
      if (!row) return { factors: noSecondFactors, revision: 0 };
      const opened = secrets.unwrap(factorsSealId(accountId), Buffer.from(row.sealed));
      return { factors: unsealed(opened), revision: row.revision };
    },
    write(accountId, factors, { revision, endSessions }) {
      const row = { sealed: secrets.wrap(factorsSealId(accountId), sealed(factors)), revision };
      return writer.write('writeSecondFactors', accountId, row, endSessions);
    },
    policyOf: async (clientId) => policyIn(reads.secondFactorPolicy(clientId)),
    localAdministratorsOf: async (clientId) => reads.localAdministrators(clientId),
    setLocalAdministrators: (clientId, accountIds) => writer.write('setLocalAdministrators', clientId, accountIds),
    idleMinutesOf: async (clientId) => reads.sessionIdle(clientId),
    setIdleMinutes: (clientId, minutes) => writer.write('setSessionIdle', clientId, minutes),
    setPolicy: (clientId, policy) => writer.write('setSecondFactorPolicy', clientId, policy),
  };
}
