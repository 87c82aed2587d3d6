import { openBranches } from '@dayline/contracts/client-settings';
import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { noSuchBranch, noSuchDepartment } from '@dayline/contracts/clinic/faults';
import type { Interval } from '@dayline/contracts/clinic/schedule';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { FieldError } from '@dayline/contracts/fields/field-errors';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { DepartmentAggregate } from '../department/department-commands.ts';
import { type DoctorAggregate, doctorOf } from '../doctor/doctor-commands.ts';
import type { DoctorScheduleCommand, doctorSchedule, SetWeeklySchedule, WithdrawWeek } from './doctor-schedule.ts';

export interface ScheduleAggregate {
  readonly schedules: HandlerOf<typeof doctorSchedule>;
}

export interface ScheduleDeps {
  readonly aggregates: ScheduleAggregate & DoctorAggregate & PlaceAggregates;
}

/** The faulty fields of sessions that name a department or branch which the client doesn't have. */
export async function refusalOfUnknownPlaces(
  { departments, clients }: PlaceAggregates,
  days: readonly { readonly day?: string; readonly timeIntervals: readonly Interval[] }[],
  clientId: string,
): Promise<Refusal | null> {
  const { state: client } = await clients.load(streams.client(clientId));
  const fields: FieldError[] = [];
  for (const { day, timeIntervals } of days) {
    for (const [index, { departmentId, alsoIn = [], branchId }] of timeIntervals.entries()) {
      const at = day === undefined ? `intervals.${index}` : `${day}.${index}`;
      if (branchId !== undefined && !(client && openBranches(client).some(({ id }) => id === branchId)))
        fields.push({ field: `${at}.branchId`, message: noSuchBranch });
      const isUnknown = async (id: string) =>
        (await departments.load(streams.department(id))).state?.clientId !== clientId;
      if (departmentId !== undefined && (await isUnknown(departmentId))) {
        fields.push({ field: `${at}.departmentId`, message: noSuchDepartment });
      }
      const others = await Promise.all(alsoIn.map(isUnknown));
      if (others.includes(true)) fields.push({ field: `${at}.alsoIn`, message: noSuchDepartment });
    }
  }
  return fields.length === 0 ? null : refuse('schedule.invalid', { details: { fields } });
}
export type PlaceAggregates = DepartmentAggregate & ClientAggregate;

type OfDoctor<Command> = Omit<Command, 'kind'> & { readonly pocId: string };

export type ScheduleCommands = ReturnType<typeof scheduleCommands>;

/** A doctor's weekly templates. */
export function scheduleCommands({ aggregates }: ScheduleDeps) {
  async function change(pocId: string, command: DoctorScheduleCommand, by: CommandContext): Promise<Changed | Refusal> {
    const doctor = await doctorOf(aggregates, pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const refusal =
      command.kind === 'setWeek' ? await refusalOfUnknownPlaces(aggregates, command.week, by.clientId) : null;
    if (refusal) return refusal;
    const { state: client } = await aggregates.clients.load(streams.client(by.clientId));
    const context = { today: clinicDate(by.now, client?.zone ?? defaultZone) };
    const outcome = await aggregates.schedules.execute({ stream: streams.doctorSchedule(pocId), command, context, by });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  return {
    setWeeklySchedule: ({ pocId, ...week }: OfDoctor<SetWeeklySchedule>, by: CommandContext) =>
      change(pocId, { kind: 'setWeek', ...week }, by),
    /** Deletes upcoming weekly hours or, as an undo, those that apply already. */
    withdrawWeek: ({ pocId, ...week }: OfDoctor<WithdrawWeek>, by: CommandContext) =>
      change(pocId, { kind: 'withdrawWeek', ...week }, by),
  };
}
