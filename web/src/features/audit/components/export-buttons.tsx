import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { ExportButtons as Buttons } from '../../../shared/exports/export-buttons.tsx';
import { saveExport } from '../api/queries.ts';

/** Saves what the request selects as a file: as a table, or with the chain, which anybody can verify. */
export const ExportButtons = ({ request }: { request: RequestInputOf<'exportCsv'> }) => (
  <Buttons save={(format) => saveExport(format, request)} />
);
