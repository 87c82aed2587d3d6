import type { Refusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CommandContext } from '../command-handler/command-context.ts';
import { type Changed, plainReply } from '../command-handler/plain-reply.ts';
import { onDayOf, refusedAsErased } from '../doctor-day/appointment-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import type { NoteContact } from '../doctor-day/decide.ts';

type ContactCommands = ReturnType<typeof contactCommands>;

/** Calls to patients whose visit can't take place at its time. */
export const contactCommands = (deps: DayDeps) => ({
  noteContact: (request: Omit<NoteContact, 'kind'>, by: CommandContext): Promise<Changed | Refusal> =>
    onDayOf(deps, request.appointmentId, { kind: 'noteContact', ...request }, by).catch(refusedAsErased),
});

export const contactCalls = (commands: ContactCommands): Pick<CommandHandlers, 'noteContact'> => ({
  noteContact: async ({ appointmentId, reached, note }, by) =>
    plainReply(
      await commands.noteContact({ appointmentId, reached, note: note || null }, by),
      reached ? 'Recorded as reached.' : 'Recorded as not reached.',
    ),
});
