import { type ImportFile, type ImportOverview, type ImportRow, mostAnswers } from '@dayline/contracts/endpoints/import';
import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { type ImportField, type ImportKind, requiredFields } from '@dayline/contracts/imports/kinds';
import { formatText } from '../../shared/format/text.ts';
import { instantAtClinic } from '../../shared/format/time.ts';
import { phoneText } from '../../ui/locale/words.ts';
import { importText as text } from './text.ts';

/** What an import is called: the log keeps no name of a file, which may be somebody's. */
export const nameOf = ({ what, startedAt }: Pick<ImportOverview, 'what' | 'startedAt'>, zone: string): string =>
  `${text.kinds[what]}, ${instantAtClinic(startedAt, zone)}`;

export type Show = NonNullable<RequestInputOf<'rehearseImport'>['show']>;
type Given = RequestInputOf<'answerImport'>['answers'][number];
export type Answer = Readonly<Given>;
/** An answer to one question. */
export type Choice = Omit<Answer, 'row'>;

/** What a row asks, with the key that gives each answer. */
interface Option {
  readonly key: string;
  readonly name: string;
  /** As it is said of an answered row. */
  readonly said: string;
  readonly choice: Choice;
}
const personOptions = (): readonly Option[] => [
  { key: 's', name: text.samePerson, said: text.answeredSame, choice: { same: true } },
  { key: 'd', name: text.somebodyElse, said: text.answeredElse, choice: { same: false } },
];
const ageOptions = (): readonly Option[] => [
  { key: 'a', name: text.ageBeside, said: text.answeredBeside, choice: { age: 'beside' } },
  { key: 'n', name: text.ageInName, said: text.answeredInName, choice: { age: 'inName' } },
];
export const optionsOf = ({ problem }: Pick<ImportRow, 'problem'>): readonly Option[] =>
  problem?.code === 'ask.age' ? ageOptions() : personOptions();
export const allOptions = (): readonly Option[] => [...personOptions(), ...ageOptions()];

/** The answer given to what a row asks; an earlier question of the same row is another one. */
export function givenTo(row: ImportRow, answers: readonly Answer[]): Option | undefined {
  const answer = answers.find((each) => each.row === row.row);
  if (!answer || row.finding !== 'asks') return undefined;
  return optionsOf(row).find(({ choice }) =>
    choice.age === undefined ? choice.same === answer.same : choice.age === answer.age,
  );
}
export type Columns = readonly (ImportField | null)[];

/** A brought file, and what was chosen for it. */
export interface Brought {
  step: 'columns' | 'rehearse';
  file: ImportFile;
  columns: Columns;
  dayOrder: ImportFile['dayOrder'];
  answers: readonly Answer[];
  /** Those of the answers that lie beside the file. */
  kept: readonly Answer[];
  /** By which a rehearsal names what lies there. */
  answered: string;
}
/** What the page is at. */
export type Stage =
  | { readonly step: 'bring' }
  | Readonly<Brought>
  | { readonly step: 'started'; readonly importId: string; readonly digest: string };

export const noAnswers: readonly Answer[] = [];
export const broughtOf = (file: ImportFile): Brought => ({
  ...{ step: 'columns', file, columns: file.columns.map(({ becomes }) => becomes), dayOrder: file.dayOrder },
  ...{ answers: noAnswers, kept: noAnswers, answered: '' },
});

/** What changes the answers that are kept to those that are given: one that was taken back has its row alone. */
export const changedAnswers = ({ answers, kept }: Pick<Brought, 'answers' | 'kept'>): Given[] => [
  ...answers.filter((each) => !kept.includes(each)),
  ...kept.filter(({ row }) => !answers.some((each) => each.row === row)).map(({ row }) => ({ row })),
];

/** In parts that a call takes; one without any where nothing is changed. */
export function changedParts(answers: Pick<Brought, 'answers' | 'kept'>): Given[][] {
  const changed = changedAnswers(answers);
  const parts = Math.max(1, Math.ceil(changed.length / mostAnswers));
  return Array.from({ length: parts }, (_, part) => changed.slice(part * mostAnswers, (part + 1) * mostAnswers));
}

/** What keeps a choice of columns from being rehearsed; undefined if nothing does. */
export function columnsFault(what: ImportKind, columns: Columns): string | undefined {
  const chosen = columns.filter((field) => field !== null);
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index);
  if (twice) return text.twice(text.fields[twice]);
  const missing = requiredFields[what].find((group) => !group.some((field) => columns.includes(field)));
  return missing && text.missing(missing.map((field) => text.fields[field]).join(text.or));
}

