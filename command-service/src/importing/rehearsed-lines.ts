import type { ImportFinding } from '@dayline/contracts/endpoints/import';
import type { Rehearsal, RehearsedRow } from './rehearsal.ts';

const lineEnd = 10;
/** The lines of rows that are found so. */
export const isFound = (finding: ImportFinding): string => `"finding":"${finding}"`;

/**
 * What a rehearsal found, as it lies beside its file: the rehearsal itself, then a line of JSON a row. Rows are found
 * in its bytes and parsed one by one: 50,000 parsed rows would hold everybody up.
 */
export class RehearsedLines {
  readonly rehearsal: Rehearsal;
  readonly #bytes: Buffer;
  /** Where each row begins, and where the last one ends. */
  readonly #starts: readonly number[];

  constructor(bytes: Buffer) {
    const starts: number[] = [];
    for (let at = bytes.indexOf(lineEnd); at >= 0; at = bytes.indexOf(lineEnd, at + 1)) starts.push(at + 1);
    this.#bytes = bytes;
    this.#starts = [...starts, bytes.length + 1];
    const first = bytes.subarray(0, (starts[0] ?? bytes.length + 1) - 1).toString();
    // Casts are safe here and below: the lines were written by `rehearse`, and are authenticated by the file's key.
    this.rehearsal = JSON.parse(first) as Rehearsal;
  }

  row(index: number): RehearsedRow {
    const [start = 0, next = 0] = [this.#starts[index], this.#starts[index + 1]];
    return JSON.parse(this.#bytes.subarray(start, next - 1).toString()) as RehearsedRow;
  }

  /** Rows from a place on. */
  page(from: number, most: number): RehearsedRow[] {
    const last = Math.min(from + most, this.#starts.length - 1);
    return Array.from({ length: Math.max(0, last - from) }, (_, index) => this.row(from + index));
  }

  /** The rows whose JSON has one of the texts. */
  with(...texts: readonly string[]): number[] {
    const found = new Set<number>();
    for (const text of texts) {
      let row = 0;
      for (let at = this.#next(text, 0); at >= 0; at = this.#next(text, row + 1)) {
        while (at >= (this.#starts[row + 1] ?? Number.POSITIVE_INFINITY)) row += 1;
        found.add(row);
      }
    }
    return [...found].sort((one, other) => one - other);
  }

  #next(text: string, fromRow: number): number {
    return this.#bytes.indexOf(text, this.#starts[fromRow]);
  }

  /** The rows that aren't carried out. */
  stayOut(): number[] {
    return this.with(isFound('refused'), isFound('asks'));
  }

  /** The rows that are carried out. */
  started(): number[] {
    const out = new Set(this.stayOut());
    return Array.from({ length: this.#starts.length - 1 }, (_, index) => index).filter((index) => !out.has(index));
  }

  has(text: string): boolean {
    return this.#bytes.includes(text);
  }
}
