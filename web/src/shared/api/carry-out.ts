import type { CommandName } from '@dayline/contracts/endpoints/table';
import type { CommandOutcome } from '@dayline/contracts/errors';
import { type CallError, NetworkFailure } from './call-error.ts';
import { isAway, waitBeforeRetry } from './patience.ts';

/**
 * Maximum attempts for a command during an outage: more if it may have been carried out, which only a repeat can tell.
 */
const attempts = { notCarriedOut: 3, unknown: 6 } as const satisfies Record<CommandOutcome, number>;
/** In ms: an attempt without a response for this long has failed, since the server responds within 10 s. */
const attemptMs = 20_000;

/** Shows commands that meet an outage; the application registers it here. */
export interface CommandWatch {
  /**
   * A command may have been carried out, and is repeated with its key to find out. Returns a function to call when that
   * is known.
   */
  checking(name: CommandName): () => void;
  /** No attempt got a response. */
  gaveUp(name: CommandName, outcome: CommandOutcome): void;
}

let watch: CommandWatch = { checking: () => () => undefined, gaveUp: () => undefined };
export const watchCommands = (watching: CommandWatch): void => {
  watch = watching;
};

export interface CarryOutOptions {
  readonly name: CommandName;
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined;
  /** False for an upload, which may take a long time. */
  readonly isLimited: boolean;
  /** The caller shows the outcome itself. */
  readonly isReportedByCaller: boolean;
}

/**
 * Sends a command, and repeats it with its key while a server is unavailable. On failure the error's `outcome` says
 * whether it was carried out: it wasn't if every attempt reported so.
 */
export async function carryOut<Reply>(
  { name, signal, isLimited, isReportedByCaller }: CarryOutOptions,
  send: (signal: AbortSignal | undefined) => Promise<Reply>,
): Promise<Reply> {
  let outcome: CommandOutcome = 'notCarriedOut';
  let settle: (() => void) | undefined;
  try {
    for (let failures = 0; ; ) {
      try {
        return await (isLimited ? withLimit(send, signal) : send(signal));
      } catch (error) {
        if (signal?.aborted || !isOutage(error)) throw error;
        failures += 1;
        if (error.outcome !== 'notCarriedOut') outcome = 'unknown';
        error.outcome = outcome;
        if (failures >= attempts[outcome]) {
          if (!isReportedByCaller) watch.gaveUp(name, outcome);
          throw error;
        }
        if (outcome === 'unknown') settle ??= watch.checking(name);
        await new Promise((resolve) => setTimeout(resolve, waitBeforeRetry(failures - 1, error)));
        if (signal?.aborted) throw error;
      }
    }
  } finally {
    settle?.();
  }
}

const isOutage = (error: unknown): error is CallError | NetworkFailure => isAway(error);

/** One attempt; after the time limit it counts as lost. */
async function withLimit<Reply>(
  send: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, attemptMs);
  try {
    return await send(ending.signal);
  } catch (error) {
    throw ending.signal.aborted && !signal?.aborted ? new NetworkFailure(error) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
