import { emailKey } from '@dayline/contracts/fields/email-address';
import type { UpdateFilter } from 'mongodb';
import { maxOpenTokens, type TokenCredential, type TokenPurpose, type TokenStore } from '../../onboarding-port.ts';
import type { VaultSecrets } from '../../secrets.ts';
import { accountOf, isOpen, newPassword } from '../accounts.ts';
import type { AccountDocument, VaultCollections } from '../collections.ts';
import { type Reach, unlessDuplicate } from '../reach.ts';

/** One-time tokens, in lists of their account's document: using one is a guarded write to that document. */
export function mongoTokens({ accounts }: VaultCollections, secrets: VaultSecrets, reach: Reach): TokenStore {
  const hashOf = (token: string): string => secrets.hashOf('oneTimeToken', token).toString('hex');
  const good = ({ purpose, token, now }: TokenCredential) => ({
    ...isOpen,
    [`openTokens.${purpose}`]: { $elemMatch: { hash: hashOf(token), expiresAt: { $gt: now } } },
  });
  const tokenField = (purpose: TokenPurpose) => ({ [`openTokens.${purpose}`]: '' }) as const;
  const change = async (credential: TokenCredential, update: UpdateFilter<AccountDocument>): Promise<boolean> =>
    (await reach(() => accounts.updateOne(good(credential), update))).matchedCount === 1;
  return {
    async issue({ accountId, purpose, token, askedBy, now, expiresAt }) {
      const list = `openTokens.${purpose}`;
      for (const filter of [{ expiresAt: { $lte: now } }, { askedBy }]) {
        // Cast is safe: the list's elements have these fields.
        const pull = { $pull: { [list]: filter } } as unknown as UpdateFilter<AccountDocument>;
        await reach(() => accounts.updateOne({ _id: accountId }, pull));
      }
      const isFree = { _id: accountId, ...isOpen, [`${list}.${maxOpenTokens - 1}`]: { $exists: false } };
      const push = { $push: { [list]: { hash: hashOf(token), askedBy, expiresAt } } };
      // Cast is safe for the same reason.
      const add = push as unknown as UpdateFilter<AccountDocument>;
      return (await reach(() => accounts.updateOne(isFree, add))).matchedCount === 1;
    },
    async find(credential) {
      const account = await reach(() => accounts.findOne(good(credential)));
      return account && accountOf(account);
    },
    use: (credential) => change(credential, { $unset: tokenField(credential.purpose) }),
    exchange(credential, { purpose, token, expiresAt }) {
      const next = { [`openTokens.${purpose}`]: [{ hash: hashOf(token), askedBy: '', expiresAt }] };
      // A token for the same purpose replaces the used one.
      return change(credential, {
        $set: next,
        ...(credential.purpose !== purpose && { $unset: tokenField(credential.purpose) }),
      });
    },
    setPassword: (credential, passwordHash) => change(credential, newPassword(passwordHash)),
    async setEmail(credential, email) {
      const update = { $set: { email: emailKey(email) }, $unset: { openTokens: '' } } as const;
      let matchCount = 0;
      const set = async () => {
        matchCount = (await accounts.updateOne(good(credential), update)).matchedCount;
      };
      return (await reach(() => unlessDuplicate(set))) && matchCount === 1;
    },
  };
}
