import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply, replyOf } from '../command-handler/plain-reply.ts';
import type { DepartmentCommands } from './department-commands.ts';

/** What an administrator decides about the departments of the client. */
export const departmentCalls = (
  commands: DepartmentCommands,
): Pick<CommandHandlers, 'openDepartment' | 'changeDepartment'> => ({
  openDepartment: async ({ name }, by) => replyOf(await commands.openDepartment({ name }, by), 'Department added.'),

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
