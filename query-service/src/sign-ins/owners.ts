import type { ActivityRow } from '@dayline/contracts/activity';
import { signInStreamOf, streams } from '@dayline/contracts/events/categories';
import { keysOf } from '@dayline/event-log/sealed-log/personal-fields';
import { aliasOf } from '@dayline/runtime/ids/derived';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { AccountOfClient, Vault } from '@dayline/vault/port';

export interface SignInOwnerDeps {
  readonly accounts: Pick<Vault['accounts'], 'ofClient'>;
  readonly keys: Pick<KeyRing, 'get'>;
}

type Owner = Pick<AccountOfClient, 'accountId' | 'name' | 'role'>;

/** The accounts behind the aliases of some sign-ins. */
export interface SignInOwners {
  /**
   * `erased` if their month was; `unknown` if it has no key, a broken or another one, which the check of the log finds; undefined
   * if they have no alias.
   */
  of(stream: string): Owner | 'erased' | 'unknown' | undefined;
}

const keyIdsOf = (clientId: string, months: readonly string[]): string[] =>
  months.map((month) => streams.signInMonth(clientId, month));

/** Finds whose sign-ins are, as long as their month's key exists. */
export function signInOwners({ accounts, keys }: SignInOwnerDeps) {
  return {
    /** @throws VaultUnavailable */
    async ofStreams(clientId: string, names: readonly string[]): Promise<SignInOwners> {
      const places = names.flatMap((name) => signInStreamOf(name) ?? []);
      const months = [...new Set(places.map(({ month }) => month))];
      if (months.length === 0) return { of: () => undefined };
      const [monthKeys, people] = await Promise.all([
        keysOf(keys, keyIdsOf(clientId, months)),
        accounts.ofClient(clientId),
      ]);
      const owners = new Map<string, Owner>();
      const keyOf = (month: string) => monthKeys.get(streams.signInMonth(clientId, month));
      for (const month of months) {
        const key = keyOf(month);
        if (!(key instanceof Uint8Array)) continue;
        for (const person of people)
          owners.set(streams.signIns(clientId, month, aliasOf(key, person.accountId)), person);
      }
      return {
        of(stream) {
          const place = signInStreamOf(stream);
          return place
            ? (owners.get(stream) ?? (keyOf(place.month) === 'destroyed' ? 'erased' : 'unknown'))
            : undefined;
        },
      };
    },

    /** The aliases of an account in these months; none for a month that was erased. @throws VaultUnavailable */
    async aliasesOf(clientId: string, accountId: string, months: readonly string[]): Promise<readonly string[]> {
      const monthKeys = await keysOf(keys, keyIdsOf(clientId, months));
      return [...monthKeys.values()].flatMap((key) => (typeof key === 'string' ? [] : aliasOf(key, accountId)));
    },

    /** Of whom some have only signed in, and are no actors. */
    accountsOf: (clientId: string): Promise<readonly AccountOfClient[]> => accounts.ofClient(clientId),
  };
}

/** Actors of whom nobody can know who they were. */
const namelessActors = {
  erased: { actorId: 'erased', actorName: 'Erased account' },
  unknown: { actorId: 'unknown', actorName: 'Unknown account' },
} as const;

/** A row with the account that signed in or out as its actor, in place of the alias. */
export function withActor(row: ActivityRow, owners: SignInOwners): ActivityRow {
  const owner = owners.of(row.stream);
  if (owner === undefined || row.actorId !== signInStreamOf(row.stream)?.alias) return row;
  if (typeof owner === 'string') return { ...row, ...namelessActors[owner] };
  return { ...row, actorId: owner.accountId, actorKind: owner.role, actorName: owner.name };
}
