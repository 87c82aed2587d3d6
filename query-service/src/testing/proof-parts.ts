import { scanByReading } from '@dayline/event-log/scan';
import { activityOf } from '../activity/activity.ts';
import { HeadSigner } from '../proof/head-signer.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { TestClinic } from './clinic.ts';

/** What exports and checks need of a test's log; signed heads are delivered nowhere else. */
export function proofParts(clinic: TestClinic): Omit<ProofDeps, 'activity' | 'eventLog' | 'sealedLog' | 'onExported'> {
  return {
    keys: clinic.keys,
    storedLog: clinic.eventLog,
    vault: { keys: clinic.keys, accounts: { all: async () => [] }, erasures: { pending: async () => [] } },
    heads: new HeadSigner({
      log: clinic.sealedLog,
      activity: activityOf(clinic.activity, clinic.sealedLog, clinic),
      keys: clinic.keys,
      clock: clinic.clock,
      logger: { error: () => undefined },
      config: { auditHeadMinutes: 60 },
    }),
    record: {
      compareViews: () => Promise.reject(new Error('There is no thread.')),
      refuseUnlike: () => undefined,
      views: null,
    },
    openScan: async () => ({ ...scanByReading(clinic.eventLog), close: async () => undefined }),
  };
}
