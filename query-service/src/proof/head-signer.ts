import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { digestKey } from '@dayline/contracts/activity';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { type SignedHead, signedHeadSchema } from '@dayline/contracts/signed-head';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { openSigner, type Signer, signHead } from '@dayline/event-log/sealed-log/signing';
import type { Clock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Activity } from '../activity/activity.ts';

export interface HeadSignerParts {
  readonly log: Pick<SealedLog, 'append' | 'readStream'>;
  readonly activity: Pick<Activity, 'rows'>;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
  readonly config: Pick<Config, 'auditHeadMinutes'>;
}

export interface HeadSigner {
  signer(): Promise<Signer>;
  /** Signs the log's digest unless nothing was appended since; null before the first event. @throws EventLogUnavailable */
  sign(): Promise<SignedHead | null>;
  /** Oldest first. */
  heads(): Promise<readonly SignedHead[]>;
  /** Signs a minute after the start, when the views have caught up, then at intervals until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/** Read in one step, between which other calls are answered: a log of years has thousands. */
const headsAtOnce = 100;
const minute = 60_000;
const actor = { kind: 'system', id: 'dayline', name: 'Dayline' } as const;
/** None if the event is of another type, which only somebody else puts into this stream. */
const headsOf = ({ type, data }: Recorded): SignedHead[] =>
  type === 'LogHeadSigned' ? [signedHeadSchema.parse(data)] : [];

/**
 * Signs the running digest that the activity keeps and appends the head to the log. Any number of processes may run
 * one: of those that sign at once, one appends.
 */
export function createHeadSigner({ log, activity, keys, clock, logger, config }: HeadSignerParts): HeadSigner {
  const stream = streams.logHeads;
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  let known: Signer | null = null;
  async function signer(): Promise<Signer> {
    known ??= await openSigner(keys);
    return known;
  }

  async function lastEvent(): Promise<Recorded | undefined> {
    const [event] = await log.readStream(stream, { direction: 'backward', limit: 1 });
    return event;
  }

  async function sign(): Promise<SignedHead | null> {
    const row = (await activity.rows('digest', [digestKey])).get(digestKey);
    const last = await lastEvent();
    const [lastHead = null] = last ? headsOf(last) : [];
    // The event of the last head is itself not covered by it.
    if (!row || (lastHead && row.events <= lastHead.events + 1)) return lastHead;
    const now = clock.now();
    const { at: position, events, digest } = row;
    const head = signHead({ position, events, digest, signedAt: new Date(now).toISOString() }, await signer());
    const id = newUlid(clock);
    const metadata = {
      commandId: id,
      commandDigest: '',
      correlationId: id,
      causationId: id,
      actor,
      clientId: '',
      channel: 'system',
      recordedAt: head.signedAt,
    } as const;
    const event = { id, type: 'LogHeadSigned', data: head, metadata };
    const appended = await log.append(stream, last?.revision ?? 'noStream', last?.metadata.chain ?? chainStart, [
      event,
    ]);
    if (appended.appended) return head;
    // Another process has just signed.
    const other = await lastEvent();
    const [otherHead = null] = other ? headsOf(other) : [];
    return otherHead;
  }

  /** Oldest first. */
  async function heads(): Promise<readonly SignedHead[]> {
    const all: SignedHead[] = [];
    for (let from = 0; ; from += headsAtOnce) {
      const some = await log.readStream(stream, { from, limit: headsAtOnce });
      all.push(...some.flatMap(headsOf));
      if (some.length < headsAtOnce) return all;
      await nextTurn();
    }
  }

  async function keepSigning(): Promise<void> {
    const { signal } = ending;
    // So that the public key can be asked for before the first signature.
    await signer().catch((error: unknown) => logger.error({ err: error }, 'the signing key was not made'));
    for (let wait = minute; !signal.aborted; ) {
      await pause(wait, undefined, { signal, ref: false }).catch(() => {
        // Stopped while waiting.
      });
      if (signal.aborted) return;
      wait = await sign().then(
        () => config.auditHeadMinutes * minute,
        (error: unknown) => {
          logger.error({ err: error }, 'the head of the log was not signed; it is tried again');
          return minute;
        },
      );
    }
  }

  return {
    signer,
    sign,
    heads,
    start() {
      running ??= keepSigning();
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}
