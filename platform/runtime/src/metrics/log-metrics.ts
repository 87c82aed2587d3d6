import { Counter, Gauge, type Registry } from 'prom-client';
import { within } from '../within.ts';

/** The measured part of an event log. */
export interface MeasuredLog {
  /** Rejects while the log is unavailable. */
  head(): Promise<unknown>;
  /** Counts since the process started. */
  stats?(): { readonly appends: number; readonly commits: number; readonly foreign?: number };
}

/** A log that doesn't answer within this time (ms) counts as down; shorter than a scrape's time-out. */
const maxAnswer = 2_000;

const answers = (log: Pick<MeasuredLog, 'head'>): Promise<boolean> =>
  within(maxAnswer, log.head(), () => new Error('no answer in time')).then(
    () => true,
    () => false,
  );

/** Metrics of the event log. Returns a function that refreshes them. */
export function logMetrics(log: MeasuredLog, register: Registry): () => Promise<void> {
  const registers = [register];
  const up = new Gauge({
    name: 'dayline_log_up',
    help: '1 while the event log answers this process, else 0',
    registers,
  });
  const appends = new Counter({ name: 'dayline_log_appends_total', help: 'Appends to the event log', registers });
  const commits = new Counter({
    name: 'dayline_log_commits_total',
    help: 'Commits of the event log, one fsync each; appends by commits is the size of a group commit',
    registers,
  });
  const foreign = new Counter({
    name: 'dayline_log_foreign_events_total',
    help: 'Events of somebody else in the same store, which were skipped',
    registers,
  });
  return async () => {
    up.set((await answers(log)) ? 1 : 0);
    // The log keeps the totals; they are copied.
    const totals = log.stats?.();
    for (const counter of [appends, commits, foreign]) counter.reset();
    appends.inc(totals?.appends ?? 0);
    commits.inc(totals?.commits ?? 0);
    foreign.inc(totals?.foreign ?? 0);
  };
}
