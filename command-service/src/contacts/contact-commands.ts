import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CommandContext } from '../command-handler/command-context.ts';
import { onDayOf, refusedAsErased } from '../doctor-day/appointment-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import type { NoteContact } from '../doctor-day/decide.ts';

type ContactCommands = ReturnType<typeof contactCommands>;

/** Calls to patients whose visit can't take place at its time. */
export const contactCommands = (deps: DayDeps) => ({
  async noteContact(
    request: Omit<NoteContact, 'kind'>,
    by: CommandContext,
  ): Promise<{ readonly position: string | null } | Refusal> {
    try {
      const outcome = await onDayOf(deps, request.appointmentId, { kind: 'noteContact', ...request }, by);
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    } catch (error) {
      return refusedAsErased(error);
    }
  },
});

export const contactCalls = (commands: ContactCommands): Pick<CommandHandlers, 'noteContact'> => ({
  async noteContact({ appointmentId, reached, note }, by) {
    const noted = await commands.noteContact({ appointmentId, reached, note: note || null }, by);
    if (isRefusal(noted)) return noted;
    const message = reached ? 'Noted as reached.' : 'Noted as not reached.';
    return { body: { success: true, message, ...noted }, position: noted.position };
  },
});
