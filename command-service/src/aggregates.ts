import { account } from './account/account.ts';
import { client } from './client/client.ts';
import { type CommandHandlerOptions, createCommandHandler } from './command-handler/command-handler.ts';
import { department } from './department/department.ts';
import { doctor } from './doctor/doctor.ts';
import { doctorDay } from './doctor-day/decide.ts';
import { doctorSchedule } from './doctor-schedule/doctor-schedule.ts';
import { patient } from './patient/patient.ts';

/** A command handler for each aggregate. Modules depend on those they need; only `createCommands` takes all. */
export const createAggregates = (options: CommandHandlerOptions) => ({
  days: createCommandHandler(doctorDay, options),
  schedules: createCommandHandler(doctorSchedule, options),
  doctors: createCommandHandler(doctor, options),
  patients: createCommandHandler(patient, options),
  departments: createCommandHandler(department, options),
  clients: createCommandHandler(client, options),
  accounts: createCommandHandler(account, options),
});
export type Aggregates = ReturnType<typeof createAggregates>;

/** Drops the cached streams, so that no decrypted data stays in memory. */
export function forgetStreams(aggregates: Aggregates): void {
  for (const handler of Object.values(aggregates)) handler.forget();
}
