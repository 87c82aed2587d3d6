import { streams } from '@dayline/contracts/events/categories';
import { type EventLog, type EventRef, hasEvent } from '@dayline/event-log/port';
import { lostHeads } from '@dayline/event-log/sealed-log/delivered-heads';
import type { SeenEvent } from '@dayline/event-log/set-back';
import { durableFollowerNames, durableFollowers } from '@dayline/vault/durable-followers';
import type { Vault } from '@dayline/vault/port';
import type { ViewStore } from '@dayline/view-store/port';

export interface Witnesses {
  /** Not watched. */
  readonly log: Pick<EventLog, 'readStream' | 'last'>;
  readonly views: Pick<ViewStore, 'checkpoints'>;
  readonly followers: Pick<Vault['followers'], 'read'>;
  /** The folder that signed heads are delivered to; null for none. */
  readonly auditHeadDir?: string | null;
}

/** The last event that a process has seen is stored like a follower's cursor. */
const lastSeen = 'last-seen';
/** The position of the log that the vault has recorded. */
const cursorNames = [...durableFollowerNames, lastSeen] as const;

/** The events of the log that views, vault and delivered heads have seen. */
export async function seenIn(witnesses: Witnesses): Promise<readonly SeenEvent[]> {
  const { log, auditHeadDir = null } = witnesses;
  const found = await Promise.all([ofViews(witnesses), cursorEvents(witnesses), lostHeads(log, auditHeadDir)]);
  return found.flat();
}

async function ofViews({ views }: Witnesses): Promise<readonly SeenEvent[]> {
  const found = await views.checkpoints();
  return found.map(({ generation, checkpoint: { eventId: id, ...ref } }) => ({
    ...ref,
    id,
    by: `the views ${generation}`,
  }));
}

async function cursorEvents({ followers }: Witnesses): Promise<readonly SeenEvent[]> {
  const cursors = await Promise.all(cursorNames.map((name) => followers.read(name)));
  return cursors.flatMap((cursor) => (cursor === null ? [] : [{ ...cursor, by: 'the vault' }]));
}

/** Stores the last event seen in the vault, if it is later than the stored one. */
export async function noteLastSeen(
  followers: Vault['followers'],
  { position, id, stream, revision }: EventRef,
): Promise<void> {
  const ref = { position, id, stream, revision };
  const last = await followers.read(lastSeen);
  if (last && last.position >= ref.position) return;
  await followers.advance(lastSeen, last?.position ?? null, ref);
}

/**
 * Moves the vault's cursors once an operator has accepted that the log was set back. Followers whose work may be lost
 * with the events go to the log's first event, even if their own event is still in the log: the events that resulted
 * from it came later. Other cursors whose events are gone go to the acceptance, so that what was signed before isn't
 * delivered twice.
 */
export async function settleCursors(log: EventLog, followers: Vault['followers']): Promise<void> {
  const [acceptance] = await log.readStream(streams.setBacks, { direction: 'backward', limit: 1 });
  const [first] = await log.readAll(log.start, 1);
  if (!acceptance || !first) return;
  for (const name of cursorNames) {
    const cursor = await followers.read(name);
    if (cursor === null) continue;
    const startsOver = name !== lastSeen && durableFollowers[name] === 'first event';
    const isLost = !(await hasEvent(log, cursor));
    if (!isLost && !(startsOver && cursor.position < acceptance.position)) continue;
    const { position, id, stream, revision } = startsOver ? first : acceptance;
    await followers.advance(name, cursor.position, { position, id, stream, revision });
  }
}
