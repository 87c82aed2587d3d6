import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { calendarRows } from './calendar-rows.ts';
import { fhirRows } from './fhir-rows.ts';
import { type Encoding, textOf } from './text.ts';
import { workbookRows } from './workbook-rows.ts';

export interface ListText {
  /** Rows of cells, as CSV. */
  readonly text: string;
  /** Whether it has records of several kinds. */
  readonly isMixed?: boolean;
  readonly encoding: Encoding | 'xlsx' | 'icalendar' | 'fhir';
}

/** As it stands: no spreadsheet opens this text. */
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const lineOf = (cells: readonly string[]): string => cells.map(quoted).join(',');
const csvOf = (rows: readonly (readonly string[])[]): string => `${rows.map(lineOf).join('\r\n')}\r\n`;

const isZip = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';

/** A file's rows as CSV: a text as it is; a workbook, a calendar, or a bundle of FHIR resources by its own reader. */
export async function listText(bytes: Uint8Array): Promise<ListText | Refusal> {
  if (isZip(bytes)) {
    const rows = await workbookRows(bytes);
    return isRefusal(rows) ? rows : { text: csvOf(rows), encoding: 'xlsx' };
  }
  const file = textOf(bytes);
  if (isRefusal(file)) return file;
  const { format, text, encoding } = file;
  if (format === 'csv') return { text, encoding };
  if (format === 'fhir') {
    const found = fhirRows(text);
    return found ? { text: csvOf(found.rows), isMixed: found.isMixed, encoding: format } : refuse('import.not-text');
  }
  const rows = calendarRows(text);
  return rows ? { text: csvOf(rows), encoding: format } : refuse('import.not-text');
}
