/** What the server process tells the load process, once it listens and its views are complete. */
export interface ServerReady {
  readonly port: number;
  /** Of the yardstick's own sockets, and of validating and answering without Express. */
  readonly socketPort: number;
  readonly clinic: Clinic;
}

/** What was prepared to book: all places of all doctors are free. */
export interface Clinic {
  readonly clientId: string;
  readonly pocIds: readonly string[];
  readonly patientIds: readonly string[];
  /** yyyy-mm-dd, the nearest first. */
  readonly dates: readonly string[];
  /** HH:mm; each takes one booking a doctor and date. */
  readonly times: readonly string[];
  readonly emails: readonly string[];
  readonly password: string;
}

/** How much is prepared; a quick run needs little. */
export interface ClinicSize {
  readonly doctors: number;
  readonly patients: number;
  readonly accounts: number;
}

/** The appends that the store took by itself, and how long, in ms. */
export interface StoreRun {
  readonly appends: number;
  readonly ms: number;
}

export const yardstickPaths = {
  /** Validates a booking and answers. */
  validate: '/bench/validate',
  /** Validates, writes and syncs off the event loop, and answers. */
  sync: '/bench/sync',
  /** The same, and emits to every yardstick socket before it answers. */
  syncAndEmit: '/bench/sync-and-emit',
  /** Sets the payload of the emit: what the product's sockets were sent for a booking. */
  payload: '/bench/payload',
  /** Appends to a log beside the product's for `ms`, `batch` appends at once and then the next. */
  store: '/bench/store',
} as const;
