import { uploadHeader } from '@dayline/contracts/endpoints/definition';
import type { ImportFile, ImportOverview } from '@dayline/contracts/endpoints/import';
import { endpoints, type RequestInputOf } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import type { SignedIn } from './http-caller.ts';

type Asked = Omit<RequestInputOf<'rehearseImport'>, 'clientId' | 'importId' | 'what' | 'columns'>;

/** An administrator at the page of imports. */
export function importsOf(admin: SignedIn, url: string) {
  const { clientId } = admin.user;

  async function bring(csv: string | Uint8Array, fileName = 'list.csv', more: { readonly firstLine?: 'names' } = {}) {
    const form = new FormData();
    form.set('clientId', clientId);
    form.set('fileName', fileName);
    for (const [field, value] of Object.entries(more)) form.set(field, value);
    form.set('file', new Blob([typeof csv === 'string' ? csv : new Uint8Array(csv)]), fileName);
    const { path } = endpoints.bringImport;
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, [uploadHeader]: '1' },
      body: form,
    });
  }

  async function rehearsed(csv: string | Uint8Array, asked: Asked = {}) {
    const answer = await bring(csv);
    const { file } = endpoints.bringImport.response.parse(await answer.json());
    return { file, ...(await rehearse(file, asked)) };
  }

  async function rehearse({ importId, what, columns, dayOrder }: ImportFile, asked: Asked = {}) {
    const request = { clientId, importId, what, dayOrder, columns: columns.map(({ becomes }) => becomes), ...asked };
    for (;;) {
      const { rehearsal } = (await admin.call('rehearseImport', request)).reply();
      if (rehearsal) return rehearsal;
    }
  }

  async function settled(importId: string, isOver: (found: ImportOverview) => boolean): Promise<ImportOverview> {
    for (;;) {
      const { imports } = (await admin.call('listImports', { clientId })).reply();
      const found = imports.find((each) => each.importId === importId);
      if (found && isOver(found)) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return {
    bring,
    rehearse,
    rehearsed,
    settled,
    /** Brings, rehearses, starts, and waits until it is carried out. */
    async imported(csv: string | Uint8Array, asked: Asked = {}) {
      const { file, digest, ...rehearsal } = await rehearsed(csv, asked);
      (await admin.call('startImport', { clientId, importId: file.importId, digest })).reply();
      return { file, digest, ...rehearsal, done: await settled(file.importId, ({ settledAt }) => settledAt !== null) };
    },
    async takenBack(importId: string) {
      (await admin.call('takeBackImport', { clientId, importId })).reply();
      await settled(importId, ({ back }) => back?.settledAt != null);
      return (await admin.call('getImport', { clientId, importId })).reply();
    },
    async takenOut(what: RequestInputOf<'exportList'>['what'], by = admin, from?: string): Promise<string> {
      const body = { clientId, what, ...(from !== undefined && { from }) };
      const headers = { cookie: by.cookie };
      return (await send(url, { method: 'POST', path: endpoints.exportList.path, body, headers })).text;
    },
  };
}
