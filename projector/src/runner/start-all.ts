import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import type { ProjectorStores } from '@dayline/stores/open';
import { activity } from '../projections/activity/projection.ts';
import { desk } from '../projections/desk/projection.ts';
import { keepLeasedProjector, startLeasedProjector } from './lease.ts';
import type { Projector } from './start.ts';
import type { ProjectorStatus } from './status.ts';
import { storedFeed } from './stored-feed.ts';

type OnStatus = (status: ProjectorStatus) => void;

/** Starts the projectors of the desk and of the activity, each under its lease. The desk never waits for the activity. */
export async function startProjectors(
  { log, keys, views, lease }: Pick<ProjectorStores, 'log' | 'keys' | 'views' | 'lease'>,
  onStatus: { readonly desk: OnStatus; readonly activity: OnStatus },
): Promise<{ readonly desk: Projector; readonly activity: Projector }> {
  return {
    desk: await startLeasedProjector({
      projection: desk,
      feed: openSealedLog(log, keys),
      views,
      lease: lease(desk),
      onStatus: onStatus.desk,
    }),
    activity: keepLeasedProjector({
      projection: activity,
      feed: storedFeed(log),
      views,
      lease: lease(activity),
      onStatus: onStatus.activity,
    }),
  };
}
