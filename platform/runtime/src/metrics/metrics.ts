import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { categoryOf } from '@dayline/contracts/events/categories';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ProductVersion } from '../product-version.ts';
import { type FollowerReading, followerMetrics } from './follower-metrics.ts';
import { logMetrics, type MeasuredLog } from './log-metrics.ts';
import { type TrailReading, trailMetrics } from './trail-metrics.ts';
import { type WebhookReading, webhookMetrics } from './webhook-metrics.ts';

/** `kind`: of the list. */
export type OnImported = (
  kind: string,
  outcome: 'created' | 'matched' | 'refused' | 'undone' | 'kept',
  rows: number,
) => void;

/** A process's Prometheus metrics. Labels name calls, statuses and roles, never a person. */
export interface Metrics {
  /** For `CallDeps.onAnswered`; `ms` until the answer was written. */
  readonly callAnswered: (call: string, status: number, ms: number) => void;
  /** For `CommandHandlerOptions.watch`. */
  readonly commands: { readonly conflict: (stream: string) => void; readonly retry: (stream: string) => void };
  readonly wrongPassword: () => void;
  /** Rows that this process imported or undid. */
  readonly imported: OnImported;
  /** A message of the chatbot's: one that is new, one that WhatsApp took, or one that it refused for good. */
  readonly chatMessage: (outcome: 'received' | 'sent' | 'failed') => void;
  /** A store could not be polled for changes of other processes. */
  readonly pollFailed: (store: 'log' | 'views') => void;
  /** Adds what a process reads of its webhooks at each scrape. */
  observeWebhooks(read: () => WebhookReading): void;
  /** Adds values that are read at each scrape. */
  observe(values: ObservedValues): void;
  /** The `Content-Type` of the text. */
  readonly contentType: string;
  /** The text format. */
  text(): Promise<string>;
}

/** Read at each scrape. Absent if the process has none. */
export interface ObservedValues {
  /** Must answer during an outage too: alerts need a value. */
  readonly projectors?: readonly (() => Promise<ProjectorReading>)[];
  readonly sockets?: () => ReadonlyMap<string, number>;
  /** Commands in progress, and commands waiting to start. */
  readonly commands?: { readonly running: number; readonly waiting: number };
  readonly log?: MeasuredLog;
  readonly trail?: () => Promise<TrailReading>;
}

export interface ProjectorReading {
  /** `name@version` */
  readonly projection: string;
  readonly lagEvents: number;
  readonly lagSeconds: number;
  readonly parkedEvents: number;
  /** False if stopped, retrying or unknown. */
  readonly runs: boolean;
}

/** In seconds; finer from 1 to 500 ms, so that a change by half shows. */
const buckets = [0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 5];

/** A registry with the process's and the product's metrics. One per process. @param followers of the log, at each scrape */
export function createMetrics(
  { version, commit, views }: ProductVersion,
  followers: () => readonly FollowerReading[] = () => [],
): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  // Gauges whose names end like counters, which format checks reject; the same gauges by type stay.
  for (const kind of ['handles', 'requests', 'resources']) register.removeSingleMetric(`nodejs_active_${kind}_total`);
  new Gauge({
    name: 'dayline_build_info',
    help: 'Always 1; the labels say which build runs, with which versions of the views',
    labelNames: ['version', 'commit', 'views'],
    registers,
  }).set({ version, commit, views: views.join(' ') }, 1);

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
  const { throttled, wrongPasswords, conflicts, retries, importedRows, chatMessages, pollFailures } =
    countersOf(registers);

  // Caches children by label: prom-client hashes labels at each look-up.
  const timers = new Map<string, { observe(seconds: number): void }>();
  function timerOf(call: string, status: number): { observe(seconds: number): void } {
    const key = `${call} ${status}`;
    const existing = timers.get(key);
    if (existing) return existing;
    const timer = durations[isEndpoint(call) ? endpoints[call].kind : 'query'].labels(call, String(status));
    timers.set(key, timer);
    return timer;
  }

  const readFollowers = followerMetrics(followers, register);
  let readCurrent = async (): Promise<void> => {};
  const webhooks = webhookMetrics(register);
  return {
    contentType: register.contentType,
    async text() {
      webhooks.read();
      await Promise.all([readCurrent(), readFollowers()]);
      return register.metrics();
    },
    callAnswered(call, status, ms) {
      timerOf(call, status).observe(ms / 1_000);
      if (status === 429) throttled.inc({ call });
    },
    wrongPassword: () => wrongPasswords.inc(),
    chatMessage: (outcome) => chatMessages.inc({ outcome }),
    imported: (kind, outcome, rows) => importedRows.inc({ kind, outcome }, rows),
    commands: {
      conflict: (stream) => conflicts.inc({ category: categoryOf(stream) }),
      retry: (stream) => retries.inc({ category: categoryOf(stream) }),
    },
    pollFailed: (store) => pollFailures.inc({ store }),
    observeWebhooks: webhooks.observe,
    observe(values) {
      const readers = [observedMetrics(values, register)];
      if (values.log) readers.push(logMetrics(values.log, register));
      if (values.trail) readers.push(trailMetrics(values.trail, register));
      readCurrent = async () => {
        await Promise.all(readers.map((read) => read()));
      };
    },
  };
}

