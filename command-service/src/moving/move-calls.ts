import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { CommandHandlers, Reply } from '@dayline/http/handler';
import { doneWords } from '../command-handler/plain-reply.ts';
import type { MoveCommands, Moved } from './move-commands.ts';

/** Moves to another time, day or doctor. */
export const moveCalls = (commands: MoveCommands): Pick<CommandHandlers, 'moveAppointment' | 'undoMove'> => ({
  moveAppointment: async ({ reason, fee: seen, difference, ...move }, by) => {
    const request = { ...move, reason: reason || null, fee: { seen, difference } };
    return moveReply(await commands.moveAppointment(request, by), 'Appointment moved.');
  },

  undoMove: async ({ undo: eventId, ...move }, by) =>
    moveReply(await commands.undoMove({ ...move, eventId }, by), 'Undo successful! Appointment moved back.'),
});

const moveReply = (moved: Moved | Refusal, message: string): Reply<ResponseOf<'moveAppointment'>> | Refusal =>
  isRefusal(moved)
    ? moved
    : { body: { success: true, message: doneWords(moved.position, message), ...moved }, position: moved.position };
