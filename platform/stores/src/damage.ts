import { EventLogDamaged } from '@dayline/event-log/port';
import type { Logger } from '@dayline/runtime/logging/logger';
import { isIterable, itemsOr } from '@dayline/runtime/sqlite-error';
import { VaultExchanged, VaultUnavailable, ViewStoreUnavailable, ViewsExchanged } from '@dayline/runtime/unavailable';
import type { Vault } from '@dayline/vault/port';
import type { ProjectionStore, ViewStore } from '@dayline/view-store/port';
import { type FileDamage, isDamagedFile, type StoreFile } from './file-check.ts';
import type { Stores } from './open.ts';

/** Damage that reads have met. */
export interface Damage {
  /** Notes damage that shows above the stores; it is named until `again` succeeds. */
  met(problem: string, error: unknown, again: () => Promise<unknown>): void;
  /** A sentence each; a read that succeeds when it is made again is no longer named. */
  problems(): Promise<readonly string[]>;
}

/** At most this many are kept; the first ones say enough. */
const mostProblems = 20;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Only these are made again to see whether the damage is gone; what writes waits for a restart. */
const reads =
  /^(readStream|readAll|head|last|checkpoint|parked|load|loadBy|query|count|changed|byEmail|byId|clientIds|find|get|read|pending|inTrouble|inForce|endedSince)$/;

/** What a damaged file's store still does: what the readiness asks, and what tells of changes. */
const withoutRows =
  /^(checkpoint|parked|head|last|follow|setBacks|lostEvent|admit|stats|onCommit|onSwap|inTrouble|close)$/;

const iterables = /^(scan|misfiled)$/;

type Call = (...args: readonly unknown[]) => unknown;
type Describe = (name: string, first: unknown) => string;

interface Watching {
  readonly file: StoreFile;
  readonly describe: Describe;
  readonly toError: (cause: unknown) => Error;
}

export interface Watched {
  readonly stores: Stores;
  readonly damage: Damage;
  /**
   * Takes what a check of a file's pages has found, null if nothing. Nothing is written to a damaged file, and nothing
   * read unless that is safe.
   */
  readonly checked: (file: StoreFile, damage: FileDamage | null) => void;
}

const vaultDamaged = (error: unknown) => new VaultUnavailable('The vault is damaged.', { cause: error });
const viewsDamaged = (error: unknown) => new ViewStoreUnavailable('The views are damaged.', { cause: error });

/**
 * Stores whose damage is said once and kept, and answered like an unavailable store.
 * @param onMet called when a read has met a damaged page
 */
export function watchDamage(
  stores: Stores,
  logger: Pick<Logger, 'error'>,
  onMet: () => void = () => undefined,
): Watched {
  const found = new Map<string, () => Promise<unknown>>();
  const damaged = new Map<StoreFile, FileDamage>();

  function checked(file: StoreFile, damage: FileDamage | null): void {
    if (damage === null) return void damaged.delete(file);
    if (damaged.get(file)?.sentence !== damage.sentence) logger.error({}, damage.sentence);
    damaged.set(file, damage);
  }

  function met(problem: string, error: unknown, again: () => Promise<unknown>): void {
    if (found.has(problem) || found.size >= mostProblems) return;
    found.set(problem, again);
    logger.error({ err: error }, problem);
  }

  /** Wraps the calls that answer with a promise. */
  function watched<Calls extends object>(calls: Calls, { file, describe, toError }: Watching): Calls {
    const wrapped = Object.entries(calls).map(([name, call]: [string, unknown]) => {
      if (typeof call !== 'function') return [name, call];
      const wrapper: Call = (...args) => {
        const damage = withoutRows.test(name) ? undefined : damaged.get(file);
        if (damage && !(damage.isReadable && reads.test(name))) {
          const refused = toError(new Error(damage.sentence));
          if (iterables.test(name)) throw refused;
          return Promise.reject(refused);
        }
        const rethrow = (error: unknown): never => {
          const again = async () => {
            if (!reads.test(name)) throw new Error('A write is not made again.');
            return await (call as Call)(...args);
          };
          if (error instanceof EventLogDamaged) met(error.message, error, again);
          // A file that is back is seen by any read, whatever met its absence.
          if (error instanceof VaultExchanged) met(error.message, error, () => stores.vault.accounts.byId(''));
          if (error instanceof ViewsExchanged) met(error.message, error, again);
          if (!isDamagedFile(error)) throw error;
          met(`${describe(name, args[0])}: ${messageOf(error)}`, error, again);
          if (!damaged.has(file)) onMet();
          throw toError(error);
        };
        // Cast is safe: arguments and results pass through unchanged.
        const answer = (call as Call)(...args);
        if (answer instanceof Promise) return answer.catch(rethrow);
        return iterables.test(name) && isIterable(answer) ? itemsOr(answer, rethrow) : answer;
      };
      return [name, wrapper];
    });
    return Object.fromEntries(wrapped) as Calls;
  }

  const vault = Object.fromEntries(
    Object.entries(stores.vault).map(([name, group]: [string, unknown]) => [
      name,
      typeof group === 'object' && group !== null
        ? watched(group, {
            file: 'vault',
            describe: (call) => `the vault is damaged (${name}.${call})`,
            toError: vaultDamaged,
          })
        : group,
    ]),
  ) as unknown as Vault;
  const views: ViewStore = {
    ...stores.views,
    async open(projection, mode) {
      const file = `${projection.name}@${projection.version}`;
      const describe: Describe = (name, first) => `the views ${file} are damaged (${viewOf(first) ?? name})`;
      const store = await stores.views.open(projection, mode);
      // Another file serves.
      store.onSwap(() => checked(file, null));
      return watched<ProjectionStore>(store, { file, describe, toError: viewsDamaged });
    },
  };
  const log = watched(stores.log, {
    file: 'log',
    describe: () => 'the event log is damaged',
    toError: (error) => new EventLogDamaged(messageOf(error)),
  });
  return {
    stores: { ...stores, log, vault, views },
    checked,
    damage: {
      met,
      async problems() {
        for (const [problem, again] of [...found]) {
          await again().then(
            () => found.delete(problem),
            () => false,
          );
        }
        return [...[...damaged.values()].map(({ sentence }) => sentence), ...found.keys()];
      },
    },
  };
}

/** The view that a call of a projection's store is about. */
function viewOf(first: unknown): string | null {
  if (typeof first === 'string') return first;
  return typeof first === 'object' && first !== null && 'view' in first ? String(first.view) : null;
}
