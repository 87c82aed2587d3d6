import { mostImportColumns, mostImportRows } from '@dayline/contracts/endpoints/import';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { CsvError, type CsvErrorCode, parse } from 'csv-parse';

const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** A row of a file as it is written. */
export interface FileRow {
  /** As spreadsheets count: the names of the columns are row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Longest row, in bytes of UTF-8: a longer one is one whose quotation mark never ends. */
const longestRow = 100_000;
/** Bytes that are parsed at once. */
const chunk = 16 * 1024;

/** What separates the cells: what the first line has most of, outside of quotation marks. */
export function separatorOf(text: string): Separator {
  const [line = ''] = text
    .slice(0, longestRow)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n|\r/, 1);
  const counts = separators.map((each) => line.split(each).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The rows of a text one after another, the names of the columns first; blank ones are left out. @throws FileRefused */
export async function* rowsOf(text: string, separator: Separator): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: separator,
    // Each of them in one file: lists are put together of several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quotation mark inside a cell, as in 12" pipe, is a letter.
    relax_quotes: true,
    max_record_size: longestRow,
  });
  const written = feed(parser, text);
  let row = 0;
  let filled = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > mostImportRows + 1) throw new FileRefused(refuse('import.too-many-rows'));
      if (cells.length > mostImportColumns) throw new FileRefused(refuse('import.too-many-columns'));
      if (cells.every((cell) => cell.trim() === '')) continue;
      filled += 1;
      yield { row, cells };
    }
  } catch (error) {
    throw refusedBy(error);
  } finally {
    parser.destroy();
    await written;
  }
  if (filled < 2) throw new FileRefused(refuse('import.empty'));
}

/** Writes a text as fast as it is read. */
async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length && !parser.destroyed; from += chunk) {
    if (parser.write(bytes.subarray(from, from + chunk))) continue;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        parser.off('drain', goOn).off('close', goOn);
        resolve();
      };
      parser.on('drain', goOn).on('close', goOn);
    });
  }
  if (!parser.destroyed) parser.end();
}

/** A file that can't be read, with the sentence why. */
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

function refusedBy(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  return new FileRefused(refuse(refusals[error.code] ?? 'import.not-text'));
}
