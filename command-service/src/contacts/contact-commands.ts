import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CommandContext } from '../command-handler/command-context.ts';
import { type Changed, replyOf } from '../command-handler/plain-reply.ts';
import { onDayOf, refusedAsErased, undoableUntil } from '../doctor-day/appointment-commands.ts';
import type { NoteContact, UndoContact } from '../doctor-day/contact.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';

type ContactCommands = ReturnType<typeof contactCommands>;

export interface ContactResult extends Changed {
  /** The call to name in an undo; null if none was recorded. */
  readonly eventId: string | null;
  /** ISO 8601, UTC. */
  readonly undoUntil: string | null;
}

/** Phone calls to patients whose visit can't take place at its time. */
export const contactCommands = (deps: DayDeps) => {
  const contact = async (command: NoteContact | UndoContact, by: CommandContext): Promise<ContactResult | Refusal> => {
    const outcome = await onDayOf(deps, command.appointmentId, command, by).catch(refusedAsErased);
    if (isRefusal(outcome)) return outcome;
    const event = outcome.events.find(({ type }) => type === 'PatientContacted');
    const undoUntil = event ? undoableUntil(event, deps.rules.undoWindowMs) : null;
    return { position: outcome.position, eventId: event?.id ?? null, undoUntil };
  };
  return {
    noteContact: (request: Omit<NoteContact, 'kind'>, by: CommandContext) =>
      contact({ kind: 'noteContact', ...request }, by),
    undoContact: (request: Omit<UndoContact, 'kind'>, by: CommandContext) =>
      contact({ kind: 'undoContact', ...request }, by),
  };
};

export const contactCalls = (commands: ContactCommands): Pick<CommandHandlers, 'noteContact'> => ({
  noteContact: async ({ appointmentId, reached, note, undo }, by) => {
    const result =
      undo === undefined
        ? await commands.noteContact({ appointmentId, reached, note: note || null }, by)
        : await commands.undoContact({ appointmentId, eventId: undo }, by);
    const sentence = reached ? 'Recorded as reached.' : 'Recorded as not reached.';
    return replyOf(result, undo === undefined ? sentence : 'Undo successful! The call is not recorded.');
  },
});
