import { cellOf } from '@dayline/contracts/fields/csv-cell';
import { rowsOf, type Separator } from './file/rows.ts';
import type { RehearsedLines } from './rehearsed-lines.ts';

/** Rows in one piece of a file that is taken out. */
const rowsOfPiece = 500;

/** The rows that stay out, as they stand in the file, with the reason beside; in pieces. */
export async function refusedCsv(text: string, separator: Separator, lines: RehearsedLines): Promise<string[]> {
  const reasons = new Map<number, string>();
  for (const index of lines.with('refused', 'asks')) {
    const { row, problem } = lines.row(index);
    reasons.set(row, problem?.sentence ?? '');
  }
  const pieces = ['\uFEFF'];
  let written: string[] = [];
  let width = 0;
  for await (const { row, cells } of rowsOf(text, separator)) {
    const reason = width === 0 ? 'Reason' : reasons.get(row);
    width ||= cells.length;
    if (reason === undefined) continue;
    const padded = Array.from({ length: width }, (_, index) => cells[index] ?? '');
    written.push([...padded, reason].map(cellOf).join(','));
    if (written.length < rowsOfPiece) continue;
    pieces.push(`${written.join('\r\n')}\r\n`);
    written = [];
  }
  if (written.length > 0) pieces.push(`${written.join('\r\n')}\r\n`);
  return pieces;
}
