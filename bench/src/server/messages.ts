/** The arguments with which a server process is started. */
export interface ServerSettings {
  readonly folder: string;
  /** What to prepare, or what an earlier process has prepared in this folder. */
  readonly clinic: ClinicSize | Clinic;
  /** More settings of the product. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Null: the log is an SQLite file. */
  readonly eventStoreUrl: string | null;
}

/** Sent by the server process to the load process, once it listens and its views are complete. */
export interface ServerReady {
  readonly port: number;
  readonly clinic: Clinic;
}

/** Sent by the product on large data once it listens. */
export interface LargeReady {
  readonly port: number;
  readonly startMs: number;
}

/** Sent by the limits' process once it listens. */
export interface LimitsReady {
  readonly limitsPort: number;
  /** The port of the limits' own sockets. */
  readonly socketPort: number;
}

/** All paths of the limits begin with this; the product has no such path. */
export const limitsPath = '/bench/';

/** The bookable slots: all places of all doctors are free. */
export interface Clinic {
  readonly clientId: string;
  readonly pocIds: readonly string[];
  readonly patientIds: readonly string[];
  /** yyyy-mm-dd, the nearest first. */
  readonly dates: readonly string[];
  /** HH:mm; each takes one booking per doctor and date. */
  readonly times: readonly string[];
  readonly emails: readonly string[];
  readonly password: string;
}

/** The amount of prepared data; a quick run needs little. */
export interface ClinicSize {
  readonly doctors: number;
  readonly patients: number;
  readonly accounts: number;
}

/** Appends made by the store alone, and their duration in ms. */
export interface StoreRun {
  readonly appends: number;
  readonly ms: number;
}

export const yardstickPaths = {
  /** Validates a booking and responds. */
  validate: '/bench/validate',
  /** Validates, writes and syncs off the event loop, and responds. */
  sync: '/bench/sync',
  /** The same, and reads the written data. */
  syncAndRead: '/bench/sync-and-read',
  /** Validates, writes and syncs, and emits to every yardstick socket before it responds. */
  syncAndEmit: '/bench/sync-and-emit',
  /** Sets the payload of the emit: the product's socket message for a booking. */
  payload: '/bench/payload',
  /** Appends to a separate log for `ms`, `batch` appends at a time. */
  store: '/bench/store',
} as const;
