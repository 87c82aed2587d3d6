import { withoutGuard } from '@dayline/contracts/fields/csv-cell';
import { asSeen, cannotBeShown } from '@dayline/contracts/fields/format-characters';
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
const placeholder = /^(?:n\.?\/?a\.?|nil|none|null|no|not (?:known|available|given)|unknown|-+|\.+|_+|x+|\?+)$/i;
export const isPlaceholder = (text: string): boolean => placeholder.test(text);

/** A number as a spreadsheet shows it once it has no room: 9.81E+09. */
const rounded = /^[\d.,]+e\+?\d+$/i;
export const isRounded = (text: string): boolean => rounded.test(text);

/** A cell as one line: what is invisible is out, and line breaks are commas. @throws RowProblem */
export function lineOf(field: ImportField, typed: string, longest: number): Mended<string | null> {
  const bare = asSeen(withoutGuard(typed)).trim();
  const line = bare
    .replace(/\s*,?\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/g, ', ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
  if (cannotBeShown(line)) throw new RowProblem(field, 'cell.unshown');
  if (line.length > longest) throw new RowProblem(field, 'cell.too-long');
  if (line === '' || isPlaceholder(line)) return { value: null, isMended: line !== '' };
  return { value: line, isMended: line !== bare };
}
