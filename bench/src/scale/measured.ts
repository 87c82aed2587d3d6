/** Measured and assumed inputs of docs/scale.md. Bytes, milliseconds, shares of a day. */

/** From the demo's encrypted log: events of each type per booked appointment, and their bytes (data and metadata). */
export const eventsOfDemo = {
  AppointmentBooked: { perAppointment: 1, bytes: 656 },
  AppointmentPaymentRecorded: { perAppointment: 1, bytes: 572 },
  AppointmentMarkedVisited: { perAppointment: 0.72, bytes: 649 },
  SlotsPlanned: { perAppointment: 0.159, bytes: 1653 },
  AppointmentMarkedNotVisited: { perAppointment: 0.083, bytes: 653 },
  AppointmentCancelled: { perAppointment: 0.055, bytes: 650 },
  AppointmentMarkUndone: { perAppointment: 0.019, bytes: 698 },
} as const;

/** A registration is one more event, for a new patient. */
export const registrationBytes = 935;

/** Bytes in the demo's files after VACUUM, including indexes. */
export const storedBytes = {
  /** An event in events.db, including its index entries by stream and id. */
  event: 998,
  /** All views together, per appointment. */
  viewsPerAppointment: 2_100,
  /** A person's wrapped key and reserved values in vault.db. */
  personInVault: 535,
} as const;

/** Most rows that an append changes: the appointment, the doctor's day, the visitor, and four counts. */
export const rowsPerAppend = 7;

/** A quiet run of `npm run bench` on two cores, 2026-11-23. */
export const rates = {
  /** Bookings per second by one command service with everything on. */
  bookings: 1_400,
  /** Events per second by a rebuild of the desk's views on SQLite. */
  rebuildOnSqlite: 15_000,
} as const;

/**
 * A projector's batch on a document store, in ms: reading the rows and moving the checkpoint, then each row written by
 * a guarded replace. An order of magnitude: 330 single durable writes and 1,500 guarded replaces per second, measured
 * on the tests' server on two cores. A real MongoDB with its own disks does better.
 */
export const documentStore = { perBatchMs: 5, perRowMs: 1_000 / 1_500 } as const;

/**
 * A commit of the log on SQLite, in ms: its fixed cost with the fsync, and each append in it. On a shared virtual disk.
 */
export const commit = { perBatchMs: 0.7, perAppendMs: 0.15 } as const;

/** Assumptions without a measurement. */
export const assumed = {
  workingDays: 300,
  /** The share of a day's load in its busiest hour. */
  busiestHour: 0.15,
  visitsPerHospital: 1_000,
  doctorsPerHospital: 60,
  /** Boards open at desks; each doctor has another one. */
  desksPerHospital: 40,
  newPatientsPerVisit: 0.3,
  /** The share of open pages that refetch when something changes, since they show a list and no board. */
  pagesThatRefetch: 0.25,
  /** Pages that a person opens per minute, with two queries each. */
  queriesPerScreenAndMinute: 2,
  /** The resources of one query service. */
  queriesPerService: 500,
  socketsPerService: 10_000,
} as const;
