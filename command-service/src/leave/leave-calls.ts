import { isRefusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { LeaveCommands } from './leave-commands.ts';

export const leaveCalls = (
  commands: LeaveCommands,
): Pick<CommandHandlers, 'startLeave' | 'undoLeave' | 'endLeave'> => ({
  startLeave: async (request, by) => {
    const result = await commands.startLeave(request, by);
    if (isRefusal(result)) return result;
    const { leaveId, position } = result;
    return { body: { success: true, message: 'Leave started.', position, leaveId }, position };
  },
  undoLeave: async (request, by) => plainReply(await commands.undoLeave(request, by), 'The leave is being undone.'),
  endLeave: async (request, by) => plainReply(await commands.endLeave(request, by), 'Leave ended.'),
});
