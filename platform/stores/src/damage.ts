import { EventLogDamaged } from '@dayline/event-log/port';
import type { Logger } from '@dayline/runtime/logging/logger';
import { isIterable, itemsOr } from '@dayline/runtime/sqlite-error';
import { VaultExchanged, VaultUnavailable, ViewStoreUnavailable, ViewsExchanged } from '@dayline/runtime/unavailable';
import type { Vault } from '@dayline/vault/port';
import type { ProjectionStore, ViewStore } from '@dayline/view-store/port';
import { type FileDamage, isDamagedFile, type StoreFile } from './file-check.ts';
import type { Stores } from './open.ts';

/** The maximum number kept; the first ones suffice. */
const maxProblems = 20;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Only reads are repeated to see whether the damage is gone; writes wait for a restart. */
const reads =
  /^(readStream|readAll|refsAfter|head|last|checkpoint|parked|load|loadBy|query|count|changed|byEmail|byId|clientIds|find|get|read|pending|inTrouble|inForce|endedSince)$/;

/** What the store of a damaged file still does: answer readiness checks and report changes. */
const withoutRows =
  /^(checkpoint|parked|head|last|follow|setBacks|lostEvent|admit|stats|onCommit|onSwap|inTrouble|close)$/;

const iterables = /^(scan|misfiled)$/;

type Call = (...args: readonly unknown[]) => unknown;
type Describe = (name: string, first: unknown) => string;

interface Watching {
  readonly file: StoreFile;
  readonly describe: Describe;
  readonly toError: (cause: unknown) => Error;
  /** A read that shows whether the file is back. */
  readonly seenBy?: () => Promise<unknown>;
}

/** Damage found by reads and by a check of the files. */
export class Damage {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #onMet: () => void;
  /** By sentence, the read that shows whether the damage is gone. */
  readonly #met = new Map<string, () => Promise<unknown>>();
  readonly #files = new Map<StoreFile, FileDamage>();

  /** @param onDamage called when a read has found a damaged page */
  constructor(logger: Pick<Logger, 'error'>, onDamage: () => void = () => undefined) {
    this.#logger = logger;
    this.#onMet = onDamage;
  }

  /**
   * Records the result of a check of a file's pages, null if intact. A damaged file is not written to, and it is read
   * only if that is safe.
   */
  checked(file: StoreFile, damage: FileDamage | null): void {
    if (damage === null) return void this.#files.delete(file);
    if (this.#files.get(file)?.sentence !== damage.sentence) this.#logger.error({}, damage.sentence);
    this.#files.set(file, damage);
  }

  /** Records damage; it is reported until `again` succeeds. */
  record(problem: string, error: unknown, again: () => Promise<unknown>): void {
    if (this.#met.has(problem) || this.#met.size >= maxProblems) return;
    this.#met.set(problem, again);
    this.#logger.error({ err: error }, problem);
  }

  /** One sentence per problem; a read that succeeds on retry is no longer reported. */
  async problems(): Promise<readonly string[]> {
    for (const [problem, again] of [...this.#met]) {
      await again().then(
        () => this.#met.delete(problem),
        () => false,
      );
    }
    return [...[...this.#files.values()].map(({ sentence }) => sentence), ...this.#met.keys()];
  }

  /** The same calls: damage that they find is recorded, and answered like an unavailable store. */
  watched<Calls extends object>(calls: Calls, watching: Watching): Calls {
    const wrapped = Object.entries(calls).map(([name, call]: [string, unknown]) => [
      name,
      // Cast is safe: arguments and results pass through unchanged.
      typeof call === 'function' ? this.#watchedCall(name, call as Call, watching) : call,
    ]);
    return Object.fromEntries(wrapped) as Calls;
  }

  #watchedCall(name: string, call: Call, { file, describe, toError, seenBy }: Watching): Call {
    return (...args) => {
      const damage = withoutRows.test(name) ? undefined : this.#files.get(file);
      if (damage && !(damage.isReadable && reads.test(name))) {
        const damageError = toError(new Error(damage.sentence));
        if (iterables.test(name)) throw damageError;
        return Promise.reject(damageError);
      }
      const rethrow = (error: unknown): never => {
        const again = async () => {
          if (!reads.test(name)) throw new Error('A write is not made again.');
          return await call(...args);
        };
        if (error instanceof EventLogDamaged || error instanceof ViewsExchanged)
          this.record(error.message, error, again);
        if (error instanceof VaultExchanged) this.record(error.message, error, seenBy ?? again);
        if (!isDamagedFile(error)) throw error;
        this.record(`${describe(name, args[0])}: ${messageOf(error)}`, error, again);
        if (!this.#files.has(file)) this.#onMet();
        throw toError(error);
      };
      const answer = call(...args);
      if (answer instanceof Promise) return answer.catch(rethrow);
      return iterables.test(name) && isIterable(answer) ? itemsOr(answer, rethrow) : answer;
    };
  }
}

const vaultDamaged = (error: unknown) => new VaultUnavailable('The vault is damaged.', { cause: error });
const viewsDamaged = (error: unknown) => new ViewStoreUnavailable('The views are damaged.', { cause: error });

/** The stores, with each call watched for damage. */
export function watchedStores(stores: Stores, damage: Damage): Stores {
  // Any read shows that a file is back, whichever read found it missing.
  const seenBy = () => stores.vault.accounts.byId('');
  const vault = Object.fromEntries(
    Object.entries(stores.vault).map(([name, group]: [string, unknown]) => [
      name,
      typeof group === 'object' && group !== null
        ? damage.watched(group, {
            file: 'vault',
            describe: (call) => `the vault is damaged (${name}.${call})`,
            toError: vaultDamaged,
            seenBy,
          })
        : group,
    ]),
  ) as unknown as Vault;
  const views: ViewStore = {
    ...stores.views,
    async open(projection, mode) {
      const file: StoreFile = `${projection.name}@${projection.version}`;
      const describe: Describe = (name, first) => `the views ${file} are damaged (${viewOf(first) ?? name})`;
      const store = await stores.views.open(projection, mode);
      // Another file is now in use.
      store.onSwap(() => damage.checked(file, null));
      return damage.watched<ProjectionStore>(store, { file, describe, toError: viewsDamaged });
    },
  };
  const log = damage.watched(stores.log, {
    file: 'log',
    describe: () => 'the event log is damaged',
    toError: (error) => new EventLogDamaged(messageOf(error)),
  });
  return { ...stores, log, vault, views };
}

/** The view that a call of a projection's store refers to. */
function viewOf(first: unknown): string | null {
  if (typeof first === 'string') return first;
  return typeof first === 'object' && first !== null && 'view' in first ? String(first.view) : null;
}
