import type { Person } from '../clinic/accounts.ts';

export interface Visit {
  readonly path: string;
  readonly person?: Person;
  /** Before sign-in, fewer than the 20 allowed for all pages. */
  readonly requestsAtMost?: number;
  /** Open all day, while the network comes and goes. */
  readonly isWatched?: boolean;
}
/** The pages that are used all day, and those before sign-in. */
export const pages: Readonly<Record<string, Visit>> = {
  'Sign-in': { path: '/', requestsAtMost: 12 },
  Home: { path: '/home', requestsAtMost: 12 },
  "Admin's dashboard": { path: '/admin-dashboard', person: 'desk1', isWatched: true },
  "Today's appointments, admin": { path: '/admin-todays-appointments', person: 'desk1', isWatched: true },
  'Appointment details, admin': { path: '/appointment-details-admin', person: 'desk1' },
  'Booking wizard': { path: '/add-new-appointment', person: 'desk1', isWatched: true },
  Doctors: { path: '/doctors', person: 'desk1' },
  Users: { path: '/users', person: 'desk1' },
  "Doctor's dashboard": { path: '/poc-dashboard', person: 'asha' },
  "Today's appointments, doctor": { path: '/todays-appointments', person: 'asha', isWatched: true },
};
