import { type ImportFile, type ImportRow, maxDecisions } from '@dayline/contracts/endpoints/import';
import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { type ImportField, type ListKind, missingFields, weekdayFields } from '@dayline/contracts/imports/kinds';
import { formatText } from '../../shared/format/text.ts';
import { instantAtClinic } from '../../shared/format/time.ts';
import { phoneText } from '../../ui/locale/words.ts';
import { importText as text } from './text.ts';

/** The name of an import: its kind and start. The log keeps no file name, since that may be a person's name. */
export const nameOf = ({ kind, startedAt }: Pick<ImportOverview, 'kind' | 'startedAt'>, zone: string): string =>
  `${text.kinds[kind]}, ${instantAtClinic(startedAt, zone)}`;

export type Show = NonNullable<RequestInputOf<'previewImport'>['show']>;
type SentDecision = RequestInputOf<'decideImportRows'>['decisions'][number];
export type Decision = Readonly<SentDecision>;
/** One option of a decision. */
export type Choice = Omit<Decision, 'row'>;

/** An option of the decision that a row needs, with its key. */
interface Option {
  readonly key: string;
  readonly name: string;
  /** Shown once it is chosen. */
  readonly words: string;
  readonly choice: Choice;
}
const personOptions = (): readonly Option[] => [
  { key: 's', name: text.samePerson, words: text.decidedSame, choice: { same: true } },
  { key: 'd', name: text.differentPerson, words: text.decidedDifferent, choice: { same: false } },
];
const ageOptions = (): readonly Option[] => [
  { key: 'a', name: text.ageOfColumn, words: text.decidedAgeOfColumn, choice: { age: 'beside' } },
  { key: 'n', name: text.ageInName, words: text.decidedAgeInName, choice: { age: 'inName' } },
];
export const optionsOf = ({ problem }: Pick<ImportRow, 'problem'>): readonly Option[] =>
  problem?.code === 'decide.age' ? ageOptions() : personOptions();
export const allOptions = (): readonly Option[] => [...personOptions(), ...ageOptions()];

/** The option that is chosen for a row, if it is one of those that the row offers now. */
export function optionChosen(row: ImportRow, decisions: readonly Decision[]): Option | undefined {
  const decision = decisions.find((candidate) => candidate.row === row.row);
  if (!decision || row.finding !== 'needsDecision') return undefined;
  return optionsOf(row).find(({ choice }) =>
    choice.age === undefined ? choice.same === decision.same : choice.age === decision.age,
  );
}
export type Columns = readonly (ImportField | null)[];

/** An uploaded file, and what was chosen for it. */
export interface Draft {
  step: 'columns' | 'preview';
  file: ImportFile;
  columns: Columns;
  dayOrder: ImportFile['dayOrder'];
  decisions: readonly Decision[];
  /** The decisions that the server has. */
  sent: readonly Decision[];
  /** The id of the decisions that the server has. */
  decisionsId: string;
}
/** The page's step. */
export type Stage =
  | { readonly step: 'upload' }
  | Readonly<Draft>
  | { readonly step: 'started'; readonly importId: string; readonly digest: string };

export const noDecisions: readonly Decision[] = [];
export const draftOf = (file: ImportFile): Draft => ({
  ...{ step: 'columns', file, columns: file.columns.map(({ field }) => field), dayOrder: file.dayOrder },
  ...{ decisions: noDecisions, sent: noDecisions, decisionsId: '' },
});

/** The decisions to send; one that was removed has its row alone. */
export const changedDecisions = ({ decisions, sent }: Pick<Draft, 'decisions' | 'sent'>): SentDecision[] => [
  ...decisions.filter((decision) => !sent.includes(decision)),
  ...sent.filter(({ row }) => !decisions.some((decision) => decision.row === row)).map(({ row }) => ({ row })),
];

/** The decisions to send, by call; one call without decisions where nothing has changed. */
export function changedParts(draft: Pick<Draft, 'decisions' | 'sent'>): SentDecision[][] {
  const changes = changedDecisions(draft);
  const parts = Math.max(1, Math.ceil(changes.length / maxDecisions));
  return Array.from({ length: parts }, (_, part) => changes.slice(part * maxDecisions, (part + 1) * maxDecisions));
}

