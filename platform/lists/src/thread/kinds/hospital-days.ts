import type { HospitalDay, Occasion } from '@dayline/contracts/clinic/calendar';
import { joined, type Span } from '@dayline/contracts/clinic/spans';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { canonicalJson } from '@dayline/contracts/json';
import type { HospitalDayRowCommand } from '../../row-commands.ts';
import { lineOf, RowProblem } from '../cells/cell.ts';
import { dateOf } from '../cells/dates.ts';
import { spansOf } from '../cells/times.ts';
import { isOn, occasionIn, weekdaysOf, weeksOf } from '../cells/weekdays.ts';
import type { Change, Client, RowKind, RowMatcher, RowResult } from './list-kind.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';

interface DayCells {
  readonly on: Occasion;
  readonly from: string | undefined;
  readonly to: string | null;
  readonly name: string;
  readonly branch: string | null;
  readonly open: readonly Span[];
}

const longest = 60;
const closed = /^(?:closed?|holiday|full[ -]day(?: holiday)?|off|बंद|अवकाश)$/i;
/** May be open or closed. */
const unclear = /^(?:no|none|nil|yes)$/i;
const everyBranch = /^(?:all|every|both)(?: branches| centres)?$/i;

function readDay(cells: Cells, { today, dayOrder }: ReadContext): ReadRow<DayCells> {
  const lineIn = (field: ImportField) => lineOf(field, cells[field] ?? '', longest).value;
  const dateIn = (field: ImportField) => {
    const line = lineIn(field);
    return line === null ? null : dateOf(field, line, dayOrder, today);
  };
  if (range.test(lineIn('date') ?? '')) throw new RowProblem('date', 'date.range');
  const name = lineIn('name');
  if (name === null) throw new RowProblem('name', 'name.missing');
  const date = dateIn('date');
  const { weekday, weeks } = occasionIn(lineIn('weekday'), lineIn('weeks'));
  const [from, to] = [dateIn('from'), dateIn('to')];
  const isRange = (from ?? date) !== date || (to ?? date) !== date;
  if (weekday === null && isRange) throw new RowProblem(date === null ? 'from' : 'to', 'date.range');
  if (date === null && weekday === null) throw new RowProblem('date', 'date.wrong');
  if (date !== null && weekday !== null && !isOn(date, weekday)) throw new RowProblem('weekday', 'date.weekday');
  if (date !== null && date < today) throw new RowProblem('date', 'date.past');
  const hours = lineIn('hours');
  if (unclear.test((cells.hours ?? '').trim())) throw new RowProblem('hours', 'hours.wrong');
  const open = hours === null || closed.test(hours) ? [] : joined(spansOf('hours', hours));
  const on: Occasion = date === null ? ruleOf(weekday ?? '', weeks) : { date };
  const dates = { from: date ?? from ?? undefined, to: date ?? to };
  const typedBranch = lineIn('branch');
  const branch = typedBranch !== null && everyBranch.test(typedBranch) ? null : typedBranch;
  const hoursText = hoursOf(open);
  const shown = { date, weekday, weeks, name, hours: hoursText, branch, from: dates.from ?? null, to: dates.to };
  const isDifferent =
    hours !== null && hours.replaceAll(' ', '').replaceAll(/\b\d:/g, '0$&') !== hoursText.replaceAll(' ', '');
  const corrected = new Set<ImportField>(isDifferent && !closed.test(hours) ? ['hours'] : []);
  return { values: { on, ...dates, name, branch, open }, corrected, shown };
}

/** "24-26/12/2026", "25/12/2026, 26/12/2026", "24 to 26 Dec 2026". */
const range =
  /\d\s*(?:to|and|&|–|—|,)\s*\d|^\d{1,2}\s*-\s*\d{1,2}(?:\/|\s*[a-z])|\d{4}\s*-\s*\d{1,2}[-/]\d{1,2}[-/]\d{4}/i;

function ruleOf(weekday: string, weeks: string | null): Occasion {
  const [day, ...rest] = weekdaysOf(weekday);
  if (!day || rest.length > 0) throw new RowProblem('weekday', 'weekday.wrong');
  return { weekday: day, weeks: weeksOf(weeks ?? '') };
}

const keyOf = ({ on, branchId }: Pick<HospitalDayRowCommand, 'on' | 'branchId'>): string =>
  canonicalJson([on, branchId]);
const contentOf = ({ name, open, to }: Pick<HospitalDayRowCommand, 'name' | 'open' | 'to'>): string =>
  canonicalJson([name, hoursOf(open), to ?? null]);
const hoursOf = (open: readonly Span[]): string =>
  open.length === 0 ? 'closed' : open.map(({ from, to }) => `${from}-${to}`).join(', ');

class DayMatcher implements RowMatcher<DayCells, HospitalDayRowCommand> {
  readonly #client: Client;
  readonly #known = new Map<string, HospitalDay>();
  readonly #rows = new Map<string, { readonly row: number; readonly content: string }>();

  constructor(client: Client) {
    this.#client = client;
    // The later one of two equal days is in force.
    for (const day of client.calendar?.days ?? []) {
      const isOver = day.to !== null && day.to < client.today;
      if (day.liftedFrom === null && !isOver) this.#known.set(keyOf(day), day);
    }
  }

  match(row: number, { branch, from, ...day }: DayCells): RowResult<HospitalDayRowCommand> {
    const branchId = branch === null ? null : this.#branchOf(branch);
    const key = keyOf({ on: day.on, branchId });
    const content = contentOf(day);
    const earlier = this.#rows.get(key);
    if (earlier && earlier.content !== content) throw new RowProblem(null, 'row.twice');
    if (earlier) return { finding: 'existing', match: { row: earlier.row, id: null, name: day.name } };
    this.#rows.set(key, { row, content });
    const { today } = this.#client;
    const command = { ...day, from: from !== undefined && from < today ? today : from, branchId };
    const known = this.#known.get(key);
    if (!known) return { finding: 'new', command };
    const match = { row: null, id: known.dayId, name: known.name };
    const changes: Change[] = [];
    if (known.name !== day.name) changes.push({ field: 'name', before: known.name, after: day.name });
    const [before, after] = [hoursOf(known.open), hoursOf(day.open)];
    if (before !== after) changes.push({ field: 'hours', before, after });
    if (known.to !== day.to) changes.push({ field: 'to', before: known.to, after: day.to });
    return changes.length === 0 ? { finding: 'existing', match } : { finding: 'existing', match, changes, command };
  }

  #branchOf(name: string): number {
    const found = this.#client.branches.find((branch) => branch.name !== null && fold(branch.name) === fold(name));
    if (!found) throw new RowProblem('branch', 'branch.unknown');
    return found.id;
  }
}

export const hospitalDays: RowKind<DayCells, HospitalDayRowCommand> = {
  read: readDay,
  matcher: (client) => new DayMatcher(client),
};
