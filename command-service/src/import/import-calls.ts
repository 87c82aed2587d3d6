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
      const stored = await importService.decisions.add(request, by);
      return isRefusal(stored) ? stored : { body: { ...nothing, message: 'Decisions saved.', ...stored } };
    },

    previewImport: async (request, by) => {
      const page = await importService.previews.page(request, by);
      return isRefusal(page) ? page : { body: { ...nothing, message: 'Preview made.', ...page } };
    },

    exportRefusedRows: async (request, by) => {
      const refused = await importService.previews.refusedRows(request, by);
      if (isRefusal(refused)) return refused;
      const name = refused.fileName.replace(/\.[a-z]{2,4}$/i, '').replaceAll(/[^\w.-]+/g, '-');
      const headers = { 'Content-Disposition': `attachment; filename="${name}-refused.csv"` };
      return { body: {}, headers, text: Readable.from(refused.pieces) };
    },

    startImport: async (request, by) => plainReply(await importService.start(request, by), 'Import started.'),

    undoImport: async (request, by) => plainReply(await importService.undo(request, by), 'Undo started.'),
  };
}
