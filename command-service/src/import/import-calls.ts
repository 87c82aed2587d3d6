import { Readable } from 'node:stream';
import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { ImportService } from './import-service.ts';

type Calls =
  | ('uploadImport' | 'readImportColumns' | 'decideImportRows' | 'previewImport')
  | ('exportRefusedRows' | 'startImport' | 'undoImport');

const nothing = { success: true, position: null } as const;

/** The calls of an import. Those before the start append nothing. */
export function importCalls(
  _: unknown,
  { importService }: { readonly importService: ImportService },
): Pick<CommandHandlers, Calls> {
  return {
    uploadImport: async ({ clientId: _client, ...request }, by) => {
      if (!by.file) return refuse('import.missing');
      const file = await importService.uploads.upload(request, by.file, by);
      return isRefusal(file) ? file : { body: { ...nothing, message: 'File uploaded.', file } };
    },

    readImportColumns: async ({ importId, kind }, by) => {
      const file = await importService.uploads.readColumns(importId, kind, by);
      return isRefusal(file) ? file : { body: { ...nothing, message: 'File uploaded.', file } };
    },

    decideImportRows: async (request, by) => {
      const reply = await importService.decisions.add(request, by);
      return isRefusal(reply) ? reply : { body: { ...nothing, message: 'Decisions saved.', ...reply } };
    },

    previewImport: async (request, by) => {
      const page = await importService.previews.page(request, by);
      return isRefusal(page) ? page : { body: { ...nothing, message: 'Preview made.', ...page } };
    },

    exportRefusedRows: async (request, by) => {
      const refusedList = await importService.previews.refusedRows(request, by);
      if (isRefusal(refusedList)) return refusedList;
      const name = refusedList.fileName.replace(/\.[a-z]{2,4}$/i, '').replaceAll(/[^\w.-]+/g, '-');
      const headers = { 'Content-Disposition': `attachment; filename="${name}-refused.csv"` };
      return { body: {}, headers, text: Readable.from(refusedList.pieces) };
    },

    startImport: async (request, by) => plainReply(await importService.start(request, by), 'Import started.'),

    undoImport: async (request, by) => plainReply(await importService.undo(request, by), 'Undo started.'),
  };
}
