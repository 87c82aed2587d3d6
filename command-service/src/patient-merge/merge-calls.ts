import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply, replyOf } from '../command-handler/plain-reply.ts';
import type { MergeCommands } from './merge-commands.ts';

/** Merges of two records of one person, and their splits. */
export const mergeCalls = (commands: MergeCommands): Pick<CommandHandlers, 'mergePatients' | 'splitPatient'> => ({
  mergePatients: async (request, by) => replyOf(await commands.mergePatients(request, by), 'Records merged.'),

  splitPatient: async ({ reason = null, visits = [], ...request }, by) =>
    plainReply(await commands.splitPatient({ ...request, reason, visits }, by), 'Records split.'),
});