/** Columns of the table: what a column shows beside one another. The others are in the opened row. */
const shownFields: Readonly<Record<ImportKind, readonly (readonly ImportField[])[]>> = {
  patients: [['uhid'], ['name'], ['age', 'bornOn', 'sex'], ['phone'], ['location']],
  doctors: [['name'], ['department'], ['email'], ['phone'], ['fee']],
  hours: [
    ['doctor', 'doctorEmail'],
    ['date', 'from', 'weekday'],
    ['start', 'end', 'beforeBreak', 'afterBreak'],
    ['minutes', 'places'],
  ],
  hospitalDays: [['date', 'weekday', 'weeks'], ['name'], ['hours'], ['from', 'to'], ['branch']],
  pastVisits: [['uhid'], ['name', 'phone'], ['doctor', 'doctorEmail'], ['date', 'time'], ['outcome', 'paid']],
};
const strongFields: readonly ImportField[] = ['name', 'doctor', 'doctorEmail'];

export interface ShownColumn {
  readonly fields: readonly ImportField[];
  readonly heading: string;
  readonly strong: boolean;
}

/** Those of which the file has something. */
export const shownColumns = (what: ImportKind, columns: Columns): ShownColumn[] =>
  shownFields[what].flatMap((group) => {
    const fields = group.filter((field) => columns.includes(field));
    const heading = fields.map((field) => text.fields[field]).join(', ');
    const strong = fields.some((field) => strongFields.includes(field)) && !fields.includes('phone');
    return fields.length === 0 ? [] : [{ fields, heading, strong }];
  });

export type Cell = ImportRow['cells'][number];

const ageUnits = { y: 'years', m: 'months', d: 'days' } as const;

/** An age as it is read from a list, such as '14 d'. */
function ageText(read: string): string {
  const [, count, letter] = /^(\d+) ([ymd])$/.exec(read) ?? [];
  // Cast is safe: the pattern has these letters alone.
  return letter === undefined ? read : formatText.age[ageUnits[letter as keyof typeof ageUnits]](Number(count));
}

/** A value as people read it. */
export function valueText({ field, read }: Pick<Cell, 'field' | 'read'>): string {
  if (read === null) return '';
  if (field === 'phone' && /^\d{11,}$/.test(read)) return phoneText(read);
  if (field === 'age') return ageText(read);
  if (field === 'sex') return formatText.sex[read as keyof typeof formatText.sex] ?? read;
  return text.codes[field]?.[read] ?? read;
}

/** Whether a row's cells are shown as typed: it is refused, or asks what they say. */
export const isNotRead = ({ finding, problem }: ImportRow): boolean =>
  finding === 'refused' || problem?.code === 'ask.age';

/** A column's cells in one: what was typed if it was mended, and what it becomes; of a refused row, what was typed. */
export function cellOf(row: ImportRow, { fields }: Pick<ShownColumn, 'fields'>) {
  const cells = fields.flatMap((field) => row.cells.find((cell) => cell.field === field) ?? []);
  const isUnread = isNotRead(row) && cells.every(({ read }) => read === null);
  const said = (texts: readonly string[]) => texts.filter(Boolean).join(' ');
  const typed = said(cells.map((cell) => cell.typed.replaceAll(/\r?\n/g, '⏎')));
  const value = isUnread ? typed : said(cells.map(valueText));
  // A space more or less in a number is not shown as a change.
  const isMended = cells.some((cell) => cell.isMended) && typed !== value;
  return {
    value,
    typed: isMended ? typed || text.empty : null,
    isBad: row.problem?.field != null && isNotRead(row) && fields.includes(row.problem.field),
  };
}

/** `23 h` or `40 min` until an instant. */
export function timeLeft(until: string, now: number): string {
  const minutes = Math.max(1, Math.floor((Date.parse(until) - now) / 60_000));
  return minutes < 60 ? text.minutes(minutes) : text.hours(Math.floor(minutes / 60));
}

/** Minutes until a running import is done, at its speed so far; null while it isn't known. */
export function minutesLeft({ startedAt, done, rows }: ImportOverview, now: number): number | null {
  if (done === 0) return null;
  return Math.max(1, Math.ceil(((now - Date.parse(startedAt)) * (rows - done)) / done / 60_000));
}

/** Whether an import, or its way back, is on its way. */
export const isRunning = ({ settledAt }: ImportOverview): boolean => settledAt === null;
