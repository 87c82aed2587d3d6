import { type FileRow, maxTitles } from './csv-rows.ts';
import { namedColumns } from './proposed-kind.ts';

/** The row with the names of the columns. */
export interface Head {
  /** As spreadsheets count. */
  readonly row: number;
  readonly headers: readonly string[];
  /** The texts above it: the hospital's name, the month. */
  readonly titles: readonly string[];
  /** The rows below it that are read already. */
  readonly rowsBelow: readonly (readonly string[])[];
}

const cellsWithText = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

/** Finds the row with the names of the columns among the first rows: below titles, the one that names most columns. */
export class HeadFinder {
  readonly #rows: FileRow[] = [];

  /** Whether enough rows are read to find it. */
  add(row: FileRow): boolean {
    this.#rows.push(row);
    return this.#rows.length > maxTitles;
  }

  end(): Head {
    const counts = this.#rows.map(({ cells }) => namedColumns(cells));
    const most = Math.max(...counts);
    // Without a known name: the first row that is not a title.
    const firstRow = this.#rows.findIndex(({ cells }) => cellsWithText(cells).length > 1);
    const index = Math.max(0, most > 0 ? counts.indexOf(most) : firstRow);
    const { row = 1, cells = [] } = this.#rows[index] ?? {};
    return {
      row,
      headers: cells.map((cell) => cell.trim()),
      titles: this.#rows.slice(0, index).map(({ cells: title }) => cellsWithText(title).join(' ')),
      rowsBelow: this.#rows.slice(index + 1).map((below) => below.cells),
    };
  }
}
