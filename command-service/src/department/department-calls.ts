import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { doneWords } from '../command-handler/plain-reply.ts';
import type { DepartmentCommands } from './department-commands.ts';

/** What an administrator decides about the departments of the client. */
export const departmentCalls = (commands: DepartmentCommands): Pick<CommandHandlers, 'openDepartment'> => ({
  async openDepartment({ name }, by) {
    const opened = await commands.openDepartment({ name }, by);
    if (isRefusal(opened)) return opened.refused === 'value.taken' ? refuse('department.name-taken') : opened;
    const { position } = opened;
    return { body: { success: true, message: doneWords(position, 'Department added.'), ...opened }, position };
  },
});
