import type { CommandKey } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { CommandKeyStore, StoredCommandKey } from '@dayline/vault/command-key-port';
import { VaultUnavailable } from '@dayline/vault/port';
import type { CommandContext } from './command-context.ts';

/** The used keys with a digest of each one's body, across streams, processes and restarts. */
export interface CommandKeys {
  /** Whether a key was used with another body. A command that appended nothing doesn't use its key. */
  isReused(key: CommandKey): Promise<boolean>;
  /** Present if the log doesn't store keys with appends. */
  readonly beforeAppend?: {
    /** Records where the key's events will be; false if it was used with another body. */
    take(key: CommandKey, stream: string, revision: number): Promise<boolean>;
    /** Frees the key of a command that appended nothing. */
    release(key: CommandKey): Promise<void>;
  };
}

/** Null for contexts without a body digest: command line and public calls. */
export const keyOf = ({
  commandId: id,
  commandDigest: digest,
}: Pick<CommandContext, 'commandId' | 'commandDigest'>): CommandKey | null => (digest === '' ? null : { id, digest });

export interface CommandKeysParts {
  readonly log: Pick<SealedLog, 'digestOfKey' | 'readStream'>;
  readonly store: CommandKeyStore;
  readonly clock: { now(): number };
  readonly logger: Pick<Logger, 'warn'>;
}

/** How long a key without events may belong to a pending append, in ms; longer than the log's time limit. */
const runningMs = 30_000;

/** How long an unavailable vault is not tried again, in ms. */
const askAgainMs = 5_000;

/** Keys stored by the log with its appends, or in the vault if the log can't. */
export function commandKeys(parts: CommandKeysParts): CommandKeys {
  const { log } = parts;
  if (!log.digestOfKey) return keysInVault(parts);
  return {
    async isReused(key) {
      const digest = await log.digestOfKey?.(key.id);
      return typeof digest === 'string' && digest !== key.digest;
    },
  };
}

function keysInVault({ log, store, clock, logger }: CommandKeysParts): CommandKeys {
  async function wasAppended({ id, stream, revision }: StoredCommandKey): Promise<boolean> {
    const since = await log.readStream(stream, { from: revision + 1, anyVersion: true });
    return since.some(({ metadata }) => metadata.commandId === id);
  }

  /** Whether another body's command was executed, or may be executing. */
  const isUsed = async (storedKey: StoredCommandKey): Promise<boolean> =>
    clock.now() - storedKey.at <= runningMs || (await wasAppended(storedKey));

  let isUnavailable = false;
  let isAsked = false;
  let askAgainAt = 0;

  /**
   * While the vault is unavailable, the folded state decides alone. One command at a time checks whether it is back;
   * the others don't wait.
   */
  async function unlessUnavailable<Answer>(ask: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    if (isUnavailable && (isAsked || clock.now() < askAgainAt)) return otherwise;
    const isProbe = isUnavailable;
    isAsked ||= isProbe;
    try {
      const answer = await ask();
      isUnavailable = false;
      return answer;
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error;
      if (!isUnavailable) logger.warn({ err: error }, 'used idempotency keys could not be read from the vault');
      isUnavailable = true;
      askAgainAt = clock.now() + askAgainMs;
      return otherwise;
    } finally {
      // A call from before the outage ends during the outage.
      if (isProbe) isAsked = false;
    }
  }

  async function take({ id, digest }: CommandKey, stream: string, revision: number): Promise<boolean> {
    const own = { id, digest, stream, revision, at: clock.now() };
    const existing = await store.take(own);
    return existing.digest === digest || (!(await isUsed(existing)) && (await store.replace(existing, own)));
  }

  return {
    isReused: (key) =>
      unlessUnavailable(async () => {
        const existing = await store.find(key.id);
        return existing !== null && existing.digest !== key.digest && (await isUsed(existing));
      }, false),
    beforeAppend: {
      take: (key, stream, revision) => unlessUnavailable(() => take(key, stream, revision), true),
      release: ({ id, digest }) => unlessUnavailable(() => store.release(id, digest), undefined),
    },
  };
}
