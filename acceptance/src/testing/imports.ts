import { uploadHeader } from '@dayline/contracts/endpoints/definition';
import type { ImportFile } from '@dayline/contracts/endpoints/import';
import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import { endpoints, type RequestInputOf } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import type { SignedIn } from './http-caller.ts';

type Options = Omit<RequestInputOf<'previewImport'>, 'clientId' | 'importId' | 'kind' | 'columns'>;

/** An administrator on the import page. */
export function importsOf(admin: SignedIn, url: string) {
  const { clientId } = admin.user;

  async function upload(csv: string | Uint8Array, fileName = 'list.csv', more: { readonly headerRow?: 'first' } = {}) {
    const form = new FormData();
    form.set('clientId', clientId);
    form.set('fileName', fileName);
    for (const [field, value] of Object.entries(more)) form.set(field, value);
    form.set('file', new Blob([typeof csv === 'string' ? csv : new Uint8Array(csv)]), fileName);
    const { path } = endpoints.uploadImport;
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, [uploadHeader]: '1' },
      body: form,
    });
  }

  async function previewed(csv: string | Uint8Array, options: Options = {}) {
    const answer = await upload(csv);
    const { file } = endpoints.uploadImport.response.parse(await answer.json());
    return { file, ...(await preview(file, options)) };
  }

  async function preview({ importId, kind, columns, dayOrder }: ImportFile, options: Options = {}) {
    const request = { clientId, importId, kind, dayOrder, columns: columns.map(({ field }) => field), ...options };
    for (;;) {
      const reply = (await admin.call('previewImport', request)).reply();
      if (reply.preview) return reply.preview;
    }
  }

  async function finished(importId: string, isOver: (found: ImportOverview) => boolean): Promise<ImportOverview> {
    for (;;) {
      const { imports } = (await admin.call('listImports', { clientId })).reply();
      const match = imports.find((listed) => listed.importId === importId);
      if (match && isOver(match)) return match;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return {
    upload,
    preview,
    previewed,
    finished,
    /** Uploads, previews and starts, and waits until the import is finished. */
    async imported(csv: string | Uint8Array, options: Options = {}) {
      const { file, digest, ...found } = await previewed(csv, options);
      (await admin.call('startImport', { clientId, importId: file.importId, digest })).reply();
      return { file, digest, ...found, done: await finished(file.importId, ({ finishedAt }) => finishedAt !== null) };
    },
    async undone(importId: string) {
      (await admin.call('undoImport', { clientId, importId })).reply();
      await finished(importId, ({ undo }) => undo?.finishedAt != null);
      return (await admin.call('getImport', { clientId, importId })).reply();
    },
    async exported(kind: RequestInputOf<'exportList'>['kind'], by = admin, from?: string): Promise<string> {
      const body = { clientId, kind, ...(from !== undefined && { from }) };
      const headers = { cookie: by.cookie };
      return (await send(url, { method: 'POST', path: endpoints.exportList.path, body, headers })).text;
    },
  };
}
