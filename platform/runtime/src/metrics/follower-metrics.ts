import { Gauge, type Registry } from 'prom-client';

/** A follower of the log as its process sees it. */
export interface FollowerReading {
  readonly name: string;
  /** Why it makes no progress; null while it does. */
  readonly trouble: string | null;
  /** The age of the first event that it hasn't handled. */
  readonly behindSeconds: number;
}

/** Metrics of the followers. Returns a function that refreshes them. */
export function followerMetrics(read: () => readonly FollowerReading[], register: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['follower'], registers: [register] });
  const running = gauge(
    'dayline_follower_running',
    '1 while the log is followed, 0 while that fails and is tried again',
  );
  const lagGauge = gauge(
    'dayline_follower_behind_seconds',
    'Age of the first event that the follower has not handled; 0 at the end of the log',
  );
  return async () => {
    for (const { name: follower, trouble, behindSeconds } of read()) {
      running.set({ follower }, trouble === null ? 1 : 0);
      lagGauge.set({ follower }, behindSeconds);
    }
  };
}
