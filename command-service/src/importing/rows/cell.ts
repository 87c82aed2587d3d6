import { withoutGuard } from '@dayline/contracts/fields/csv-cell';
import { asSeen, cannotBeShown, nfc } from '@dayline/contracts/fields/format-characters';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { ImportProblem } from '@dayline/contracts/words/import';

/** What a cell says, and whether that differs from how it stands there. */
export interface Mended<Value> {
  readonly value: Value;
  readonly isMended: boolean;
}

/** Why a row is refused. */
export class RowProblem extends Error {
  readonly field: ImportField | null;
  readonly code: ImportProblem;
  constructor(field: ImportField | null, code: ImportProblem) {
    super(code);
    this.field = field;
    this.code = code;
  }
}

/** What is written where nothing is known. */
const placeholder =
  /^(?:n\.?\/?a\.?|nill?|none|null|no|not (?:known|available|given|applicable)|unknown|[-\u2013\u2014]+|\.+|_+|x+|\?+|\*+)\.?$/i;
export const isPlaceholder = (text: string): boolean => placeholder.test(text);

/** Letters that were lost, and UTF-8 that another system took for Windows-1252: "RenÃ©", "à¤…à¤¨". */
const misread = /\ufffd|[ÂÃ][\u0080-\u00bf]|à[¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º]/u;

/** What repeats the cell above: nobody knows which that was once rows are sorted. */
const ditto = /^(?:-+ ?(?:do|ditto) ?-+|"? ?do\.? ?"|(?:do|ditto)\.?|same(?: as above)?|["〃″]+)$/i;

/** A number as a spreadsheet shows it once it has no room: 9.81E+09. */
const rounded = /^(?:\d+(?:[.,]\d*)?e\+\d+|\d+[.,]\d*e\d+)$/i;
export const isRounded = (text: string): boolean => rounded.test(text);

/**
 * A cell as one line: what is invisible is out, line breaks are commas, and blanks are one space each, as the patterns of
 * all that reads lines expect. @throws RowProblem
 */
export function lineOf(field: ImportField, typed: string, longest: number): Mended<string | null> {
  const bare = nfc(withoutGuard(typed)).trim();
  const line = oneLine(asSeen(asText(bare)));
  if (cannotBeShown(line) || misread.test(line)) throw new RowProblem(field, 'cell.unshown');
  if (line.length > longest) throw new RowProblem(field, 'cell.too-long');
  if (ditto.test(line)) throw new RowProblem(field, 'cell.ditto');
  if (line === '' || isPlaceholder(line)) return { value: null, isMended: line !== '' };
  return { value: line, isMended: line !== bare };
}

/** Split and trimmed by code: a pattern for blanks, a comma, blanks and a break takes a time as their cube. */
const oneLine = (text: string): string =>
  text
    .split(/[\r\n\v\f\u0085\u2028\u2029]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part, index, parts) => (index < parts.length - 1 && part.endsWith(',') ? part.slice(0, -1).trimEnd() : part))
    .join(', ')
    .replaceAll(/\s+/g, ' ');

/** A number that names something, as the hospital's own: without the ".0" of a spreadsheet. @throws RowProblem */
export function numberOf(field: ImportField, typed: string, longest: number): Mended<string | null> {
  const { value, isMended } = lineOf(field, typed, longest);
  if (value !== null && isRounded(value)) throw new RowProblem(field, 'number.rounded');
  // Only zeros are nobody's number.
  const whole = value?.replace(/^(\d+)\.0+$/, '$1').replace(/^0+$/, '') || null;
  return { value: whole, isMended: isMended || whole !== value };
}

/** Without what makes a spreadsheet take a cell as text: ="000123", '000123, and quotation marks around all of it. */
const asText = (bare: string): string => bare.replace(/^="([^"]*)"$|^"([^"]*)"$|^'(?=[\p{Lu}\p{N}])/u, '$1$2').trim();
