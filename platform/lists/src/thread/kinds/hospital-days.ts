import type { HospitalDay, Occasion } from '@dayline/contracts/clinic/calendar';
import { addDays, daysBetween } from '@dayline/contracts/clinic/clinic-time';
import { joined, type Span } from '@dayline/contracts/clinic/spans';
import { fold, plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { canonicalJson } from '@dayline/contracts/json';
import type { HospitalDaysRowCommand } from '../../row-commands.ts';
import { lineOf, RowProblem } from '../cells/cell.ts';
import { dateOf, datesBetween, datesOf } from '../cells/dates.ts';
import { spansOf, timeOf } from '../cells/times.ts';
import { isOn, occasionIn, weekdaysOf, weekdayWithWeeks, weeksOf } from '../cells/weekdays.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';
import type { Change, Client, RowKind, RowMatcher, RowResult } from './row-kind.ts';

interface DayCells {
  /** A rule, or the dates of one holiday. */
  readonly occasions: readonly Occasion[];
  /** Of a rule. */
  readonly from: string | undefined;
  readonly to: string | null;
  readonly name: string;
  readonly branch: string | null;
  readonly open: readonly Span[];
  /** When bookings for the day close; null: as usual. */
  readonly bookUntil: string | null;
}

const longest = 60;
const closedPattern = /^(?:closed?|holiday|full(?:[ -]day)?(?: holiday)?|off|बंद|अवकाश)$/i;
/** May be open or closed. */
const unclear = /^(?:no|none|nil|yes)$/i;
/** Staff may take such a holiday; the hospital is open. */
const optional = /^(?:optional|restricted|r ?\.?h\.?|o ?\.?h\.?|वैकल्पिक|ऐच्छिक)(?: holidays?| अवकाश)?$/i;
/** "Till 1 PM", "OPD up to 12 noon" */
const openUntil = /^(?:opd )?(?:open )?(?:only )?(?:till|until|up ?to) (.+)$/i;
const everyBranch = /^(?:all|every|both)(?: branches| centres)?$/i;

function readDay(cells: Cells, context: ReadContext): ReadRow<DayCells> {
  const lineIn = (field: ImportField) => lineOf(field, cells[field] ?? '', longest).value;
  const name = lineIn('name');
  if (name === null) throw new RowProblem('name', 'name.missing');
  const { occasions, from, to, weekday, weeks, endsBefore } = whenOf(lineIn, context);
  const hours = lineIn('hours');
  if (unclear.test((cells.hours ?? '').trim())) throw new RowProblem('hours', 'hours.wrong');
  const open = hours === null || closedPattern.test(hours) ? [] : joined(openIn(hours));
  const typedBranch = lineIn('branch');
  const branch = typedBranch !== null && everyBranch.test(typedBranch) ? null : typedBranch;
  const hoursText = hoursOf(open);
  const isDifferent =
    hours !== null && hours.replaceAll(' ', '').replaceAll(/\b\d:/g, '0$&') !== hoursText.replaceAll(' ', '');
  const untilLine = lineIn('bookUntil');
  const bookUntil = untilLine === null ? null : timeOf('bookUntil', untilLine);
  const corrections = new Set<ImportField>(isDifferent && !closedPattern.test(hours) ? ['hours'] : []);
  if (endsBefore) corrections.add('to');
  const date = datesText(occasions);
  const rowCells = { date, weekday, weeks, name, hours: hoursText, branch, from: from ?? null, to, bookUntil };
  const type = lineIn('dayType');
  if (type !== null && optional.test(type)) throw new RowProblem('dayType', 'day.optional');
  for (const field of ['days', 'year', 'startTime', 'endTime', 'dayAfter', 'dayType'] as const)
    if (cells[field] !== undefined) Object.assign(rowCells, { [field]: lineIn(field) });
  return { values: { occasions, from, to, name, branch, open, bookUntil }, corrected: corrections, shown: rowCells };
}

function openIn(hours: string): Span[] {
  const until = openUntil.exec(hours)?.[1];
  return until === undefined ? spansOf('hours', hours) : [{ from: '00:00', to: timeOf('hours', until) }];
}

type LineIn = (field: ImportField) => string | null;

/** The dates of a holiday, from a date, a range, or a first date and its length; or a rule such as every second Saturday. */
function whenOf(lineIn: LineIn, context: ReadContext) {
  const { today } = context;
  const yearLine = lineIn('year');
  const year = yearLine !== null && /^20\d\d$/.test(yearLine) ? Number(yearLine) : (context.year ?? null);
  const yearContext = { ...context, year };
  const dateLine = lineIn('date');
  const isRule = dateLine !== null && lineIn('weekday') === null && isOccasion(dateLine);
  const { weekday, weeks } = occasionIn(
    (isRule ? dateLine : lineIn('weekday'))?.replace(everyWord, '') ?? null,
    lineIn('weeks'),
  );
  const dates = dateLine === null || isRule ? [] : datesOf('date', dateLine, yearContext);
  const dateFrom = (field: 'from' | 'to') => {
    const line = lineIn(field);
    return line === null ? null : dateOf(field, line, yearContext);
  };
  const after = lineIn('dayAfter');
  const from = dateFrom('from');
  const to = after === null ? dateFrom('to') : addDays(dateOf('dayAfter', after, yearContext), -1);
  // One weekday with a first and a last date is a rule: "every Sunday in May".
  const isOfDates = lineIn('days') !== null || lineIn('startTime') !== null || from === to;
  const isOneDate = weekday === null || (weeks === null && (isOfDates || weekdaysOf(weekday).length > 1));
  const first = dates[0] ?? (isOneDate ? from : null);
  if (first === null) {
    if (weekday === null) throw new RowProblem('date', 'date.wrong');
    return { occasions: [ruleOf(weekday, weeks)], from: from ?? undefined, to, weekday, weeks, endsBefore: false };
  }
  const all = dates.length > 1 ? dates : rangeFrom(first, lineIn, { from, to });
  if (weekday !== null && !isOn(first, weekday)) throw new RowProblem('weekday', 'date.weekday');
  const future = all.filter((date) => date >= today);
  if (future.length === 0) throw new RowProblem(dates.length > 0 ? 'date' : 'from', 'date.past');
  const occasions = future.map((date) => ({ date }));
  // By the number of days, the written end is the day after.
  const endsBefore = to !== null && lineIn('days') !== null && (all.at(-1) ?? to) < to;
  return { occasions, from: future[0], to: future.at(-1) ?? null, weekday, weeks, endsBefore };
}

const everyWord = /^(?:every|each|all) (?=\d|first|second|third|fourth|fifth|last|[a-z])/i;
function isOccasion(line: string): boolean {
  const text = line.replace(everyWord, '');
  try {
    return weekdaysOf(weekdayWithWeeks(text)?.weekday ?? text).length === 1;
  } catch {
    return false;
  }
}

/** "00:00", "12:00:00 AM": the end of a whole day is the beginning of the next one. */
const midnight = /^(?:0?0:00(?::00)?|12:00(?::00)? ?a\.?m\.?)$/i;

function rangeFrom(first: string, lineIn: LineIn, { from, to }: Record<'from' | 'to', string | null>): string[] {
  const [startTime, endTime] = [lineIn('startTime'), lineIn('endTime')];
  const isPart = [startTime, endTime].some((time) => time !== null && !midnight.test(time));
  if (isPart && !(endTime !== null && /^23:59|^11:59/.test(endTime))) throw new RowProblem('startTime', 'day.part');
  if (from !== null && from !== first) throw new RowProblem('from', 'date.range');
  const days = lineIn('days');
  const count = days === null ? null : Number(/^(\d{1,3})(?:\.0+)?(?: ?days?)?$/i.exec(plainDigits(days))?.[1]);
  if (count !== null && !(count >= 1)) throw new RowProblem('days', 'number.wrong');
  if (to === null || to === first) return datesBetween('days', first, addDays(first, (count ?? 1) - 1));
  const isExclusive = (endTime !== null && midnight.test(endTime)) || count === daysBetween(first, to);
  const all = datesBetween('to', first, isExclusive ? addDays(to, -1) : to);
  if (count !== null && count !== all.length) throw new RowProblem('days', 'date.days');
  return all;
}

/** "2026-12-24 to 2026-12-26", or each date. */
function datesText(occasions: readonly Occasion[]): string | null {
  const dates = occasions.flatMap((occasion) => ('date' in occasion ? [occasion.date] : []));
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (dates.length > 1 && daysBetween(first, last) === dates.length - 1) return `${first} to ${last}`;
  return dates.join(', ');
}

function ruleOf(weekday: string, weeks: string | null): Occasion {
  const [day, ...rest] = weekdaysOf(weekday);
  if (!day || rest.length > 0) throw new RowProblem('weekday', 'weekday.wrong');
  return { weekday: day, weeks: weeksOf(weeks ?? '') };
}

type DayCommand = HospitalDaysRowCommand['days'][number];

const keyOf = ({ on, branchId }: Pick<DayCommand, 'on' | 'branchId'>): string => canonicalJson([on, branchId]);
const contentOf = ({ name, open, to, bookUntil }: Pick<DayCommand, 'name' | 'open' | 'to' | 'bookUntil'>): string =>
  canonicalJson([name, hoursOf(open), to ?? null, bookUntil ?? null]);
const hoursOf = (open: readonly Span[]): string =>
  open.length === 0 ? 'closed' : open.map(({ from, to }) => `${from}-${to}`).join(', ');

/** Each field once, also where the dates of a range differ in it. */
function changesOf(existing: HospitalDay, day: DayCommand, earlier: readonly Change[]): Change[] {
  const all: Change[] = [
    { field: 'name', before: existing.name, after: day.name },
    { field: 'hours', before: hoursOf(existing.open), after: hoursOf(day.open) },
    { field: 'to', before: existing.to, after: day.to },
    { field: 'bookUntil', before: existing.bookUntil ?? null, after: day.bookUntil ?? null },
  ];
  return all.filter(
    ({ field, before, after }) => before !== after && !earlier.some((change) => change.field === field),
  );
}

class DayMatcher implements RowMatcher<DayCells, HospitalDaysRowCommand> {
  readonly #client: Client;
  readonly #known = new Map<string, HospitalDay>();
  readonly #rows = new Map<string, { readonly row: number; readonly content: string; readonly hours: string }>();

  constructor(client: Client) {
    this.#client = client;
    // The later one of two equal days is in force.
    for (const day of client.calendar?.days ?? []) {
      const isOver = day.to !== null && day.to < client.today;
      if (day.liftedFrom === null && !isOver) this.#known.set(keyOf(day), day);
    }
  }

  match(row: number, { branch, from, occasions, bookUntil, ...day }: DayCells): RowResult<HospitalDaysRowCommand> {
    const branchId = branch === null ? null : this.#branchOf(branch);
    const { today } = this.#client;
    const changes: Change[] = [];
    const days: DayCommand[] = [];
    let match: RowResult<never>['match'];
    let isNew = false;
    for (const occasion of occasions) {
      const own =
        'date' in occasion
          ? { from: occasion.date, to: occasion.date }
          : { from: from !== undefined && from < today ? today : from, to: day.to };
      const command = { ...day, ...own, on: occasion, branchId, ...(bookUntil !== null && { bookUntil }) };
      const key = keyOf(command);
      const content = contentOf(command);
      const earlier = this.#rows.get(key);
      // Two holidays of a date, or one within a vacation: the hospital is closed in any case.
      if (earlier && earlier.content !== content && earlier.hours !== hoursOf(day.open)) {
        throw new RowProblem(null, 'row.twice');
      }
      const existing = this.#known.get(key);
      if (earlier) match ??= { row: earlier.row, id: null, name: day.name };
      else if (existing) match ??= { row: null, id: existing.dayId, name: existing.name };
      if (!earlier) this.#rows.set(key, { row, content, hours: hoursOf(day.open) });
      if (earlier || (existing && contentOf(existing) === content)) continue;
      days.push(command);
      if (existing) changes.push(...changesOf(existing, command, changes));
      else isNew = true;
    }
    if (days.length === 0) return { finding: 'existing', ...(match && { match }) };
    if (isNew) return { finding: 'new', command: { days } };
    return { finding: 'existing', ...(match && { match }), changes, command: { days } };
  }

  #branchOf(name: string): number {
    const found = this.#client.branches.find((branch) => branch.name !== null && fold(branch.name) === fold(name));
    if (!found) throw new RowProblem('branch', 'branch.unknown');
    return found.id;
  }
}

export const hospitalDays: RowKind<DayCells, HospitalDaysRowCommand> = {
  read: readDay,
  matcher: (client) => new DayMatcher(client),
};
