import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { ClientCalendarCommand, clientCalendar, SetHospitalDay } from './client-calendar.ts';

export interface CalendarAggregate {
  readonly calendars: HandlerOf<typeof clientCalendar>;
}

export interface CalendarDeps {
  readonly aggregates: CalendarAggregate & ClientAggregate;
}

export type CalendarCommands = ReturnType<typeof calendarCommands>;

/** Commands on hospital days. */
export function calendarCommands({ aggregates }: CalendarDeps) {
  async function change(command: ClientCalendarCommand, by: CommandContext): Promise<Changed | Refusal> {
    const { state: client } = await aggregates.clients.load(streams.client(by.clientId));
    const context = {
      today: clinicDate(by.now, client?.zone ?? defaultZone),
      branchIds: client?.branches.map(({ id }) => id) ?? [],
    };
    const stream = streams.clientCalendar(by.clientId);
    const outcome = await aggregates.calendars.execute({ stream, command, context, by });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  return {
    /** The new day's id derives from the command's. */
    setHospitalDay: (day: Omit<SetHospitalDay, 'kind' | 'dayId'>, by: CommandContext) =>
      change({ kind: 'setHospitalDay', dayId: derivedFrom(by.commandId, 'hospital-day'), ...day }, by),
    liftHospitalDay: ({ dayId }: { readonly dayId: string }, by: CommandContext) =>
      change({ kind: 'liftHospitalDay', dayId }, by),
  };
}
