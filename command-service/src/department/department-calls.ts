import { isRefusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { doneWords, plainReply } from '../command-handler/plain-reply.ts';
import type { DepartmentCommands } from './department-commands.ts';

/** What an administrator decides about the departments of the client. */
export const departmentCalls = (
  commands: DepartmentCommands,
): Pick<CommandHandlers, 'openDepartment' | 'changeDepartment'> => ({
  async openDepartment({ name }, by) {
    const opened = await commands.openDepartment({ name }, by);
    if (isRefusal(opened)) return opened;
    const { position } = opened;
    return { body: { success: true, message: doneWords(position, 'Department added.'), ...opened }, position };
  },

  async changeDepartment({ departmentId, change }, by) {
    if ('name' in change) {
      const { name } = change;
      return plainReply(await commands.renameDepartment({ departmentId, name }, by), 'Department renamed.');
    }
    return change.isClosed
      ? plainReply(await commands.closeDepartment({ departmentId }, by), 'Department closed.')
      : plainReply(await commands.reopenDepartment({ departmentId }, by), 'Department reopened.');
  },
});
