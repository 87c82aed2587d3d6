import { account } from './account/account.ts';
import type { AccountAggregate } from './account/account-commands.ts';
import { client } from './client/client.ts';
import type { ClientAggregate } from './client/client-commands.ts';
import { type CommandHandlerOptions, createCommandHandler } from './command-handler/command-handler.ts';
import { department } from './department/department.ts';
import type { DepartmentAggregate } from './department/department-commands.ts';
import { doctor } from './doctor/doctor.ts';
import type { DoctorAggregate } from './doctor/doctor-commands.ts';
import type { DayAggregate } from './doctor-day/day-commands.ts';
import { doctorDay } from './doctor-day/decide.ts';
import { doctorSchedule } from './doctor-schedule/doctor-schedule.ts';
import type { ScheduleAggregate } from './doctor-schedule/schedule-commands.ts';
import { patient } from './patient/patient.ts';
import type { PatientAggregate } from './patient/patient-commands.ts';

/** A command handler per aggregate. Modules depend on those they need; only `createCommands` takes all. */
export type Aggregates = DayAggregate &
  ScheduleAggregate &
  DoctorAggregate &
  PatientAggregate &
  AccountAggregate &
  DepartmentAggregate &
  ClientAggregate;

export const createAggregates = (options: CommandHandlerOptions): Aggregates => ({
  days: createCommandHandler(doctorDay, options),
  schedules: createCommandHandler(doctorSchedule, options),
  doctors: createCommandHandler(doctor, options),
  patients: createCommandHandler(patient, options),
  departments: createCommandHandler(department, options),
  clients: createCommandHandler(client, options),
  accounts: createCommandHandler(account, options),
});

/** Drops the cached streams, so that no decrypted data stays in memory. */
export function forgetStreams(aggregates: Aggregates): void {
  for (const handler of Object.values(aggregates)) handler.forget();
}
