import { isRefusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { doneWords, plainReply } from '../command-handler/plain-reply.ts';
import type { ClientCommands } from './client-commands.ts';

/** What an administrator decides about the hospital and its branches. */
export const clientCalls = (commands: ClientCommands): Pick<CommandHandlers, 'changeClient' | 'changeBranch'> => ({
  changeClient: async ({ values }, by) => plainReply(await commands.changeClient(values, by), 'Settings saved.'),

  async changeBranch({ change }, by) {
    if (!('id' in change)) {
      const added = await commands.addBranch(change, by);
      if (isRefusal(added)) return added;
      const { position } = added;
      return { body: { success: true, message: doneWords(position, 'Branch added.'), position }, position };
    }
    const { id } = change;
    if ('name' in change)
      return plainReply(await commands.renameBranch({ id, name: change.name }, by), 'Branch renamed.');
    return change.isClosed
      ? plainReply(await commands.closeBranch({ id }, by), 'Branch closed.')
      : plainReply(await commands.reopenBranch({ id }, by), 'Branch reopened.');
  },
});
