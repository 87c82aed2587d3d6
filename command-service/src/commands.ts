import type { Passwords } from '@dayline/http/session/passwords';
import type { Vault } from '@dayline/vault/port';
import { accountCommands } from './account/account-commands.ts';
import type { Aggregates } from './aggregates.ts';
import { clientCommands } from './client/client-commands.ts';
import { departmentCommands } from './department/department-commands.ts';
import { doctorCommands } from './doctor/doctor-commands.ts';
import { appointmentCommands } from './doctor-day/appointment-commands.ts';
import { availabilityCommands } from './doctor-day/availability-commands.ts';
import type { DayRules } from './doctor-day/day-commands.ts';
import { scheduleCommands } from './doctor-schedule/schedule-commands.ts';
import { patientCommands } from './patient/patient-commands.ts';

export interface CommandsDeps {
  readonly aggregates: Aggregates;
  readonly vault: Pick<Vault, 'accounts' | 'reservations'>;
  readonly passwords: Passwords;
  readonly rules: DayRules;
}

/** Every command as a typed function, used by the calls, the command line and the demo data. */
export function createCommands({ aggregates, vault, passwords, rules }: CommandsDeps) {
  const doctors = doctorCommands(aggregates, vault);
  return {
    ...appointmentCommands(aggregates, rules),
    ...availabilityCommands(aggregates, rules),
    ...scheduleCommands(aggregates),
    ...patientCommands(aggregates, vault),
    ...doctors,
    ...departmentCommands(aggregates, vault),
    ...clientCommands(aggregates),
    ...accountCommands({ aggregates, doctors, vault, passwords }),
  };
}
export type Commands = ReturnType<typeof createCommands>;