function countersOf(registers: Registry[]) {
  const throttled = new Counter({
    name: 'dayline_throttled_calls_total',
    help: 'Calls answered 429',
    labelNames: ['call'],
    registers,
  });
  const wrongPasswords = new Counter({
    name: 'dayline_wrong_passwords_total',
    help: 'Sign-ins refused for a wrong password, of whatever account',
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

  const importedRows = new Counter({
    name: 'dayline_imported_rows_total',
    help: 'Rows of imports that this process carried out or took back',
    labelNames: ['kind', 'outcome'],
    registers,
  });

  const chatMessages = new Counter({
    name: 'dayline_chat_messages_total',
    help: 'WhatsApp messages that this process received, sent, or was refused',
    labelNames: ['outcome'],
    registers,
  });

  const pollFailures = new Counter({
    name: 'dayline_poll_failures_total',
    help: 'Attempts to look for changes of other processes that failed; each is made again',
    labelNames: ['store'],
    registers,
  });
  return { throttled, wrongPasswords, conflicts, retries, importedRows, chatMessages, pollFailures };
}

const isEndpoint = (call: string): call is EndpointName => call in endpoints;

/** Creates the metrics of observed values; returns a function that refreshes them. */
function observedMetrics(
  { projectors = [], sockets, commands }: ObservedValues,
  register: Registry,
): () => Promise<void> {
  const registers = [register];
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['projection'], registers });
  const running = gauge(
    'dayline_projector_running',
    '1 while the projection runs, 0 while it has stopped or tries again',
  );
  const parked = gauge(
    'dayline_projector_parked_events',
    'Parked events: they, or an earlier one of their stream, could not be folded',
  );
  const lagEvents = gauge('dayline_projector_lag_events', 'Events of the log that the views do not hold yet');
  const lagSeconds = gauge(
    'dayline_projector_lag_seconds',
    'Age of the oldest event that the views do not hold yet, by its recordedAt; 0 where they hold all',
  );
  const open = new Gauge({ name: 'dayline_sockets_open', help: 'Open sockets', labelNames: ['role'], registers });
  const queue = new Gauge({
    name: 'dayline_commands',
    help: 'Commands by state: running, or waiting for their turn',
    labelNames: ['state'],
    registers,
  });

  return async () => {
    const readings = await Promise.all(projectors.map((read) => read()));
    for (const gauge of [running, parked, lagEvents, lagSeconds, open]) gauge.reset();
    for (const reading of readings) {
      const { projection } = reading;
      running.set({ projection }, reading.runs ? 1 : 0);
      parked.set({ projection }, reading.parkedEvents);
      lagEvents.set({ projection }, reading.lagEvents);
      lagSeconds.set({ projection }, reading.lagSeconds);
    }
    for (const [role, count] of sockets?.() ?? []) open.set({ role }, count);
    if (commands) {
      queue.set({ state: 'running' }, commands.running);
      queue.set({ state: 'waiting' }, commands.waiting);
    }
  };
}
