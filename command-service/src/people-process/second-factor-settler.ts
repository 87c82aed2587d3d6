import type { FollowerTask } from '@dayline/event-log/follower';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import type { Vault } from '@dayline/vault/port';
import { policyIn } from '@dayline/vault/second-factors';
import { applyPolicy, endBinding, removeFactorsOf } from '../people/factors-of-people-commands.ts';

const policySet = 'SecondFactorPolicySet';
const singleSignOnPolicySet = 'SingleSignOnPolicySet';
const idleTimeSet = 'SessionIdleTimeSet';
const reset = 'SecondFactorReset';
const unbound = 'SingleSignOnUnbound';
const signedOut = 'PersonSignedOut';

interface Settling {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'reservations' | 'sessions'>;
}

const isOfAccount = ({ type }: StoredEvent): boolean => [reset, unbound, signedOut].includes(type);

/** What the account has since stays. */
async function settleAccount(vault: Settling['vault'], { type, data, metadata }: StoredEvent): Promise<void> {
  const accountId = String(data['accountId']);
  const before = Date.parse(metadata.recordedAt);
  if (type === reset) return removeFactorsOf(vault, accountId, { before });
  if (type === signedOut) {
    const former = (await vault.sessions.ofAccount(accountId)).filter(({ openedAt }) => openedAt < before);
    for (const { tokenHash } of former) await vault.sessions.end(tokenHash);
    return;
  }
  const { issuer } = data;
  if (typeof issuer === 'string') await endBinding(vault, { accountId, issuer }, { before });
}

/**
 * Brings the vault to what the log decided about second factors, single sign-on and idle sessions, if the process that appended the
 * event died before its write. Can be repeated: a later policy counts, and what an account has since an event stays.
 */
export async function settleSecondFactors({ log, vault }: Settling, event: StoredEvent): Promise<void> {
  if (isOfAccount(event)) return settleAccount(vault, event);
  const { clientId } = event.metadata;
  const { data } = (await log.readStream(event.stream)).findLast(({ type }) => type === event.type) ?? event;
  if (event.type === idleTimeSet) {
    const { minutes } = data;
    await vault.secondFactors.setIdleMinutes(clientId, typeof minutes === 'number' ? minutes : null);
    return;
  }
  if (event.type === singleSignOnPolicySet) {
    const { localAdministrators: local } = data;
    await vault.secondFactors.setLocalAdministrators(clientId, Array.isArray(local) ? local.map(String) : null);
    return;
  }
  await applyPolicy(vault, clientId, policyIn(String(data['policy'])));
}

/** For every process, without a lease, so that another one ends the sessions at once if one dies. */
export const secondFactorSettler = (stores: Settling): FollowerTask<'second-factors'> => ({
  name: 'second-factors',
  types: [policySet, singleSignOnPolicySet, idleTimeSet, reset, unbound, signedOut],
  // One after another, but one that throws is set aside.
  atOnce: 1,
  async handle(events) {
    for (const event of events) await settleSecondFactors(stores, event);
  },
});
