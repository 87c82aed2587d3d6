import type { Passwords } from '@dayline/http/session/passwords';
import type { Vault } from '@dayline/vault/port';
import { type AccountCommands, accountCommands } from './account/account-commands.ts';
import type { Aggregates } from './aggregates.ts';
import { type ClientCommands, clientCommands } from './client/client-commands.ts';
import { type DepartmentCommands, departmentCommands } from './department/department-commands.ts';
import { type DoctorCommands, doctorCommands } from './doctor/doctor-commands.ts';
import { type AppointmentCommands, appointmentCommands } from './doctor-day/appointment-commands.ts';
import { type AvailabilityCommands, availabilityCommands } from './doctor-day/availability-commands.ts';
import type { DayRules } from './doctor-day/day-commands.ts';
import { type ScheduleCommands, scheduleCommands } from './doctor-schedule/schedule-commands.ts';
import { type PatientCommands, patientCommands } from './patient/patient-commands.ts';

/** Every command as a typed function, used by the calls, the command line and the demo data. */
export type Commands = AppointmentCommands &
  AvailabilityCommands &
  ScheduleCommands &
  PatientCommands &
  DoctorCommands &
  DepartmentCommands &
  ClientCommands &
  AccountCommands;

export interface CommandsDeps {
  readonly aggregates: Aggregates;
  readonly vault: Pick<Vault, 'accounts' | 'reservations'>;
  readonly passwords: Passwords;
  readonly rules: DayRules;
}

export function createCommands({ aggregates, vault, passwords, rules }: CommandsDeps): Commands {
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
