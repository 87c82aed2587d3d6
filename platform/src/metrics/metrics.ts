import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { categoryOf } from '@dayline/contracts/ids';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What a process counts of itself, as Prometheus reads it. Labels name calls, statuses and roles, never a person. */
export interface Metrics {
  /** For `CallDeps.onAnswered`; `ms` to the answer's writing. */
  readonly callAnswered: (call: string, status: number, ms: number) => void;
  /** For `KernelOptions.watch`. */
  readonly kernel: { readonly conflict: (stream: string) => void; readonly retry: (stream: string) => void };
  /** Values that are read only when somebody asks for the metrics. */
  observe(values: ObservedValues): void;
  /** The `Content-Type` of the text. */
  readonly contentType: string;
  /** The text format. Something that can't be observed just now is left out, the rest stands. */
  text(): Promise<string>;
}

/** Read at each scrape; each may fail without harm to the others. Absent: this process has none of it. */
export interface ObservedValues {
  readonly projector?: () => Promise<ProjectorReading>;
  readonly sockets?: () => ReadonlyMap<string, number>;
  readonly log?: (() => { readonly appends: number; readonly commits: number }) | undefined;
}

export interface ProjectorReading {
  /** `name@version` */
  readonly projection: string;
  readonly lagEvents: number;
  readonly lagSeconds: number;
  readonly parkedEvents: number;
  /** Whether it runs: false where it stands still or tries again. */
  readonly runs: boolean;
}

/** In seconds. Fine where answers are expected (1 to 500 ms), so that a shift by a half shows. */
const buckets = [0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 5];

/** A registry of its own with the process's metrics and the product's. One for each process. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const durations = {
    command: new Histogram({
      name: 'dayline_command_duration_seconds',
      help: 'Time from a command coming in to the writing of its answer',
      labelNames: ['call', 'status'],
      buckets,
      registers,
    }),
    query: new Histogram({
      name: 'dayline_query_duration_seconds',
      help: 'Time from a query coming in to the writing of its answer',
      labelNames: ['call', 'status'],
      buckets,
      registers,
    }),
  };
  const throttled = new Counter({
    name: 'dayline_throttled_calls_total',
    help: 'Calls answered 429',
    labelNames: ['call'],
    registers,
  });
  const conflicts = new Counter({
    name: 'dayline_append_conflicts_total',
    help: 'Appends that found the stream longer than it was read: another process was there first',
    labelNames: ['category'],
    registers,
  });
  const retries = new Counter({
    name: 'dayline_command_retries_total',
    help: 'Commands decided again, after a conflict or an append whose outcome was unknown',
    labelNames: ['category'],
    registers,
  });

  // Labels are hashed at each look-up; a call and status are met a million times.
  const timers = new Map<string, { observe(seconds: number): void }>();
  function timerOf(call: string, status: number): { observe(seconds: number): void } {
    const key = `${call} ${status}`;
    const known = timers.get(key);
    if (known) return known;
    const timer = durations[isEndpoint(call) ? endpoints[call].kind : 'query'].labels(call, String(status));
    timers.set(key, timer);
    return timer;
  }

  let readAnew = async (): Promise<void> => {};
  return {
    contentType: register.contentType,
    async text() {
      await readAnew();
      return register.metrics();
    },
    callAnswered(call, status, ms) {
      timerOf(call, status).observe(ms / 1_000);
      if (status === 429) throttled.inc({ call });
    },
    kernel: {
      conflict: (stream) => conflicts.inc({ category: categoryOf(stream) }),
      retry: (stream) => retries.inc({ category: categoryOf(stream) }),
    },
    observe(values) {
      readAnew = observedMetrics(values, register);
    },
  };
}

const isEndpoint = (call: string): call is EndpointName => call in endpoints;

/** Makes the metrics of observed values; answers the way to read them anew. */
function observedMetrics({ projector, sockets, log }: ObservedValues, register: Registry): () => Promise<void> {
  const registers = [register];
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['projection'], registers });
  const running = gauge(
    'dayline_projector_running',
    '1 while the projection runs, 0 while it stands still or tries again',
  );
  const parked = gauge('dayline_projector_parked_events', 'Events held back because they could not be folded');
  const lagEvents = gauge('dayline_projector_lag_events', 'Events of the log that the views do not hold yet');
  const lagSeconds = gauge(
    'dayline_projector_lag_seconds',
    'Age of the oldest event that the views do not hold yet, by its recordedAt; 0 where they hold all',
  );
  const open = new Gauge({ name: 'dayline_sockets_open', help: 'Open sockets', labelNames: ['role'], registers });
  const appends = new Counter({ name: 'dayline_log_appends_total', help: 'Appends to the event log', registers });
  const commits = new Counter({
    name: 'dayline_log_commits_total',
    help: 'Commits of the event log, one fsync each; appends by commits is the size of a group commit',
    registers,
  });

  return async () => {
    // Views that do not answer: no figure is better than an old one, and readiness says why.
    const reading = await projector?.().catch(() => null);
    for (const each of [running, parked, lagEvents, lagSeconds, open, appends, commits]) each.reset();
    if (reading) {
      const { projection } = reading;
      running.set({ projection }, reading.runs ? 1 : 0);
      parked.set({ projection }, reading.parkedEvents);
      lagEvents.set({ projection }, reading.lagEvents);
      lagSeconds.set({ projection }, reading.lagSeconds);
    }
    for (const [role, count] of sockets?.() ?? []) open.set({ role }, count);
    // The log counts for itself: its totals are taken over as they are.
    const totals = log?.();
    appends.inc(totals?.appends ?? 0);
    commits.inc(totals?.commits ?? 0);
  };
}
