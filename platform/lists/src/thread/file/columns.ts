import type { ImportField, ListKind } from '@dayline/contracts/imports/kinds';
import { isOff } from '../cells/off-duty.ts';
import { fieldNamed, namesOf, plain } from './headers.ts';

interface Column {
  readonly field: ImportField | null;
  readonly match: 'recognised' | 'guessed' | 'unknown';
}

/** Fields whose cells are dates. */
export const dateFields: readonly ImportField[] = ['date', 'bornOn', 'from', 'to', 'everyFrom'];

/** A column with half a name is not the name. */
const halfName = /^ (?:first|middle|last|sur|given|family|fore) ?names? $/;

/** A column about the kind of a value, or for several weekdays. */
const otherThing = /(?: (?:type|kind|label) $| (?:to|through|till) |weekdays )/;

const isHours = (value: string): boolean => isOff(value) || /\d ?[ap:.-]/i.test(value);

/** A "Shift" is a name, or "9-1" and "OFF". */
const fieldOfValues = (field: ImportField | null, values: readonly string[] = []): ImportField | null =>
  field === 'sessionName' && values.some(isHours) ? 'beforeBreak' : field;

/** The field of each column; each field once. */
export function columnsOf(
  kind: ListKind,
  headers: readonly string[],
  samples: readonly (readonly string[])[] = [],
): Column[] {
  const taken = new Set<ImportField>();
  const columns = headers.map((header, index): Column => {
    const field = fieldOfValues(fieldNamed(kind, header), samples[index]);
    if (!field || taken.has(field)) return { field: null, match: 'unknown' };
    taken.add(field);
    return { field, match: 'recognised' };
  });
  return columns.map((column, index) => {
    if (column.field) return column;
    const words = ` ${plain(headers[index] ?? '')} `;
    const guess = [...namesOf(kind)].find(
      ([name, field]) =>
        !taken.has(field) &&
        name.length > 3 &&
        !halfName.test(words) &&
        !otherThing.test(words) &&
        words.includes(` ${name} `),
    );
    if (!guess) return column;
    taken.add(guess[1]);
    return { field: guess[1], match: 'guessed' };
  });
}
