import type { ActivityRow, ActorRow } from '@dayline/contracts/activity';
import { streams } from '@dayline/contracts/events/categories';
import type { AccountOfClient } from '@dayline/vault/port';
import type { SignInOwners } from './owners.ts';

interface Sources {
  readonly activity: {
    rows(view: 'actors', keys: readonly string[]): Promise<ReadonlyMap<string, ActorRow>>;
    accountsOf(clientId: string): Promise<readonly AccountOfClient[]>;
  };
  readonly owners: SignInOwners;
}

/** The names of the accounts whose own streams or sign-ins these entries are of. */
export async function accountNames(
  rows: readonly Pick<ActivityRow, 'stream'>[],
  clientId: string,
  { activity, owners }: Sources,
): Promise<(stream: string) => Pick<ActorRow, 'name'> | 'erased' | null> {
  const prefix = streams.account('');
  const ids = new Set(rows.flatMap(({ stream }) => (stream.startsWith(prefix) ? stream.slice(prefix.length) : [])));
  const keyOf = (accountId: string): string => `${clientId}_${accountId}`;
  const actors = await activity.rows('actors', [...ids].map(keyOf));
  // Who has only signed in, or not yet, is no actor.
  const isOnlyAccount = [...ids].some((id) => !actors.has(keyOf(id)));
  const accounts = new Map(
    (isOnlyAccount ? await activity.accountsOf(clientId) : []).map((account) => [account.accountId, account]),
  );
  return (stream) => {
    const accountId = stream.slice(prefix.length);
    const owner = owners.of(stream) ?? actors.get(keyOf(accountId)) ?? accounts.get(accountId);
    return owner === undefined || owner === 'unknown' ? null : owner;
  };
}
