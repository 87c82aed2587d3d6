import { streams } from '@dayline/contracts/events/categories';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { CommandService } from '../service.ts';
import { memoryCursors } from './killed.ts';
import type { Stage } from './stage.ts';

/** Offers free places until nothing more follows, as the follower does; also after a crash. */
export async function offerPlaces(stage: Stage, service: CommandService = stage.service): Promise<void> {
  for (let head = ''; head !== (await stage.stored.head()); ) {
    head = await stage.stored.head();
    await followToEnd({ ...service.waiting, log: followable(stage.stored), cursors: stage.vault.followers });
  }
}

/** Handles every event of the log again, as a follower whose cursor was lost. */
export const offerAgain = (stage: Stage, service: CommandService = stage.service): Promise<void> =>
  followToEnd({ ...service.waiting, log: followable(stage.stored), cursors: memoryCursors() });

/** The types of an entry's events, in order. */
export const typesOf = async (stage: Stage, waitingId: string): Promise<string[]> =>
  (await stage.stored.readStream(streams.waiting(waitingId))).map(({ type }) => type);

/** The places that are offered to an entry, with its last answer. */
export async function offerOf(stage: Stage, waitingId: string) {
  const events = await stage.log.readStream(streams.waiting(waitingId));
  const last = events.findLast(({ type }) => type === 'PlaceOffered');
  const isOpen = events.at(-1)?.type === 'PlaceOffered';
  return last && isOpen ? { appointmentId: String(last.data['appointmentId']), time: String(last.data['time']) } : null;
}
