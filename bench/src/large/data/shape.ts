/** The size of a client of the large data. */
export interface ClientShape {
  readonly key: 'large' | 'small';
  readonly name: string;
  readonly departments: number;
  readonly doctors: number;
  readonly patients: number;
  /** Clinic days with appointments: all but the last `leadDays` are over at the end. */
  readonly days: number;
  /** Appointments per doctor and day; a day has 24 places. */
  readonly bookedOfDay: number;
}

/** Increase it with any change of the generated data; data of another version is kept, and the data is built again. */
export const shapeVersion = 1;

/** The clinics' wall clock at the end: the data's today. Kolkata has no summer time. */
export const dataToday = '2026-06-30';
export const instantOf = (date: string, time: string): number => Date.parse(`${date}T${time}:00+05:30`);

/** Share of a day's bookings by how many days ahead they are made. */
export const leads: readonly { readonly days: number; readonly share: number }[] = [
  { days: 10, share: 0.1 },
  { days: 7, share: 0.15 },
  { days: 4, share: 0.15 },
  { days: 2, share: 0.2 },
  { days: 1, share: 0.25 },
  { days: 0, share: 0.15 },
];
export const leadDays = 10;

/** 1,000,000 appointments and 100,000 patients of one client (issue: "Directories"), and 10,000 and 1,000 of another. */
export const fullShapes: readonly ClientShape[] = [
  {
    key: 'large',
    name: 'Largest Hospital',
    departments: 20,
    doctors: 200,
    patients: 100_000,
    days: 254,
    bookedOfDay: 20,
  },
  { key: 'small', name: 'Small Hospital', departments: 5, doctors: 10, patients: 1_000, days: 54, bookedOfDay: 20 },
];

/** Shows that everything runs. */
export const quickShapes: readonly ClientShape[] = [
  { key: 'large', name: 'Largest Hospital', departments: 3, doctors: 4, patients: 120, days: 15, bookedOfDay: 20 },
  { key: 'small', name: 'Small Hospital', departments: 2, doctors: 2, patients: 30, days: 12, bookedOfDay: 10 },
];
