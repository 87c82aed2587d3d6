import type { CommandName } from '@dayline/contracts/endpoints/table';
import type { CommandOutcome } from '@dayline/contracts/errors';
import { type CallError, NetworkFailure } from './call-error.ts';
import { isAway, waitBeforeRetry } from './patience.ts';

/** Most attempts of a command that met an outage: more if it may have been carried out, which only a repeat can tell. */
const attempts = { notCarriedOut: 3, unknown: 6 } as const satisfies Record<CommandOutcome, number>;
/** An attempt without an answer for this long has none, ms: the server answers within 10 s. */
const attemptMs = 20_000;

/** Shows commands that meet an outage; the application registers it here. */
export interface CommandWatch {
  /** A command may have been carried out, and is repeated by its key to learn that. Returns what ends this. */
  checking(name: CommandName): () => void;
  /** No attempt was answered. */
  gaveUp(name: CommandName, outcome: CommandOutcome): void;
}

let watch: CommandWatch = { checking: () => () => undefined, gaveUp: () => undefined };
export const watchCommands = (watching: CommandWatch): void => {
  watch = watching;
};

export interface Carrying {
  readonly name: CommandName;
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined;
  /** False for an upload, which may take long. */
  readonly isLimited: boolean;
  /** The caller says itself what became of it. */
  readonly isReportedByCaller: boolean;
}

/**
 * Sends a command, and repeats it by its key while a server is away. On failure the error's `outcome` says whether it was
 * carried out: not, if every attempt said so.
 */
export async function carryOut<Reply>(
  { name, signal, isLimited, isReportedByCaller }: Carrying,
  send: (signal: AbortSignal | undefined) => Promise<Reply>,
): Promise<Reply> {
  let outcome: CommandOutcome = 'notCarriedOut';
  let settled: (() => void) | undefined;
  try {
    for (let failures = 0; ; ) {
      try {
        return await (isLimited ? limited(send, signal) : send(signal));
      } catch (error) {
        if (signal?.aborted || !isOutage(error)) throw error;
        failures += 1;
        if (error.outcome !== 'notCarriedOut') outcome = 'unknown';
        error.outcome = outcome;
        if (failures >= attempts[outcome]) {
          if (!isReportedByCaller) watch.gaveUp(name, outcome);
          throw error;
        }
        if (outcome === 'unknown') settled ??= watch.checking(name);
        await new Promise((resolve) => setTimeout(resolve, waitBeforeRetry(failures - 1, error)));
        if (signal?.aborted) throw error;
      }
    }
  } finally {
    settled?.();
  }
}

const isOutage = (error: unknown): error is CallError | NetworkFailure => isAway(error);

/** One attempt; out of time it counts as lost. */
async function limited<Reply>(
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
