import type { Passwords } from '@dayline/platform/session/passwords';
import type { Vault } from '@dayline/platform/vault/port';
import { type AccountCommands, accountCommands } from './handlers/accounts.ts';
import { type AppointmentCommands, appointmentCommands } from './handlers/appointments.ts';
import { type AvailabilityCommands, availabilityCommands } from './handlers/availability.ts';
import { type DoctorCommands, doctorCommands } from './handlers/doctors.ts';
import type { DayRules } from './handlers/given.ts';
import { type OrganisationCommands, organisationCommands } from './handlers/organisation.ts';
import { type PatientCommands, patientCommands } from './handlers/patients.ts';
import type { Kernels } from './kernels.ts';

/** Everything that can be asked for, as typed functions: the calls, the command line and the demo data use the same. */
export type Commands = AppointmentCommands &
  AvailabilityCommands &
  PatientCommands &
  DoctorCommands &
  OrganisationCommands &
  AccountCommands;

export interface CommandsDeps {
  readonly kernels: Kernels;
  readonly vault: Pick<Vault, 'accounts' | 'reservations'>;
  readonly passwords: Passwords;
  readonly rules: DayRules;
}

export function createCommands({ kernels, vault, passwords, rules }: CommandsDeps): Commands {
  const doctors = doctorCommands(kernels, vault);
  return {
    ...appointmentCommands(kernels, rules),
    ...availabilityCommands(kernels, rules),
    ...patientCommands(kernels, vault),
    ...doctors,
    ...organisationCommands(kernels),
    ...accountCommands({ kernels, doctors, vault, passwords }),
  };
}
