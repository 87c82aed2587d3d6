import { maxImportColumns, maxImportRows } from '@dayline/contracts/endpoints/import';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { CsvError, type CsvErrorCode, parse } from 'csv-parse';

const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** A row as it stands in the file. */
export interface FileRow {
  /** As spreadsheets count: the header row is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Bytes of UTF-8. The quotation mark of a longer row is never closed. */
const maxRowLength = 100_000;
/** Lines above the columns. */
export const maxTitles = 20;
/** Bytes. */
const chunkSize = 16 * 1024;

/** The separator that the first line with one has most of, outside of quotation marks. */
export function separatorOf(text: string): Separator {
  const lines = text
    .slice(0, maxRowLength)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n|\r/, maxTitles);
  const isSeparated = (line: string): boolean => separators.some((separator) => line.includes(separator));
  const line = lines.find(isSeparated) ?? '';
  const counts = separators.map((separator) => line.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The rows of a text, the header row first, without blank ones. @throws FileRefused */
export async function* csvRows(text: string, separator: Separator): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: separator,
    // A list may be put together of files with different line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // As in: 12" pipe.
    relax_quotes: true,
    max_record_size: maxRowLength,
  });
  const feeding = feed(parser, text);
  let row = 0;
  let filledCount = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > maxImportRows + 1) throw new FileRefused(refuse('import.too-many-rows'));
      if (cells.length > maxImportColumns) throw new FileRefused(refuse('import.too-many-columns'));
      if (cells.every((cell) => cell.trim() === '')) continue;
      filledCount += 1;
      yield { row, cells };
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    parser.destroy();
    await feeding;
  }
  if (filledCount < 2) throw new FileRefused(refuse('import.empty'));
}

/** Writes a text to the parser as fast as its rows are read. */
async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length && !parser.destroyed; from += chunkSize) {
    if (parser.write(bytes.subarray(from, from + chunkSize))) continue;
    await new Promise<void>((resolve) => {
      const resume = () => {
        parser.off('drain', resume).off('close', resume);
        resolve();
      };
      parser.on('drain', resume).on('close', resume);
    });
  }
  if (!parser.destroyed) parser.end();
}

/** A file that can't be read. */
export class FileRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

const refusals: Partial<Record<CsvErrorCode, Refusal['refused']>> = {
  CSV_QUOTE_NOT_CLOSED: 'import.quote-open',
  CSV_MAX_RECORD_SIZE: 'import.row-too-long',
};

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  return new FileRefused(refuse(refusals[error.code] ?? 'import.not-text'));
}
