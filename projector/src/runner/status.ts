import type { Position } from '@dayline/contracts/ids';
import type { ProjectionDefinition } from '@dayline/platform/view-store/port';

/** How a projection stands; health and the rebuild's page show it. */
export interface ProjectorStatus {
  /** `name@version`. */
  readonly projection: string;
  /** The position up to which the views are complete; null while nothing was folded. */
  readonly checkpoint: Position | null;
  /** The end of the log when it was last looked at. */
  readonly head: Position;
  readonly caughtUp: boolean;
  /** Events that are held back, and the streams that they stand in. */
  readonly parkedEvents: number;
  readonly parkedStreams: readonly string[];
  /** Why the projection stands still until it is started anew; null while it runs. */
  readonly stopped: string | null;
  /** What the last attempt failed with; it is tried again. Null once it went well. */
  readonly trouble: string | null;
  /** Another projector keeps these views; this one takes over when that one ends. */
  readonly waits?: true;
}

/** Before anything was looked at. @param start the position before every event */
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
