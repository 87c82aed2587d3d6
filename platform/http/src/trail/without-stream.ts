import { VaultUnavailable } from '@dayline/vault/port';
import type { SignInAliases } from '../sign-ins/aliases.ts';
import type { WaitingEntry } from './append.ts';
import { byPlace, placeOf, underAlias } from './entry.ts';

export interface WithoutStreamParts {
  readonly aliases: Pick<SignInAliases, 'streamOf'>;
  readonly backOff: (failures: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Receives entries with their stream, older than any that came later. */
  readonly onFound: (entries: readonly WaitingEntry[]) => void;
  readonly onFault: (entries: readonly WaitingEntry[], error: unknown) => void;
}

/** Sign-ins whose stream needs a key of the vault. They wait here, so that no other entry waits for the vault. */
export class WithoutStream {
  readonly #parts: WithoutStreamParts;
  #entries: WaitingEntry[] = [];
  #running: Promise<void> | null = null;

  constructor(parts: WithoutStreamParts) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Whether earlier entries of the place wait here. */
  has(place: string): boolean {
    return this.#entries.some((entry) => placeOf(entry) === place);
  }

  add(entries: readonly WaitingEntry[]): void {
    this.#entries.push(...entries);
    this.#running ??= this.#find().finally(() => {
      this.#running = null;
    });
  }

  takeAll(): readonly WaitingEntry[] {
    return this.#entries.splice(0);
  }

  /** Resolves once none waits here; during a stop, after one more attempt. */
  async found(): Promise<void> {
    await this.#running;
  }

  async #find(): Promise<void> {
    const { backOff, signal } = this.#parts;
    for (let failures = 0; this.#entries.length > 0; ) {
      const isLast = signal.aborted;
      const places = [...byPlace(this.#entries)];
      const areFound = await Promise.all(places.map(([place, entries]) => this.#findOne(place, entries)));
      failures = areFound.includes(true) ? 0 : failures + 1;
      if (isLast) return;
      // A stop ends the wait.
      if (areFound.includes(false)) await backOff(failures, signal).catch(() => {});
    }
  }

  async #findOne(place: string, entries: readonly WaitingEntry[]): Promise<boolean> {
    const { aliases, onFound, onFault } = this.#parts;
    try {
      const stream = (await underAlias(entries, aliases))[0]?.stream ?? '';
      onFound(this.#take(place).map((entry) => ({ ...entry, stream })));
      return true;
    } catch (error) {
      if (error instanceof VaultUnavailable) return false;
      onFault(this.#take(place), error);
      return true;
    }
  }

  /** Also those that came while the key was read. */
  #take(place: string): readonly WaitingEntry[] {
    const taken = this.#entries.filter((entry) => placeOf(entry) === place);
    this.#entries = this.#entries.filter((entry) => placeOf(entry) !== place);
    return taken;
  }
}
