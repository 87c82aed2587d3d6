import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { EventLog } from '@dayline/event-log/port';
import type { Activity } from './activity.ts';

/** In ms. A smaller lag counts as up to date: the newest events are always still being folded. */
const levelWithin = 10_000;

interface ProgressDeps {
  readonly activity: Pick<Activity, 'checkpoint' | 'rows'>;
  readonly eventLog: Pick<EventLog, 'head' | 'start' | 'readAll'>;
}

/** The fault of a read that needs a level activity: it is being built, as after an upgrade, or merely behind. */
export const refusedUntilLevel = async ({ checkpoint }: Pick<Activity, 'checkpoint'>): Promise<Refusal> =>
  refuse((await checkpoint()) === null ? 'views.building' : 'views.behind');

/** How far the activity has read, and whether the first missing event is only moments old. */
export async function activityProgress(
  { activity, eventLog }: ProgressDeps,
  instant: number,
): Promise<{ isLevel: boolean; upTo: string | null }> {
  const checkpoint = await activity.checkpoint();
  if (!checkpoint) return { isLevel: (await eventLog.head()) === eventLog.start, upTo: null };
  const { eventId, position } = checkpoint;
  const [entries, head] = await Promise.all([activity.rows('entries', [eventId]), eventLog.head()]);
  const upTo = entries.get(eventId)?.recordedAt ?? null;
  if (position >= head) return { isLevel: true, upTo };
  const [lacking] = await eventLog.readAll(position, 1);
  return { isLevel: !lacking || instant - Date.parse(lacking.metadata.recordedAt) <= levelWithin, upTo };
}
