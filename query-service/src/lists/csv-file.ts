import { cellOf } from '@dayline/contracts/fields/csv-cell';
import { languageIn } from '@dayline/contracts/fields/language';
import type { SignedInContext } from '@dayline/http/handler';
import type { Snapshot } from '../desk/snapshot.ts';
import { type Headings, headerRow, withFirstChunk } from '../proof/csv.ts';
import type { ProofDeps } from '../proof/queries.ts';

type Cell = string | number | null | undefined;

/** The columns in their order, each with its headings and the cell of a row. */
export type Columns<Row> = Readonly<Record<string, Headings & { readonly cell: (row: Row) => Cell }>>;

export interface CsvList<Row> {
  /** The list's name in the file's name and in the record of the export. */
  readonly list: string;
  /** `docs/exports.md` describes the columns. */
  readonly columns: Columns<Row>;
  readonly pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** The request, whose filters are recorded. */
  readonly request: Readonly<Record<string, unknown>> & { readonly day?: string };
}

/** Numbers are plain, so that spreadsheets can add them up, also those below zero. */
const textOf = (cell: Cell): string => (typeof cell === 'number' ? String(cell) : cellOf(cell ?? null));

/** With its plus, so that spreadsheets don't treat it as a number and round it. */
export const phoneCell = (phone: string | null): string | null => phone && `+${phone}`;

/** The chosen filters; of a search only that there was one, since it may be a patient's name. */
const filtersOf = ({ clientId: _, search, ...filters }: CsvList<never>['request']): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ),
  ...(search !== undefined && { searched: 'yes' }),
});

/**
 * A list as a CSV file whose name has the position from which its rows were read: one that changes during a long export
 * may have its newer state. The export is recorded with its filters, complete or not.
 */
export async function csvReply<Row>(
  { list, columns, pages, request }: CsvList<Row>,
  { clinicOf, clientId, position }: Pick<Snapshot, 'clinicOf' | 'clientId' | 'position'>,
  { context, onExported }: { readonly context: SignedInContext } & Pick<ProofDeps, 'onExported'>,
) {
  const file = `dayline-${list}-${request.day ?? clinicOf(clientId).date}-at-${position}.csv`;
  const cells = Object.values(columns);
  async function* text() {
    let entries = 0;
    let complete = 'no';
    let before = headerRow(columns, languageIn(context.cookie) ?? 'en');
    try {
      for await (const rows of pages) {
        entries += rows.length;
        yield before + rows.map((row) => `${cells.map(({ cell }) => textOf(cell(row))).join(',')}\r\n`).join('');
        before = '';
      }
      if (before !== '') yield before;
      complete = 'yes';
    } finally {
      onExported(context, { format: 'csv', list, ...filtersOf(request), entries: String(entries), complete });
    }
  }
  const headers = { 'Content-Disposition': `attachment; filename="${file}"` };
  return { body: {}, headers, text: await withFirstChunk(text()) };
}
