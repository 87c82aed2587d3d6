import type { Sex } from '@dayline/contracts/clinic/identity';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { type CellValue, isPlaceholder, RowProblem } from './cell.ts';
import { type NameCell, nameOf } from './person-name.ts';

type Cells = Readonly<Partial<Record<ImportField, string>>>;

const parts = ['firstName', 'middleName', 'lastName'] as const satisfies readonly ImportField[];

/** For the preview. */
export const partsOfName = (cells: Cells): Cells =>
  Object.fromEntries(parts.flatMap((field) => (cells[field]?.trim() ? [[field, cells[field].trim()]] : [])));

/** Whether a row names a person, in one column or in several. */
export const hasName = (cells: Cells): boolean => textOf(cells) !== '';

const wordsIn = (text: string): string =>
  ` ${fold(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

/** The first, middle and last name behind each other; the whole name if it has a column. */
function textOf(cells: Cells): string {
  const whole = cells.name?.trim() ?? '';
  const [first = '', middle = '', last = ''] = parts.map((field) => {
    const cell = cells[field]?.trim() ?? '';
    return isPlaceholder(cell) ? '' : cell;
  });
  // Beside a middle or last name, the name may be the first one.
  const others =
    first === '' ? [middle, last].filter((part) => part !== '' && !wordsIn(whole).includes(wordsIn(part))) : [];
  if (whole !== '') return others.length === 0 ? (cells.name ?? '') : [whole, ...others].join(' ');
  // A last name alone is shared by a family.
  if (first === '' && last !== '') throw new RowProblem('firstName', 'name.half');
  return [first, middle, last].filter((part) => part !== '').join(' ');
}

/** A person's name, from its column or from those of its parts. @throws RowProblem */
export function wholeName(cells: Cells, sexCell: Sex | null = null): CellValue<NameCell> {
  const { value, isCorrected } = nameOf(textOf(cells), sexCell);
  return { value, isCorrected };
}
