import { withoutGuard } from '@dayline/contracts/fields/csv-cell';
import { asSeen, cannotBeShown, nfc } from '@dayline/contracts/fields/format-characters';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { ImportProblem } from '@dayline/contracts/words/import';

/** The value of a cell, and whether it differs from the text in the file. */
export interface CellValue<Value> {
  readonly value: Value;
  readonly isCorrected: boolean;
}

/** Why a row is refused, or needs a decision. */
export class RowProblem extends Error {
  readonly field: ImportField | null;
  readonly code: ImportProblem;
  constructor(field: ImportField | null, code: ImportProblem) {
    super(code);
    this.field = field;
    this.code = code;
  }
}

/** Written where nothing is known. */
const placeholder =
  /^(?:n\.?\/?a\.?|nill?|none|null|no|not (?:known|available|given|applicable)|unknown|[-\u2013\u2014]+|\.+|_+|x+|\?+|\*+)\.?$/i;
export const isPlaceholder = (text: string): boolean => placeholder.test(text);

/** Lost characters, and UTF-8 that another system decoded as Windows-1252: "RenÃ©", "à¤…à¤¨". */
const misread = /\ufffd|[ÂÃ][\u0080-\u00bf]|à[¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º]/u;

/** Repeats the cell above: unknown once rows are sorted. */
const ditto = /^(?:-+ ?(?:do|ditto) ?-+|"? ?do\.? ?"|(?:do|ditto)\.?|same(?: as above)?|["〃″]+)$/i;

/** A number that a spreadsheet has rounded: 9.81E+09. */
const rounded = /^(?:\d+(?:[.,]\d*)?e\+\d+|\d+[.,]\d*e\d+)$/i;
export const isRounded = (text: string): boolean => rounded.test(text);

/**
 * A cell as one line: without invisible characters, with commas for line breaks and one space for blanks, as the patterns
 * of the readers expect. @throws RowProblem
 */
export function lineOf(field: ImportField, input: string, longest: number): CellValue<string | null> {
  const bare = nfc(withoutGuard(input)).trim();
  const line = oneLine(asSeen(asText(bare)));
  if (cannotBeShown(line) || misread.test(line)) throw new RowProblem(field, 'cell.unshown');
  if (line.length > longest) throw new RowProblem(field, 'cell.too-long');
  if (ditto.test(line)) throw new RowProblem(field, 'cell.ditto');
  if (line === '' || isPlaceholder(line)) return { value: null, isCorrected: line !== '' };
  return { value: line, isCorrected: line !== bare };
}

/** Without a pattern for blanks around commas and line breaks, whose time would be cubic. */
const oneLine = (text: string): string =>
  text
    .split(/[\r\n\v\f\u0085\u2028\u2029]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part, index, parts) => (index < parts.length - 1 && part.endsWith(',') ? part.slice(0, -1).trimEnd() : part))
    .join(', ')
    .replaceAll(/\s+/g, ' ');

/** Between several values in one line. */
export const listSeparator = / ?[,;&/] ?| and /i;

/** A number that is an id, such as the hospital number, without the ".0" of a spreadsheet. @throws RowProblem */
export function numberOf(field: ImportField, input: string, longest: number): CellValue<string | null> {
  const { value, isCorrected } = lineOf(field, input, longest);
  if (value !== null && isRounded(value)) throw new RowProblem(field, 'number.rounded');
  // Only zeros are not a number.
  const whole = value?.replace(/^(\d+)\.0+$/, '$1').replace(/^0+$/, '') || null;
  return { value: whole, isCorrected: isCorrected || whole !== value };
}

/** Without the marks by which a spreadsheet keeps a cell as text: ="000123", '000123, and quotation marks around it. */
const asText = (bare: string): string => bare.replace(/^="([^"]*)"$|^"([^"]*)"$|^'(?=[\p{Lu}\p{N}])/u, '$1$2').trim();
