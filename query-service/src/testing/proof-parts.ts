import { scanByReading } from '@dayline/event-log/scan';
import type { Vault } from '@dayline/vault/port';
import { activityOf } from '../activity/activity.ts';
import { createHeadSigner } from '../proof/head-signer.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { TestClinic } from './clinic.ts';

/** What exports and checks need of a test's log; signed heads go nowhere else. */
export function proofParts(clinic: TestClinic): Omit<ProofDeps, 'activity' | 'eventLog' | 'onExported'> {
  const unused = () => {
    throw new Error('Nothing is delivered here.');
  };
  const followers: Vault['followers'] = { position: unused, reached: unused };
  return {
    keys: clinic.keys,
    heads: createHeadSigner({
      log: clinic.sealedLog,
      activity: activityOf(clinic.activity),
      // Cast is safe: the tests that use it deliver nothing.
      vault: { keys: clinic.keys, followers } as unknown as Vault,
      clock: clinic.clock,
      logger: { info: () => undefined, error: () => undefined },
      config: { auditHeadDir: null, auditHeadMail: null, auditHeadMinutes: 60 },
    }),
    openScan: async () => ({ ...scanByReading(clinic.eventLog), close: async () => undefined }),
  };
}
