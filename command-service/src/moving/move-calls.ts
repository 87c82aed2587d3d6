import type { CommandHandlers } from '@dayline/http/handler';
import { replyOf } from '../command-handler/plain-reply.ts';
import type { MoveCommands } from './move-commands.ts';

/** Moves to another time, day or doctor. */
export const moveCalls = (commands: MoveCommands): Pick<CommandHandlers, 'moveAppointment' | 'undoMove'> => ({
  moveAppointment: async ({ reason, fee: seenFee, difference, ...move }, by) => {
    const request = { ...move, reason: reason || null, fee: { seen: seenFee, difference } };
    return replyOf(await commands.moveAppointment(request, by), 'Appointment moved.');
  },

  undoMove: async ({ undo: eventId, ...move }, by) =>
    replyOf(await commands.undoMove({ ...move, eventId }, by), 'Undo successful! Appointment moved back.'),
});
