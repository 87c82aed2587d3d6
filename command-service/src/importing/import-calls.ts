import { Readable } from 'node:stream';
import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { Importing } from './importing.ts';

type Calls =
  | ('bringImport' | 'readImportColumns' | 'answerImport' | 'rehearseImport')
  | ('exportRefusedRows' | 'startImport' | 'takeBackImport');

const nothing = { success: true, position: null } as const;

/** The calls of an import. Those before the start append nothing. */
export function importCalls(
  _: unknown,
  { importing }: { readonly importing: Importing },
): Pick<CommandHandlers, Calls> {
  return {
    bringImport: async ({ clientId: _client, ...request }, by) => {
      if (!by.file) return refuse('import.missing');
      const file = await importing.files.bring(request, by.file, by);
      return isRefusal(file) ? file : { body: { ...nothing, message: 'File uploaded.', file } };
    },

    readImportColumns: async (request, by) => {
      const file = await importing.columns(request, by);
      return isRefusal(file) ? file : { body: { ...nothing, message: 'File uploaded.', file } };
    },

    answerImport: async (request, by) => {
      const kept = await importing.answers.change(request, by);
      return isRefusal(kept) ? kept : { body: { ...nothing, message: 'Decisions saved.', ...kept } };
    },

    rehearseImport: async (request, by) => {
      const rehearsed = await importing.rehearsals.page(request, by);
      return isRefusal(rehearsed) ? rehearsed : { body: { ...nothing, message: 'Preview made.', ...rehearsed } };
    },

    exportRefusedRows: async (request, by) => {
      const refused = await importing.rehearsals.refusedRows(request, by);
      if (isRefusal(refused)) return refused;
      const name = refused.fileName.replace(/\.[a-z]{2,4}$/i, '').replaceAll(/[^\w.-]+/g, '-');
      const headers = { 'Content-Disposition': `attachment; filename="${name}-refused.csv"` };
      return { body: {}, headers, text: Readable.from(refused.pieces) };
    },

    startImport: async (request, by) => plainReply(await importing.start(request, by), 'Import started.'),

    takeBackImport: async (request, by) => plainReply(await importing.takeBack(request, by), 'Undoing the import.'),
  };
}
