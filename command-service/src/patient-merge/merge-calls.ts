import { isRefusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { doneWords, plainReply } from '../command-handler/plain-reply.ts';
import type { MergeCommands } from './merge-commands.ts';

/** Merges of two records of one person, and their splits. */
export const mergeCalls = (commands: MergeCommands): Pick<CommandHandlers, 'mergePatients' | 'splitPatient'> => ({
  mergePatients: async (request, by) => {
    const merged = await commands.mergePatients(request, by);
    if (isRefusal(merged)) return merged;
    const { position } = merged;
    return { body: { success: true, message: doneWords(position, 'Records merged.'), ...merged }, position };
  },

  splitPatient: async ({ reason = null, visits = [], ...request }, by) =>
    plainReply(await commands.splitPatient({ ...request, reason, visits }, by), 'Records split.'),
});
