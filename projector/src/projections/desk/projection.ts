import type { Projection } from '../projection.ts';
import { appointments } from './appointments.ts';
import { clients } from './clients.ts';
import { counts } from './counts.ts';
import { departments } from './departments.ts';
import { doctorDays } from './doctor-days.ts';
import { doctors } from './doctors.ts';
import { patients } from './patients.ts';
import { visitors } from './visitors.ts';

/**
 * All that a screen shows beside each other, at one position. Raise the version with any change of a fold or an index:
 * the new one then builds its rows beside the old.
 */
export const desk = {
  name: 'desk',
  version: 4,
  // Patients stand first, so that an appointment copies what the same event has made of its patient.
  views: [patients, appointments, counts, visitors, doctorDays, doctors, departments, clients],
} as const satisfies Projection;
