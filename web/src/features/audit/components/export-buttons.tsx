import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { download } from '../../../shared/api/download.ts';
import { ExportButtons as Buttons } from '../../../shared/exports/export-buttons.tsx';

/** Saves what the request selects as a file: as a table, or with the chain, which anybody can check. */
export const ExportButtons = ({ request }: { request: RequestInputOf<'exportCsv'> }) => (
  <Buttons save={(format) => download(format === 'CSV' ? 'exportCsv' : 'exportNdjson', request)} />
);
