import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { ClientCommands } from './client-commands.ts';

/** What an administrator decides about the hospital and its branches. */
export const clientCalls = (commands: ClientCommands): Pick<CommandHandlers, 'changeClient' | 'changeBranch'> => ({
  changeClient: async ({ values }, by) => plainReply(await commands.changeClient(values, by), 'Settings saved.'),

  async changeBranch({ change }, by) {
    if (!('id' in change)) return plainReply(await commands.addBranch(change, by), 'Branch added.');
    const { id } = change;
    if ('name' in change)
      return plainReply(await commands.renameBranch({ id, name: change.name }, by), 'Branch renamed.');
    return change.isClosed
      ? plainReply(await commands.closeBranch({ id }, by), 'Branch closed.')
      : plainReply(await commands.reopenBranch({ id }, by), 'Branch reopened.');
  },
});
