import type { HospitalDay, Occasion } from '@dayline/contracts/clinic/calendar';
import { joined, type Span } from '@dayline/contracts/clinic/spans';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { canonicalJson } from '@dayline/contracts/json';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CalendarAggregate, CalendarCommands } from '../../client-calendar/calendar-commands.ts';
import { lineOf, RowProblem } from '../rows/cell.ts';
import { dateOf, isOn, occasionIn, spansOf, weekdaysOf, weeksOf } from '../rows/dates.ts';
import type { Cells, ReadContext, ReadRow } from '../rows/row.ts';
import type { Change, Finder, Found, Kind, World } from './kind.ts';

interface ReadDay {
  readonly on: Occasion;
  readonly from: string | undefined;
  readonly to: string | null;
  readonly name: string;
  readonly branch: string | null;
  readonly open: readonly Span[];
}
type DayCommand = Parameters<CalendarCommands['setHospitalDay']>[0];

const longest = 60;
const closed = /^(?:closed?|holiday|full[ -]day(?: holiday)?|off|बंद|अवकाश)$/i;
/** Nobody knows whether it is open or closed that is meant. */
const unclear = /^(?:no|none|nil|yes)$/i;
const everyBranch = /^(?:all|every|both)(?: branches| centres)?$/i;

function readDay(cells: Cells, { today, dayOrder }: ReadContext): ReadRow<ReadDay> {
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
  const says = hoursOf(open);
  const shown = { date, weekday, weeks, name, hours: says, branch, from: dates.from ?? null, to: dates.to };
  const isOther = hours !== null && hours.replaceAll(' ', '').replaceAll(/\b\d:/g, '0$&') !== says.replaceAll(' ', '');
  const mended = new Set<ImportField>(isOther && !closed.test(hours) ? ['hours'] : []);
  return { read: { on, ...dates, name, branch, open }, mended, shown };
}

/** "24-26/12/2026", "25/12/2026, 26/12/2026", "24 to 26 Dec 2026". */
const range =
  /\d\s*(?:to|and|&|–|—|,)\s*\d|^\d{1,2}\s*-\s*\d{1,2}(?:\/|\s*[a-z])|\d{4}\s*-\s*\d{1,2}[-/]\d{1,2}[-/]\d{4}/i;

function ruleOf(weekday: string, weeks: string | null): Occasion {
  const [day, ...others] = weekdaysOf(weekday);
  if (!day || others.length > 0) throw new RowProblem('weekday', 'weekday.wrong');
  return { weekday: day, weeks: weeksOf(weeks ?? '') };
}

const keyOf = ({ on, branchId }: Pick<DayCommand, 'on' | 'branchId'>): string => canonicalJson([on, branchId]);
const saysOf = ({ name, open, to }: Pick<DayCommand, 'name' | 'open' | 'to'>): string =>
  canonicalJson([name, hoursOf(open), to ?? null]);
const hoursOf = (open: readonly Span[]): string =>
  open.length === 0 ? 'closed' : open.map(({ from, to }) => `${from}-${to}`).join(', ');

class DayFinder implements Finder<ReadDay, DayCommand> {
  readonly #world: World;
  readonly #known = new Map<string, HospitalDay>();
  readonly #rows = new Map<string, { readonly row: number; readonly says: string }>();

  constructor(world: World) {
    this.#world = world;
    // Of two that are alike, the later one is in force.
    for (const day of world.calendar?.days ?? []) {
      const isOver = day.to !== null && day.to < world.today;
      if (day.liftedFrom === null && !isOver) this.#known.set(keyOf(day), day);
    }
  }

  find(row: number, { branch, from, ...day }: ReadDay): Found<DayCommand> {
    const branchId = branch === null ? null : this.#branchOf(branch);
    const key = keyOf({ on: day.on, branchId });
    const says = saysOf(day);
    const earlier = this.#rows.get(key);
    if (earlier && earlier.says !== says) throw new RowProblem(null, 'row.twice');
    if (earlier) return { finding: 'known', other: { row: earlier.row, id: null, name: day.name } };
    this.#rows.set(key, { row, says });
    const { today } = this.#world;
    const command = { ...day, from: from !== undefined && from < today ? today : from, branchId };
    const known = this.#known.get(key);
    if (!known) return { finding: 'new', command };
    const other = { row: null, id: known.dayId, name: known.name };
    const changes: Change[] = [];
    if (known.name !== day.name) changes.push({ field: 'name', before: known.name, after: day.name });
    const [before, after] = [hoursOf(known.open), hoursOf(day.open)];
    if (before !== after) changes.push({ field: 'hours', before, after });
    if (known.to !== day.to) changes.push({ field: 'to', before: known.to, after: day.to });
    return changes.length === 0 ? { finding: 'known', other } : { finding: 'known', other, changes, command };
  }

  #branchOf(name: string): number {
    const found = this.#world.branches.find((branch) => branch.name !== null && fold(branch.name) === fold(name));
    if (!found) throw new RowProblem('branch', 'branch.unknown');
    return found.id;
  }
}

export interface HospitalDayKindDeps {
  readonly aggregates: CalendarAggregate;
  readonly commands: CalendarCommands;
}

export function hospitalDayKind({ aggregates, commands }: HospitalDayKindDeps): Kind<ReadDay, DayCommand> {
  return {
    read: readDay,
    finder: (world) => new DayFinder(world),

    async carryOut(command, by) {
      const set = await commands.setHospitalDay(command, by);
      if (isRefusal(set)) return set;
      return set.position === null ? null : { id: derivedFrom(by.commandId, 'hospital-day'), isNew: true };
    },

    async takeBack({ id }, by) {
      const { state } = await aggregates.calendars.load(streams.clientCalendar(by.clientId), 0);
      const day = state?.days.find(({ dayId }) => dayId === id);
      if (!day || day.liftedFrom !== null) return null;
      const lifted = await commands.liftHospitalDay({ dayId: id }, by);
      return isRefusal(lifted) ? 'stays.past' : null;
    },
  };
}
