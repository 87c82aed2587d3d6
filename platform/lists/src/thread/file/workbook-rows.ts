import { maxImportRows } from '@dayline/contracts/endpoints/import';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';

/** Bytes of all entries together once they are unpacked. */
const maxUnpacked = 64 * 1024 * 1024;
const maxEntries = 500;

/** The rows of the first sheet that has some: dates as yyyy-mm-dd, times as HH:mm. */
export async function workbookRows(bytes: Uint8Array): Promise<string[][] | Refusal> {
  const size = unpackedSize(bytes);
  if (size === null) return refuse('import.not-text');
  if (size > maxUnpacked) return refuse('import.too-heavy');
  try {
    // Copied: the reader takes no part of a buffer.
    const sheets = await readWorkbook(Uint8Array.from(bytes).buffer);
    const { data } = sheets.find((sheet) => sheet.data.length > 1) ?? sheets[0] ?? { data: [] };
    if (data.length > maxImportRows + 1) return refuse('import.too-many-rows');
    return data.map((row) => row.map(textOf));
  } catch {
    // Another file in a ZIP, such as a text document, or a damaged workbook.
    return refuse('import.not-text');
  }
}

/**
 * As the directory of the ZIP file says, from which the reader reserves its memory: an entry that says less is cut off.
 * Null: not a ZIP file.
 */
function unpackedSize(bytes: Uint8Array): number | null {
  let size = 0;
  let entries = 0;
  try {
    unzipSync(bytes, {
      filter({ originalSize }) {
        entries += 1;
        size += originalSize;
        return false;
      },
    });
  } catch {
    return null;
  }
  return entries > maxEntries ? Number.POSITIVE_INFINITY : size;
}

const dayMs = 86_400_000;
/** Before this year, a date is the time of a day: spreadsheets count days from 1900. */
const firstYear = 1901;

function textOf(value: unknown): string {
  if (value === null) return '';
  if (!(value instanceof Date)) return String(value);
  // Times are fractions of a day.
  const instant = new Date(Math.round(value.getTime() / 1_000) * 1_000);
  const [date = '', time = ''] = instant.toISOString().slice(0, 16).split('T');
  if (instant.getUTCFullYear() < firstYear) return time;
  return instant.getTime() % dayMs === 0 ? date : `${date} ${time}`;
}
