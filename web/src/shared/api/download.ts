import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { fetchFile } from './client.ts';

/** The calls that return a file. */
export type FileName =
  | ('exportCsv' | 'exportNdjson' | 'exportReportCsv' | 'exportReportNdjson')
  | ('exportList' | 'exportRefusedRows')
  | ('exportAppointments' | 'exportMovedAppointments' | 'exportCalls' | 'exportTakings')
  | ('exportDoctors' | 'exportPatients' | 'exportWaiting' | 'exportOfficeList' | 'exportLeaves');

/** Saves a call's response under the server's file name, which is returned. */
export async function download<Name extends FileName>(name: Name, request: RequestInputOf<Name>): Promise<string> {
  const response = await fetchFile(name, request);
  const [, namedFileName] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const fileName = namedFileName ?? name;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
  return fileName;
}
