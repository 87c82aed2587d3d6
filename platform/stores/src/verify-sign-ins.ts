import { signInStreamOf, streams } from '@dayline/contracts/events/categories';
import { aliasOf } from '@dayline/runtime/ids/derived';
import type { Account } from '@dayline/vault/port';

/** The first event of each stream of sign-ins, by the id of its month's key. */
export class SignInStreams<Ref> {
  readonly #byKey = new Map<string, Map<string, Ref>>();

  /** The id of the month's key; null for any other stream. */
  note(stream: string, refOf: () => Ref): string | null {
    const place = signInStreamOf(stream);
    if (!place) return null;
    const keyId = streams.signInMonth(place.clientId, place.month);
    const found = this.#byKey.get(keyId) ?? new Map<string, Ref>();
    this.#byKey.set(keyId, found);
    if (!found.has(stream)) found.set(stream, refOf());
    return keyId;
  }

  /** Reports a key that is missing or broken, or the streams that the month's key makes for none of the accounts. */
  check(
    keyId: string,
    key: Uint8Array | string | undefined,
    accounts: readonly Pick<Account, 'accountId' | 'clientId'>[],
    report: (ref: Ref, id: string, text: string) => void,
  ): void {
    if (key === 'destroyed') return;
    if (key === undefined || typeof key === 'string') {
      const [ref] = this.#byKey.get(keyId)?.values() ?? [];
      const text = `the key ${keyId} is ${key ?? 'not'} in the vault, so nobody can find whose sign-ins these are`;
      if (ref) report(ref, keyId, text);
      return;
    }
    for (const [stream, ref] of this.#ofNobody(keyId, key, accounts))
      report(ref, `${keyId} ${stream}`, `by the key ${keyId} these sign-ins are nobody's, so the key is another one`);
  }

  #ofNobody(
    keyId: string,
    key: Uint8Array,
    accounts: readonly Pick<Account, 'accountId' | 'clientId'>[],
  ): readonly (readonly [stream: string, ref: Ref])[] {
    const found = this.#byKey.get(keyId);
    const place = signInStreamOf([...(found?.keys() ?? [])][0] ?? '');
    if (!found || !place) return [];
    const own = accounts.filter(({ clientId }) => clientId === place.clientId);
    const known = new Set(
      own.map(({ accountId, clientId }) => streams.signIns(clientId, place.month, aliasOf(key, accountId))),
    );
    return [...found].filter(([stream]) => !known.has(stream));
  }
}
