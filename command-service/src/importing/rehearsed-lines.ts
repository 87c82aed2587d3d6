import { setImmediate as breath } from 'node:timers/promises';
import type { ImportCounts, ImportFinding, ImportRow } from '@dayline/contracts/endpoints/import';
import type { ImportField, ImportKind } from '@dayline/contracts/imports/kinds';
import { packed, unpacked } from './file/sealed-files.ts';

/** A row of a rehearsal, with what a start carries out. */
export interface RehearsedRow extends ImportRow {
  readonly command?: unknown;
}

export interface Rehearsal {
  readonly digest: string;
  readonly what: ImportKind;
  readonly columns: readonly (ImportField | null)[];
  readonly headers: readonly string[];
  readonly counts: ImportCounts;
  readonly starts: number;
}

/** Rows that are compressed together. */
const rowsOfPiece = 500;

/** A letter for each row, in their order, by which rows are found; a capital where something was mended. */
const letters = { new: 'n', known: 'k', somebodyElse: 's', asks: 'a', refused: 'r' } as const;
export const letterOf = (finding: ImportFinding, isMended: boolean): string =>
  isMended ? letters[finding].toUpperCase() : letters[finding];

type Head = Rehearsal & { readonly letters: string };

/** The pieces of a rehearsal: itself first, then its rows, a line of JSON each. They are packed as they come. */
export class PackedLines {
  count = 0;
  readonly #pieces: Buffer[] = [];
  #open: string[] = [];

  async add(line: RehearsedRow): Promise<void> {
    this.count += 1;
    this.#open.push(JSON.stringify(line));
    if (this.#open.length === rowsOfPiece) await this.#close();
  }

  /** Changes lines by their places. */
  async change(changes: ReadonlyMap<number, (line: RehearsedRow) => RehearsedRow>): Promise<void> {
    await this.#close();
    for (const piece of new Set([...changes.keys()].map((place) => Math.floor(place / rowsOfPiece)))) {
      const lines = linesIn(this.#pieces[piece]).map((line, index) => {
        const change = changes.get(piece * rowsOfPiece + index);
        // Cast is safe, as below.
        return change ? JSON.stringify(change(JSON.parse(line) as RehearsedRow)) : line;
      });
      this.#pieces[piece] = await packed(Buffer.from(lines.join('\n')));
    }
  }

  async piecesWith(head: Head): Promise<Buffer[]> {
    await this.#close();
    return [await packed(Buffer.from(JSON.stringify(head))), ...this.#pieces];
  }

  async #close(): Promise<void> {
    if (this.#open.length === 0) return;
    this.#pieces.push(await packed(Buffer.from(this.#open.join('\n'))));
    this.#open = [];
  }
}

const linesIn = (piece: Uint8Array = Buffer.alloc(0)): string[] => unpacked(piece).toString().split('\n');

/**
 * What a rehearsal found, as it lies beside its file. Its rows stay compressed, and are unpacked and parsed as they are
 * asked for: 50,000 at once would hold everybody up.
 */
export class RehearsedLines {
  readonly rehearsal: Rehearsal;
  readonly #letters: string;
  readonly #pieces: readonly Uint8Array[];
  #last: { readonly piece: number; readonly lines: readonly string[] } = { piece: -1, lines: [] };

  constructor([head = Buffer.alloc(0), ...pieces]: readonly Uint8Array[]) {
    // Casts are safe here and below: they were written by `PackedLines`, and are authenticated by the file's key.
    const { letters: found, ...rehearsal } = JSON.parse(unpacked(head).toString()) as Head;
    this.rehearsal = rehearsal;
    this.#letters = found;
    this.#pieces = pieces;
  }

  row(index: number): RehearsedRow {
    const piece = Math.floor(index / rowsOfPiece);
    if (this.#last.piece !== piece) this.#last = { piece, lines: linesIn(this.#pieces[piece]) };
    return JSON.parse(this.#last.lines[index % rowsOfPiece] ?? '') as RehearsedRow;
  }

  /** The rows that are found so, or of which something was mended. */
  with(...asked: readonly (ImportFinding | 'mended')[]): number[] {
    const wanted = new Set(
      asked.flatMap((each) => (each === 'mended' ? [...'NKSAR'] : [letterOf(each, false), letterOf(each, true)])),
    );
    const found: number[] = [];
    for (let index = 0; index < this.#letters.length; index += 1) {
      if (wanted.has(this.#letters[index] ?? '')) found.push(index);
    }
    return found;
  }

  /** Whether one of the rows has a text. */
  async has(text: string): Promise<boolean> {
    for (const piece of this.#pieces.keys()) {
      if (this.#textOf(piece).includes(text)) return true;
      await breath();
    }
    return false;
  }

  /** The rows that are carried out. */
  started(): number[] {
    return this.with('new', 'known', 'somebodyElse');
  }

  #textOf(piece: number): string {
    return unpacked(this.#pieces[piece] ?? Buffer.alloc(0)).toString();
  }
}
