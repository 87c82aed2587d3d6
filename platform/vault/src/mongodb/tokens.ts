import type { UpdateFilter } from 'mongodb';
import type { ShownToken, TokenStore, TokenToIssue } from '../onboarding-port.ts';
import type { VaultSecrets } from '../secrets.ts';
import { accountOf, newPassword } from './accounts.ts';
import type { AccountDocument, VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

/** One-time tokens, each a field of its account's document: using one is a guarded write to that document. */
export function mongoTokens({ accounts }: VaultCollections, secrets: VaultSecrets, reach: Reach): TokenStore {
  const hashOf = (token: string): string => secrets.hashOf('oneTimeToken', token).toString('hex');
  const good = ({ purpose, token, now }: ShownToken) => ({
    [`tokens.${purpose}.hash`]: hashOf(token),
    [`tokens.${purpose}.expiresAt`]: { $gt: now },
  });
  const tokenField = ({ purpose, token, expiresAt }: Omit<TokenToIssue, 'accountId'>) => ({
    [`tokens.${purpose}`]: { hash: hashOf(token), expiresAt },
  });
  return {
    issue: ({ accountId, ...token }) =>
      reach(async () => (await accounts.updateOne({ _id: accountId }, { $set: tokenField(token) })).matchedCount === 1),
    async find(shown) {
      const account = await reach(() => accounts.findOne(good(shown)));
      return account && accountOf(account);
    },
    async exchange(shown, next) {
      const change: UpdateFilter<AccountDocument> = { $set: tokenField(next) };
      // A token for the same purpose replaces the used one.
      if (shown.purpose !== next.purpose) change.$unset = { [`tokens.${shown.purpose}`]: '' };
      return (await reach(() => accounts.updateOne(good(shown), change))).matchedCount === 1;
    },
    async setPassword(shown, passwordHash) {
      const change = { ...newPassword(passwordHash), $unset: { tokens: '' } } as const;
      return (await reach(() => accounts.updateOne(good(shown), change))).matchedCount === 1;
    },
  };
}
