import { cellOf } from '@dayline/contracts/fields/csv-cell';
import type { FileFacts } from '../messages.ts';
import type { PreviewRows } from '../preview-rows.ts';
import { csvRows } from './file/csv-rows.ts';

const rowsOfPiece = 500;

/** The rows that are not imported, as they stand in the file, with the reason in a further column; in pieces. */
export async function refusedCsv(
  text: string,
  { separator, headerRow }: Pick<FileFacts, 'separator' | 'headerRow'>,
  preview: PreviewRows,
): Promise<string[]> {
  const reasons = new Map<number, string>();
  for (const index of preview.with('refused', 'needsDecision')) {
    const { row, problem } = preview.row(index);
    reasons.set(row, problem?.sentence ?? '');
  }
  const lines: string[] = [];
  let width = 0;
  for await (const { row, cells } of csvRows(text, separator)) {
    if (row < headerRow) continue;
    const reason = row === headerRow ? 'Reason' : reasons.get(row);
    width ||= cells.length;
    if (reason === undefined) continue;
    const padded = Array.from({ length: width }, (_, index) => cells[index] ?? '');
    lines.push(`${[...padded, reason].map(cellOf).join(',')}\r\n`);
  }
  const pieces = ['\uFEFF'];
  for (let from = 0; from < lines.length; from += rowsOfPiece) {
    pieces.push(lines.slice(from, from + rowsOfPiece).join(''));
  }
  return pieces;
}
