import { duplicates } from '../duplicates.ts';
import { messages } from '../messages.ts';
import type { Projection } from '../projection.ts';
import { waiting } from '../waiting.ts';
import { appointments } from './appointments.ts';
import { calendars, leaves } from './calendars.ts';
import { clients, people } from './clients.ts';
import { counts } from './counts.ts';
import { departments } from './departments.ts';
import { apiKeys, chats, displays } from './displays.ts';
import { doctorDays } from './doctor-days.ts';
import { doctors } from './doctors.ts';
import { imports } from './imports.ts';
import { movedAppointments } from './moved-appointments.ts';
import { pastVisits } from './past-visits.ts';
import { patients } from './patients.ts';
import { closedDays, payments } from './takings.ts';
import { visitors } from './visitors.ts';

/**
 * Everything shown together on the desk's screens, at one position. Increment the version with any change of a fold or
 * an index: the new version then builds its rows beside the old.
 */
export const desk = {
  name: 'desk',
  version: 47,
  // Patients come first, so that an appointment copies the patient as changed by the same event.
  views: [
    patients,
    duplicates,
    appointments,
    movedAppointments,
    counts,
    visitors,
    doctorDays,
    doctors,
    departments,
    clients,
    calendars,
    pastVisits,
    leaves,
    imports,
    displays,
    apiKeys,
    chats,
    people,
    payments,
    closedDays,
    messages,
    waiting,
  ],
} as const satisfies Projection;
