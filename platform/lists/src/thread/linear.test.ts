import { fieldsOfImport, type ImportField, listKinds } from '@dayline/contracts/imports/kinds';
import { isLinear } from '@dayline/runtime/testing/growth';
import { lineOf, RowProblem } from './cells/cell.ts';
import { separatorOf } from './file/csv-rows.ts';
import { textOf } from './file/text.ts';
import { kindOfRows } from './kinds/all-kinds.ts';

/** So that a row is read up to the tested field. */
const usual: Partial<Record<ImportField, string>> = {
  ...{ name: 'Asha Rao', phone: '9812345678', doctor: 'Dr. Rao', department: 'Eye', weekday: 'Mon', kind: 'Doctor' },
  ...{
    start: '09:00',
    end: '13:00',
    minutes: '10',
    places: '1',
    date: '2027-01-04',
    outcome: 'Visited',
    hours: 'closed',
  },
};
const context = { today: '2026-11-28', zone: 'Asia/Kolkata', dayOrder: 'dayFirst' } as const;

const runs = [' ', '\t', '\u00a0', ',', '"', "'", '\n', '\r\n', '(', '[', '-', '/', '.', '0', 'a', '\u0301'];
const hostile = runs.flatMap((run) => ['a', '1', ''].map((begin) => [begin, run] as const));
const textWith = ([begin, run]: (typeof hostile)[number], length: number): string =>
  `${begin}${run.repeat(length / run.length)}x`;
/** An eighth of the longest cell that is read. */
const short = 250;

function problemOr(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error;
  }
}

test('the text and the separator of a file are found in a time that grows as the file', () => {
  for (const run of [...runs, '\n\t', '[ ', '{ ', '<']) {
    const isFast = isLinear((length) => {
      const bytes = Buffer.from(run.repeat(length / run.length));
      const text = bytes.toString();
      return () => [textOf(bytes), separatorOf(text)];
    });
    expect({ run, isFast }).toEqual({ run, isFast: true });
  }
});

test('a cell becomes a line in a time that grows as the cell', () => {
  for (const cell of hostile) {
    const work = (length: number) => {
      const text = textWith(cell, length);
      return () => problemOr(() => lineOf('name', text, 2_000));
    };
    expect({ cell, isFast: isLinear(work, { short }) }).toEqual({ cell, isFast: true });
  }
});

const fields = listKinds.flatMap((kind) => fieldsOfImport[kind].map((field) => ({ kind, field })));

test.each(fields)('the $field of $kind is read in a time that grows as the cell', ({ kind, field }) => {
  const { read } = kindOfRows(kind);
  for (const cell of hostile) {
    const work = (length: number) => {
      const cells = { ...usual, [field]: textWith(cell, length) };
      return () => problemOr(() => read(cells, context));
    };
    expect({ cell, isFast: isLinear(work, { short }) }).toEqual({ cell, isFast: true });
  }
});
