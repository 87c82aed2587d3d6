import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { fetchFile } from './client.ts';

/** The calls that answer with a file. */
export type FileName =
  | ('exportCsv' | 'exportNdjson' | 'exportReportCsv' | 'exportReportNdjson')
  | ('exportList' | 'exportRefusedRows');

/** Saves a call's answer under the name that the server gives it, which is returned. */
export async function download<Name extends FileName>(name: Name, request: RequestInputOf<Name>): Promise<string> {
  const response = await fetchFile(name, request);
  const [, named] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const fileName = named ?? name;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
  return fileName;
}
