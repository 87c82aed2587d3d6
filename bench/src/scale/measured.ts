/** What was measured, and what has to be assumed, for the figures of docs/scale.md. Bytes, milliseconds, a day's share. */

/** Of the demo's sealed log: how many of each there are to a booked appointment, and their bytes (data and metadata). */
export const eventsOfDemo = {
  AppointmentBooked: { perAppointment: 1, bytes: 656 },
  AppointmentPaymentRecorded: { perAppointment: 1, bytes: 572 },
  AppointmentMarkedVisited: { perAppointment: 0.739, bytes: 649 },
  SlotsPlanned: { perAppointment: 0.129, bytes: 1120 },
  AppointmentMarkedNotVisited: { perAppointment: 0.083, bytes: 653 },
  AppointmentCancelled: { perAppointment: 0.055, bytes: 650 },
  AppointmentMarkUndone: { perAppointment: 0.019, bytes: 698 },
} as const;

/** A registration is one event more for a patient who is new. */
export const registrationBytes = 935;

/** Bytes in the demo's files after VACUUM, indexes and all. */
export const storedBytes = {
  /** An event in events.db, its stream's and its id's index with it. */
  event: 950,
  /** All views together, to an appointment. */
  viewsPerAppointment: 2_100,
  /** A person's wrapped key and reserved values in vault.db. */
  personInVault: 535,
} as const;

/** Rows that an append changes, at most: the appointment, the doctor's day, the visitor, and four counts. */
export const rowsPerAppend = 7;

/** From docs/benchmarks.md, a steady run on two cores. */
export const rates = {
  /** Bookings a second by one command service with everything on. */
  bookings: 2_000,
  /** Events a second by one projector on SQLite, with all indexes. */
  projectorOnSqlite: 15_000,
} as const;

/**
 * A batch of the projector on a document store, in ms: reading the rows and moving the checkpoint, then each row that is
 * written where its `at` still holds. An order of size: 330 single durable writes and 1,500 guarded replaces a second,
 * seen on the server that the tests use on two cores. A real MongoDB with its own disks does better.
 */
export const documentStore = { perBatchMs: 5, perRowMs: 1_000 / 1_500 } as const;

/** A commit of the log on SQLite, in ms: its own, with the fsync, and each append in it. On a shared virtual disk. */
export const commit = { perBatchMs: 0.7, perAppendMs: 0.15 } as const;

/** What no measurement says. */
export const assumed = {
  workingDays: 300,
  /** The share of a day that falls into its busiest hour. */
  busiestHour: 0.15,
  visitsPerHospital: 1_000,
  doctorsPerHospital: 60,
  /** Boards that stay open at desks; each doctor has one besides. */
  desksPerHospital: 40,
  newPatientsPerVisit: 0.3,
  /** The share of open pages that fetch anew when something changes, since they show a list and no board. */
  pagesThatRefetch: 0.25,
  /** Pages that a person opens a minute, with two queries each. */
  queriesPerScreenAndMinute: 2,
  /** What one query service is given. */
  queriesPerService: 500,
  socketsPerService: 10_000,
} as const;
