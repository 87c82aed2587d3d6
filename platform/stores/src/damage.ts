import { EventLogDamaged } from '@dayline/event-log/port';
import type { Logger } from '@dayline/runtime/logging/logger';
import { isSqliteError } from '@dayline/runtime/sqlite-error';
import { VaultExchanged, VaultUnavailable, ViewStoreUnavailable } from '@dayline/runtime/unavailable';
import type { Vault } from '@dayline/vault/port';
import type { ProjectionStore, ViewStore } from '@dayline/view-store/port';
import type { Stores } from './open.ts';

/** Damage that reads have met. */
export interface Damage {
  /** A sentence each, with the place; a read that succeeds when it is made again is no longer named. */
  problems(): Promise<readonly string[]>;
}

/** At most this many places are kept; the first ones say enough. */
const mostPlaces = 20;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Errors of a search's thread arrive without their code. */
const isDamagedFile = (error: unknown): boolean =>
  (isSqliteError(error) && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) ||
  /database disk image is malformed|file is not a database/.test(messageOf(error));

/** Only these are made again to see whether the damage is gone; what writes waits for a restart. */
const reads =
  /^(readStream|readAll|head|last|checkpoint|parked|load|loadBy|query|count|changed|byEmail|byId|clientIds|find|get|read|pending|inTrouble|inForce|endedSince)$/;

type Call = (...args: readonly unknown[]) => unknown;
type Place = (name: string, first: unknown) => string;

/** Stores whose damage is said once and kept, and answered like a store that is away. */
export function watchDamage(stores: Stores, logger: Pick<Logger, 'error'>): { stores: Stores; damage: Damage } {
  const found = new Map<string, () => Promise<unknown>>();

  function met(place: string, error: unknown, again: () => Promise<unknown>): void {
    if (found.has(place) || found.size >= mostPlaces) return;
    found.set(place, again);
    logger.error({ err: error }, place);
  }

  /** Wraps the calls that answer with a promise. */
  function watched<Calls extends object>(calls: Calls, placeOf: Place, toError: (error: unknown) => Error): Calls {
    const wrapped = Object.entries(calls).map(([name, call]: [string, unknown]) => {
      if (typeof call !== 'function') return [name, call];
      const wrapper: Call = (...args) => {
        // Cast is safe: arguments and results pass through unchanged.
        const answer = (call as Call)(...args);
        if (!(answer instanceof Promise)) return answer;
        const again = async () => {
          if (!reads.test(name)) throw new Error('A write is not made again.');
          return await (call as Call)(...args);
        };
        return answer.catch((error: unknown) => {
          if (error instanceof EventLogDamaged) met(error.message, error, again);
          // A file that is back is seen by any read, whatever met its absence.
          if (error instanceof VaultExchanged) met(error.message, error, () => stores.vault.accounts.byId(''));
          if (!isDamagedFile(error)) throw error;
          met(`${placeOf(name, args[0])}: ${messageOf(error)}`, error, again);
          throw toError(error);
        });
      };
      return [name, wrapper];
    });
    return Object.fromEntries(wrapped) as Calls;
  }

  const ofVault: Place = (name) => `the vault is damaged (${name})`;
  const vaultAway = (error: unknown) => new VaultUnavailable('The vault is damaged.', { cause: error });
  const viewsAway = (error: unknown) => new ViewStoreUnavailable('The views are damaged.', { cause: error });
  const vault = Object.fromEntries(
    Object.entries(stores.vault).map(([name, group]: [string, unknown]) => [
      name,
      typeof group === 'object' && group !== null
        ? watched(group, (call) => ofVault(`${name}.${call}`, null), vaultAway)
        : group,
    ]),
  ) as unknown as Vault;
  const views: ViewStore = {
    ...stores.views,
    async open(projection, mode) {
      const file = `${projection.name}@${projection.version}`;
      const placeOf: Place = (name, first) => `the views ${file} are damaged (${viewOf(first) ?? name})`;
      return watched<ProjectionStore>(await stores.views.open(projection, mode), placeOf, viewsAway);
    },
  };
  const log = watched(
    stores.log,
    () => 'the event log is damaged',
    (error) => new EventLogDamaged(messageOf(error)),
  );
  return {
    stores: { ...stores, log, vault, views },
    damage: {
      async problems() {
        for (const [place, again] of [...found]) {
          const isGone = await again().then(
            () => true,
            () => false,
          );
          if (isGone) found.delete(place);
        }
        return [...found.keys()];
      },
    },
  };
}

/** The view that a call of a projection's store is about. */
function viewOf(first: unknown): string | null {
  if (typeof first === 'string') return first;
  return typeof first === 'object' && first !== null && 'view' in first ? String(first.view) : null;
}
