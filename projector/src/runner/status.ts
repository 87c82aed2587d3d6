import type { Position } from '@dayline/contracts/ids';
import type { ProjectionDefinition } from '@dayline/view-store/port';

/** The status of a projection, shown by health checks and rebuilds. */
export interface ProjectorStatus {
  /** `name@version`. */
  readonly projection: string;
  /** The position up to which the views are complete; null before the first event. */
  readonly checkpoint: Position | null;
  /** The end of the log when last read. */
  readonly head: Position;
  readonly caughtUp: boolean;
  /** Number of parked events, and their streams. */
  readonly parkedEvents: number;
  readonly parkedStreams: readonly string[];
  /** Why the projection stopped until a restart; null while it runs. */
  readonly stopped: string | null;
  /** The error of the last attempt, which is retried; null after a success. */
  readonly trouble: string | null;
  /** Another projector holds the lease; this one takes over when it ends. */
  readonly waits?: true;
}

/** The initial status. @param start the position before every event */
export const openingStatus = ({ name, version }: ProjectionDefinition, start: Position): ProjectorStatus => ({
  projection: `${name}@${version}`,
  checkpoint: null,
  head: start,
  caughtUp: false,
  parkedEvents: 0,
  parkedStreams: [],
  stopped: null,
  trouble: null,
});
