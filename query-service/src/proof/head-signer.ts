import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { digestKey } from '@dayline/contracts/activity';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { type SignedHead, signedHeadSchema } from '@dayline/contracts/proof/signed-head';
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

/** The number of heads read in one step; other calls are answered in between. A log of years has thousands. */
const headsAtOnce = 100;
const minute = 60_000;
const stream = streams.logHeads;
const actor = { kind: 'system', id: 'dayline', name: 'Dayline' } as const;
/** None if the event is of another type, which only a stranger appends to this stream. */
const headsOf = ({ type, data }: Recorded): SignedHead[] =>
  type === 'LogHeadSigned' ? [signedHeadSchema.parse(data)] : [];

/** The last event of the stream of heads, and its head. */
interface LastHead {
  readonly event: Recorded | undefined;
  readonly head: SignedHead | null;
}

/**
 * Signs the running digest that the activity keeps and appends the head to the log. Any number of processes may run
 * this: if several sign at once, one appends.
 */
export class HeadSigner {
  readonly #parts: HeadSignerParts;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;
  #signer: Signer | null = null;

  constructor(parts: HeadSignerParts) {
    this.#parts = parts;
  }

  async signer(): Promise<Signer> {
    this.#signer ??= await openSigner(this.#parts.keys);
    return this.#signer;
  }

  /** Signs the log's digest unless nothing was appended since; null before the first event. @throws EventLogUnavailable */
  async sign(): Promise<SignedHead | null> {
    const { activity, clock } = this.#parts;
    const row = (await activity.rows('digest', [digestKey])).get(digestKey);
    const last = await this.#last();
    // The event of the last head is itself not covered by it.
    if (!row || (last.head && row.events <= last.head.events + 1)) return last.head;
    const { at: position, events, digest } = row;
    const signedAt = new Date(clock.now()).toISOString();
    const head = signHead({ position, events, digest, signedAt }, await this.signer());
    // If not, another process has just signed.
    return (await this.#append(head, last.event)) ? head : (await this.#last()).head;
  }

  /** Oldest first. */
  async heads(): Promise<readonly SignedHead[]> {
    const all: SignedHead[] = [];
    for (let from = 0; ; from += headsAtOnce) {
      const some = await this.#parts.log.readStream(stream, { from, limit: headsAtOnce });
      all.push(...some.flatMap(headsOf));
      if (some.length < headsAtOnce) return all;
      await nextTurn();
    }
  }

  /** Signs a minute after the start, when the views have caught up, then at intervals until `stop`. */
  start(): void {
    this.#running ??= this.#keepSigning();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #last(): Promise<LastHead> {
    const [event] = await this.#parts.log.readStream(stream, { direction: 'backward', limit: 1 });
    const [head = null] = event ? headsOf(event) : [];
    return { event, head };
  }

  /** Whether the head was appended right after the given event. */
  async #append(head: SignedHead, last: Recorded | undefined): Promise<boolean> {
    const id = newUlid(this.#parts.clock);
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
    const chain = last?.metadata.chain ?? chainStart;
    return (await this.#parts.log.append(stream, last?.revision ?? 'noStream', chain, [event])).appended;
  }

  async #keepSigning(): Promise<void> {
    const { logger, config } = this.#parts;
    const { signal } = this.#ending;
    // Allows reading the public key before the first signature.
    await this.signer().catch((error: unknown) => logger.error({ err: error }, 'the signing key was not made'));
    for (let wait = minute; !signal.aborted; ) {
      await pause(wait, undefined, { signal, ref: false }).catch(() => {
        // Stopped during the wait.
      });
      if (signal.aborted) return;
      wait = await this.sign().then(
        () => config.auditHeadMinutes * minute,
        (error: unknown) => {
          logger.error({ err: error }, 'the head of the log was not signed; it is tried again');
          return minute;
        },
      );
    }
  }
}