/** The reason why the columns can't be previewed; undefined if they can. */
export function columnsFault(kind: ListKind, columns: Columns): string | undefined {
  const chosenFields = columns.filter((field) => field !== null);
  const twice = chosenFields.find((field, index) => chosenFields.indexOf(field) !== index);
  if (twice) return text.twice(text.fields[twice]);
  const [missing] = missingFields(kind, columns);
  return missing && text.missing(missing.map((field) => text.fields[field]).join(text.or));
}

/** The table's columns, each with its fields. The other fields are in the opened row. */
const shownFields: Readonly<Record<ListKind, readonly (readonly ImportField[])[]>> = {
  patients: [['uhid'], ['name'], ['age', 'bornOn', 'sex'], ['phone'], ['location']],
  doctors: [['name'], ['department'], ['email'], ['phone'], ['fee']],
  hours: [
    ['doctor', 'doctorEmail'],
    ['date', 'from', 'weekday'],
    ['start', 'end', 'beforeBreak', 'afterBreak', 'status', ...weekdayFields],
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

/** The columns that the file has; a name may be put together of several. */
export const shownColumns = (kind: ListKind, columns: Columns): ShownColumn[] =>
  shownFields[kind].flatMap((group) => {
    const hasPartsOfName = columns.includes('firstName') && columns.includes('lastName');
    const fields = group.filter((field) => columns.includes(field) || (field === 'name' && hasPartsOfName));
    const heading = fields.map((field) => text.fields[field]).join(', ');
    const strong = fields.some((field) => strongFields.includes(field)) && !fields.includes('phone');
    return fields.length === 0 ? [] : [{ fields, heading, strong }];
  });

export type Cell = ImportRow['cells'][number];

const ageUnits = { y: 'years', m: 'months', d: 'days' } as const;

/** An age of the preview, such as '14 d', in words. */
function ageText(value: string): string {
  const [, count, letter] = /^(\d+) ([ymd])$/.exec(value) ?? [];
  // Cast is safe: the pattern allows only these letters.
  return letter === undefined ? value : formatText.age[ageUnits[letter as keyof typeof ageUnits]](Number(count));
}

/** A value in the format of the page. */
export function valueText({ field, value }: Pick<Cell, 'field' | 'value'>): string {
  if (value === null) return '';
  if (field === 'phone' && /^\d{11,}$/.test(value)) return phoneText(value);
  if (field === 'age') return ageText(value);
  if (field === 'sex') return formatText.sex[value as keyof typeof formatText.sex] ?? value;
  return text.codes[field]?.[value] ?? value;
}

/** Whether a row's cells are shown as they stand in the file: it is refused, or its age needs a decision. */
export const isNotRead = ({ finding, problem }: ImportRow): boolean =>
  finding === 'refused' || problem?.code === 'decide.age';

/** A column's cells in one: the original if it was corrected, and the imported value; of a refused row, the original. */
export function cellOf(row: ImportRow, { fields }: Pick<ShownColumn, 'fields'>) {
  const cells = fields.flatMap((field) => row.cells.find((cell) => cell.field === field) ?? []);
  const isUnread = isNotRead(row) && cells.every(({ value }) => value === null);
  const joined = (texts: readonly string[]) => texts.filter(Boolean).join(' ');
  const original = joined(cells.map((cell) => cell.original.replaceAll(/\r?\n/g, '⏎')));
  const value = isUnread ? original : joined(cells.map(valueText));
  // An extra or missing space in a number is not shown as a change.
  const isCorrected = cells.some((cell) => cell.isCorrected) && original !== value;
  return {
    value,
    original: isCorrected ? original || text.empty : null,
    isBad: row.problem?.field != null && isNotRead(row) && fields.includes(row.problem.field),
  };
}

/** `23 h` or `40 min` until an instant. */
export function timeLeft(until: string, now: number): string {
  const minutes = Math.max(1, Math.floor((Date.parse(until) - now) / 60_000));
  return minutes < 60 ? text.minutes(minutes) : text.hours(Math.floor(minutes / 60));
}

/** Minutes until a running import is finished, at its speed so far; null while that is unknown. */
export function minutesLeft({ startedAt, done, rows }: ImportOverview, now: number): number | null {
  if (done === 0) return null;
  return Math.max(1, Math.ceil(((now - Date.parse(startedAt)) * (rows - done)) / done / 60_000));
}

/** Whether an import is not finished. */
export const isRunning = ({ finishedAt }: ImportOverview): boolean => finishedAt === null;
