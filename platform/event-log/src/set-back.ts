import type { Position } from '@dayline/contracts/ids';
import { streams } from '@dayline/contracts/ids';
import type { Logger } from '@dayline/runtime/logging/logger';
import {
  type EventLog,
  EventLogDamaged,
  EventLogSetBack,
  type EventPlace,
  isInPlace,
  SetBackNotAccepted,
} from './port.ts';

/** An event that somebody has seen in the log. */
export interface SeenEvent extends EventPlace {
  /** Who has seen it, such as "the vault". */
  readonly by: string;
}

/** The event of a `SeenEvent` of which only the position is known, so that no log has it. @param id a ULID of its time */
export const unknownEvent = (position: Position, id: string): EventPlace => ({
  position,
  id,
  stream: '',
  revision: -1,
});

type ReadLog = Pick<EventLog, 'readStream' | 'last'>;

/** A damaged event is in the log; reads of it say so. */
async function isThere(log: ReadLog, place: EventPlace): Promise<boolean> {
  if (place.stream === '') return false;
  try {
    return await isInPlace(log, place);
  } catch (error) {
    if (error instanceof EventLogDamaged) return true;
    throw error;
  }
}

/** Ids are ULIDs: what was seen before the last acceptance has a smaller one. Null if nothing was accepted. */
async function acceptedUpTo(log: ReadLog): Promise<string | null> {
  const [event] = await log.readStream(streams.setBacks, { direction: 'backward', limit: 1 });
  if (!event) return null;
  const { seen } = event.data;
  const seenId = typeof seen === 'object' && seen !== null && 'eventId' in seen ? String(seen['eventId']) : '';
  return seenId > event.id ? seenId : event.id;
}

/** The latest event that was seen and that the log lacks, unless an operator has accepted its loss; null if none. */
export async function lostIn(log: ReadLog, seen: readonly SeenEvent[]): Promise<SeenEvent | null> {
  const missing: SeenEvent[] = [];
  for (const each of seen) if (!(await isThere(log, each))) missing.push(each);
  if (missing.length === 0) return null;
  const accepted = await acceptedUpTo(log);
  const open = missing.filter(({ id }) => accepted === null || id > accepted);
  return open.reduce<SeenEvent | null>((last, each) => (last && last.position >= each.position ? last : each), null);
}

export const acceptCommand = 'npm run dayline -- accept-set-back --reason "…"';

export interface SetBackParts {
  /** What was seen in the log before this process opened it; read once. */
  readonly seen: () => Promise<readonly SeenEvent[]>;
  /** Keeps the lost event, so that other processes, and later starts, miss it too. */
  readonly onLost: (lost: EventPlace) => Promise<void>;
  readonly logger?: Pick<Logger, 'error' | 'info'> | undefined;
}

/** Minimum interval between looks for the acceptance, in ms. */
const lookEveryMs = 250;

/**
 * A log that refuses every call once it lacks an event that was seen in it, before or since it was opened, until the
 * log says that an operator has accepted that. So nothing is appended to a log that was set back or exchanged, and
 * nothing is folded from it.
 */
export function refuseSetBack(log: EventLog, { seen, onLost, logger }: SetBackParts): EventLog {
  let suspects: readonly SeenEvent[] | null = null;
  let noticed: EventPlace | null = null;
  let refused: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    if (refused !== null && performance.now() - lookedAt < lookEveryMs) return;
    suspects ??= await seen();
    const now = log.lostEvent?.() ?? null;
    if (now !== null && now !== noticed) suspects = [...suspects, { ...now, by: 'this process' }];
    noticed = now;
    const lost = await lostIn(log, suspects);
    lookedAt = performance.now();
    if (lost === null) {
      if (refused !== null) logger?.info({}, 'the event log that was set back is accepted');
      refused = null;
      suspects = [];
    } else if (refused === null) {
      const end = (await log.last())?.position;
      refused = setBackWords(lost, end ?? null);
      logger?.error({ seen: lost.position, head: end ?? null }, refused);
      await onLost(lost).catch((error: unknown) => {
        logger?.error({ err: error }, 'the event that the log has lost could not be noted in the vault');
      });
    }
  }

  /** Synchronous unless there is something to look at: each call of the log passes here. */
  function admit(): Promise<void> | null {
    if (suspects?.length === 0 && (log.lostEvent?.() ?? null) === noticed) return null;
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking.then(() => {
      if (refused !== null) throw new SetBackNotAccepted(refused);
    });
  }

  const admitted =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await admit();
      return await call(...args);
    };

  return {
    ...log,
    append: admitted(log.append),
    readStream: admitted(log.readStream),
    readAll: admitted(log.readAll),
    head: admitted(log.head),
    last: admitted(log.last),
    ...(log.digestOfKey && { digestOfKey: admitted(log.digestOfKey) }),
    admit: async () => {
      await admit();
    },
    async *follow(...how) {
      await admit();
      let last: EventPlace | null = null;
      try {
        for await (const item of log.follow(...how)) {
          await admit();
          yield item;
          if (item.kind === 'events') last = item.last ?? item.events.at(-1) ?? last;
        }
      } catch (error) {
        if (error instanceof EventLogSetBack && last) suspects = [...(suspects ?? []), { ...last, by: 'this process' }];
        throw error;
      }
    },
  };
}

const setBackWords = ({ by, position }: SeenEvent, end: Position | null): string =>
  `the event log was set back: ${by} has seen the event at ${position}, and the log ${
    end === null ? 'is empty' : end < position ? `ends at ${end}` : 'holds another there'
  }. Nothing is read or written until the log that was seen is back, or an operator accepts this one: ${acceptCommand}`;
