import { setImmediate as breath } from 'node:timers/promises';
import type { ImportCounts, ImportFinding } from '@dayline/contracts/endpoints/import';
import type { ListKind } from '@dayline/contracts/imports/kinds';
import { unzip, unzipJson, zip, zipJson } from './gzip.ts';
import type { PreviewChoices, PreviewRow } from './messages.ts';

export interface PreviewHead {
  /** Of file, columns and decisions. */
  readonly digest: string;
  readonly kind: ListKind;
  readonly columns: PreviewChoices['columns'];
  readonly headers: readonly string[];
  readonly counts: ImportCounts;
  readonly rowsToImport: number;
}
interface StoredHead extends PreviewHead {
  /** A letter for each row, in their order, by which rows are found. */
  readonly letters: string;
}

/** Rows that are compressed together: one of 50,000 is read without unpacking the others. */
const rowsOfPiece = 500;

/** `changed`: an existing record that the row changes. */
const letters = {
  new: 'n',
  existing: 'e',
  changed: 'c',
  differentPerson: 'd',
  needsDecision: 'q',
  refused: 'r',
} as const;
const isChanged = ({ finding, changes }: PreviewRow): boolean => finding === 'existing' && changes.length > 0;
const isCorrected = ({ cells }: PreviewRow): boolean => cells.some((cell) => cell.isCorrected);
/** A capital for a corrected row. */
const letterOf = (row: PreviewRow): string => {
  const letter = letters[isChanged(row) ? 'changed' : row.finding];
  return isCorrected(row) ? letter.toUpperCase() : letter;
};
/** The rows that a page can select. */
type PreviewFilter = ImportFinding | 'changed' | 'corrected';
const lettersOf = (cells: PreviewFilter): readonly string[] => {
  if (cells === 'corrected') return Object.values(letters).map((letter) => letter.toUpperCase());
  const own = cells === 'existing' ? [letters.existing, letters.changed] : [letters[cells]];
  return own.flatMap((letter) => [letter, letter.toUpperCase()]);
};

/** Writes a preview: its head, then its rows, a line of JSON each. Rows are compressed as they come. */
export class PreviewWriter {
  readonly counts: ImportCounts = {
    ...{
      all: 0,
      new: 0,
      existing: 0,
      differentPerson: 0,
      needsDecision: 0,
      refused: 0,
      corrected: 0,
      changed: 0,
      withoutEmail: 0,
    },
  };
  readonly #letters: string[] = [];
  readonly #pieces: Buffer[] = [];
  #open: string[] = [];

  async add(row: PreviewRow): Promise<void> {
    this.counts.all += 1;
    this.#count(row, 1);
    this.#letters.push(letterOf(row));
    this.#open.push(JSON.stringify(row));
    if (this.#open.length === rowsOfPiece) await this.#close();
  }

  /** Changes rows by their index. */
  async change(changes: ReadonlyMap<number, Partial<PreviewRow>>): Promise<void> {
    await this.#close();
    for (const piece of new Set([...changes.keys()].map((index) => Math.floor(index / rowsOfPiece)))) {
      const lines = linesOf(this.#pieces[piece]).map((line, place) => {
        const change = changes.get(piece * rowsOfPiece + place);
        return change ? this.#changed(piece * rowsOfPiece + place, rowOf(line), change) : line;
      });
      this.#pieces[piece] = await zip(lines.join('\n'));
    }
  }

  async end(head: Pick<PreviewHead, 'digest' | 'kind' | 'columns' | 'headers'>): Promise<Buffer[]> {
    await this.#close();
    const { counts } = this;
    const rowsToImport = counts.new + counts.existing + counts.differentPerson;
    const storedHead: StoredHead = { ...head, counts, rowsToImport, letters: this.#letters.join('') };
    return [await zipJson(storedHead), ...this.#pieces];
  }

  #changed(index: number, before: PreviewRow, change: Partial<PreviewRow>): string {
    const row = { ...before, ...change };
    this.#count(before, -1);
    this.#count(row, 1);
    this.#letters[index] = letterOf(row);
    return JSON.stringify(row);
  }

  #count(row: PreviewRow, change: 1 | -1): void {
    this.counts[row.finding] += change;
    if (isCorrected(row)) this.counts.corrected += change;
    if (isChanged(row)) this.counts.changed += change;
  }

  async #close(): Promise<void> {
    if (this.#open.length === 0) return;
    this.#pieces.push(await zip(this.#open.join('\n')));
    this.#open = [];
  }
}

const linesOf = (piece: Uint8Array | undefined): string[] => (piece ? unzip(piece).toString().split('\n') : []);
// Cast is safe: the writer wrote it, and a stored preview is authenticated by its file's key.
const rowOf = (line: string | undefined): PreviewRow => JSON.parse(line ?? '') as PreviewRow;

/** A preview as it is stored. Rows are unpacked and parsed when they are read: 50,000 at once would block the process. */
export class PreviewRows {
  readonly head: PreviewHead;
  readonly #letters: string;
  readonly #pieces: readonly Uint8Array[];
  #last: { readonly piece: number; readonly lines: readonly string[] } = { piece: -1, lines: [] };

  constructor([headBytes = Buffer.alloc(0), ...pieces]: readonly Uint8Array[]) {
    const { letters: found, ...head } = unzipJson<StoredHead>(headBytes);
    this.head = head;
    this.#letters = found;
    this.#pieces = pieces;
  }

  row(index: number): PreviewRow {
    const piece = Math.floor(index / rowsOfPiece);
    if (this.#last.piece !== piece) this.#last = { piece, lines: linesOf(this.#pieces[piece]) };
    return rowOf(this.#last.lines[index % rowsOfPiece]);
  }

  /** The indexes of the rows that have one of the findings, change a record, or were corrected. */
  with(...lines: readonly PreviewFilter[]): number[] {
    const letters = new Set(lines.flatMap(lettersOf));
    const indexes: number[] = [];
    for (let index = 0; index < this.#letters.length; index += 1) {
      if (letters.has(this.#letters[index] ?? '')) indexes.push(index);
    }
    return indexes;
  }

  /** The indexes of the rows that are imported. */
  toImport(): number[] {
    return this.with('new', 'existing', 'differentPerson');
  }

  /** Whether a row has a text, such as the id of a patient. */
  async has(text: string): Promise<boolean> {
    for (const piece of this.#pieces) {
      if (unzip(piece).includes(text)) return true;
      await breath();
    }
    return false;
  }
}
