import { occasionOf } from '@dayline/contracts/endpoints/calendar';
import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { CalendarCommands } from './calendar-commands.ts';

/** The calls that set and remove hospital days. */
export function calendarCalls(commands: CalendarCommands): Pick<CommandHandlers, 'setHospitalDay' | 'liftHospitalDay'> {
  return {
    setHospitalDay: async ({ name, from, to, branchId = null, open, bookUntil, ...occasion }, by) => {
      const day = { on: occasionOf(occasion), name, from, to, branchId, open, bookUntil };
      return plainReply(await commands.setHospitalDay(day, by), 'Day saved.');
    },

    liftHospitalDay: async ({ dayId }, by) => plainReply(await commands.liftHospitalDay({ dayId }, by), 'Day removed.'),
  };
}
