import { signInMonthOf, streams } from '@dayline/contracts/events/categories';
import { aliasOf } from '@dayline/runtime/ids/derived';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { KeyDestroyed, type KeyRing } from '@dayline/runtime/key-ring';
import { type Account, VaultUnavailable } from '@dayline/vault/port';
import { LRUCache } from 'lru-cache';

const ofRings = new WeakMap<Pick<KeyRing, 'ensure'>, SignInAliases>();

/** Those of a process, which has one key ring: its trail and its sessions remember the same keys. */
export function signInAliases(ring: Pick<KeyRing, 'ensure'>): SignInAliases {
  const aliases = ofRings.get(ring) ?? new SignInAliases(ring);
  ofRings.set(ring, aliases);
  return aliases;
}

type Owner = Pick<Account, 'accountId' | 'clientId'>;

/** Long enough for the entries of a day around a month's end; a destroyed key doesn't stay in memory. */
const rememberedMs = 2 * 86_400_000;

/**
 * The streams of accounts' sign-ins. Their names have an alias in place of the account, made with a key of the client
 * and the month, so that nobody can be named once that key is destroyed.
 */
export class SignInAliases {
  readonly #ring: Pick<KeyRing, 'ensure'>;
  readonly #keys = new LRUCache<string, Uint8Array>({ max: 1_000, ttl: rememberedMs });
  /** Each key is read once at a time, however many sessions are found while the vault is slow. */
  readonly #reading = new Map<string, Promise<Uint8Array>>();

  constructor(ring: Pick<KeyRing, 'ensure'>) {
    this.#ring = ring;
  }

  /** The stream of the account's sign-ins in the month of an instant (UTC, ISO 8601). @throws VaultUnavailable */
  async streamOf(owner: Owner, recordedAt: string): Promise<string> {
    const month = signInMonthOf(recordedAt);
    try {
      return streamIn(owner, month, await this.#keyOf(owner.clientId, month));
    } catch (error) {
      if (error instanceof VaultUnavailable) throw error;
      // Its month was erased while the entry waited, or the key is broken: it is recorded, but is nobody's.
      return streams.signIns(owner.clientId, month, newUlid({ now: () => Date.parse(recordedAt) }));
    }
  }

  /** The streams of the months of these instants, without the vault; null if a month's key isn't in memory. */
  remembered(owner: Owner, instants: readonly number[]): readonly string[] | null {
    const months = new Set(instants.map((instant) => signInMonthOf(new Date(instant).toISOString())));
    const found: string[] = [];
    for (const month of months) {
      const key = this.#keys.get(streams.signInMonth(owner.clientId, month));
      if (!key) return null;
      found.push(streamIn(owner, month, key));
    }
    return found;
  }

  /** Remembers the key of the present month, for `remembered`, from now on. @throws VaultUnavailable */
  async remember(clientId: string, now: number): Promise<void> {
    const month = signInMonthOf(new Date(now).toISOString());
    // An outage that begins now finds it in memory for as long as one that began when it was read.
    if (this.#keys.get(streams.signInMonth(clientId, month), { updateAgeOnGet: true })) return;
    await this.#keyOf(clientId, month).catch((error: unknown) => {
      if (!(error instanceof KeyDestroyed)) throw error;
    });
  }

  async #keyOf(clientId: string, month: string): Promise<Uint8Array> {
    const keyId = streams.signInMonth(clientId, month);
    const known = this.#keys.get(keyId);
    if (known) return known;
    const reading = this.#reading.get(keyId) ?? this.#read(keyId).finally(() => this.#reading.delete(keyId));
    this.#reading.set(keyId, reading);
    return reading;
  }

  async #read(keyId: string): Promise<Uint8Array> {
    const key = (await this.#ring.ensure([keyId])).get(keyId);
    if (!key) throw new Error(`The key ring did not give the key ${keyId}.`);
    this.#keys.set(keyId, key);
    return key;
  }
}

const streamIn = ({ accountId, clientId }: Owner, month: string, key: Uint8Array): string =>
  streams.signIns(clientId, month, aliasOf(key, accountId));
