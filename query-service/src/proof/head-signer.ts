import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { digestKey } from '@dayline/contracts/activity';
import type { Recorded } from '@dayline/contracts/events/definition';
import { streams } from '@dayline/contracts/ids';
import { type SignedHead, signedHeadSchema } from '@dayline/contracts/signed-head';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { openSigner, type Signer, signHead } from '@dayline/event-log/sealed-log/signing';
import type { Clock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
import type { Activity } from '../activity/activity.ts';

export interface HeadSignerParts {
  readonly log: Pick<SealedLog, 'append' | 'readStream'>;
  readonly activity: Pick<Activity, 'rows'>;
  readonly vault: Pick<Vault, 'keys' | 'followers' | 'outbox'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly config: Pick<Config, 'auditHeadDir' | 'auditHeadMail' | 'auditHeadMinutes'>;
}

export interface HeadSigner {
  signer(): Promise<Signer>;
  /** Signs the log's digest unless nothing was appended since; null before the first event. @throws EventLogUnavailable */
  sign(): Promise<SignedHead | null>;
  /** Oldest first. */
  heads(): Promise<readonly SignedHead[]>;
  /** Signs and delivers; failures are logged. False if there was one. */
  round(): Promise<boolean>;
  /** A round a minute after the start, when the views have caught up, then at intervals until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

const follower = 'log-heads';
const minute = 60_000;
const actor = { kind: 'system', id: 'dayline', name: 'Dayline' } as const;
const headOf = ({ data }: Recorded): SignedHead => signedHeadSchema.parse(data);

/**
 * Signs the running digest that the activity keeps, appends the head to the log, and delivers it to a folder and a
 * mailbox. Any number of processes may run one: of those that sign at once, one appends.
 */
export function createHeadSigner({ log, activity, vault, clock, logger, config }: HeadSignerParts): HeadSigner {
  const stream = streams.logHeads;
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  let known: Signer | null = null;
  async function signer(): Promise<Signer> {
    known ??= await openSigner(vault.keys);
    return known;
  }

  async function lastEvent(): Promise<Recorded | undefined> {
    const [event] = await log.readStream(stream, { direction: 'backward', limit: 1 });
    return event;
  }

  async function sign(): Promise<SignedHead | null> {
    const row = (await activity.rows('digest', [digestKey])).get(digestKey);
    const last = await lastEvent();
    const lastHead = last ? headOf(last) : null;
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
    return other ? headOf(other) : null;
  }

  /** Hands over what was signed since the last delivery; a repeated one changes nothing. */
  async function deliver(): Promise<void> {
    const reached = (await vault.followers.position(follower)) ?? '';
    const waiting = (await newestFirst(reached)).reverse();
    for (const event of waiting) {
      const head = headOf(event);
      if (config.auditHeadDir !== null) await writeHead(config.auditHeadDir, head);
      if (config.auditHeadMail !== null) {
        const payload = JSON.stringify({ kind: 'logHead', to: config.auditHeadMail, head });
        await vault.outbox.add({ id: event.id, kind: 'logHead', payload, addedAt: clock.now(), keep: false });
      }
      await vault.followers.reached(follower, event.position);
    }
  }

  /** The events of heads after a position. */
  async function newestFirst(after: string): Promise<Recorded[]> {
    const found: Recorded[] = [];
    for (let from: number | undefined; from === undefined || from >= 0; ) {
      const page = await log.readStream(stream, {
        direction: 'backward',
        limit: 500,
        ...(from !== undefined && { from }),
      });
      const wanted = page.filter(({ position }) => position > after);
      found.push(...wanted);
      if (wanted.length < page.length || page.length < 500) break;
      from = (page.at(-1)?.revision ?? 0) - 1;
    }
    return found;
  }

  async function round(): Promise<boolean> {
    try {
      await sign();
      await deliver();
      return true;
    } catch (error) {
      logger.error({ err: error }, 'the head of the log was not signed or not delivered; it is tried again');
      return false;
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
      if (!signal.aborted) wait = (await round()) ? config.auditHeadMinutes * minute : minute;
    }
  }

  return {
    signer,
    sign,
    round,
    heads: async () => (await newestFirst('')).reverse().map(headOf),
    start() {
      running ??= keepSigning();
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** Complete or not there; the file's name sorts by position. */
async function writeHead(folder: string, head: SignedHead): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `dayline-head-${head.position}.json`);
  const file = await open(`${path}.${process.pid}.part`, 'w');
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.${process.pid}.part`, path);
}
