import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { stageOf } from '../../shared/appointments/presence/presence.ts';
import { countsOf, type StatusFilter } from '../../shared/appointments/status-filters.ts';
import { pagesOf } from '../../ui/paging/page-window.ts';
import { matches, steadyIds } from './rules.ts';
import { type Group, type Narrowing, narrowed, type WorklistEntry, worklistOf } from './worklist.ts';

/** Time that a row changed by another desk stays and flashes in its group, in ms. */
const stayTime = 2_000;

/** A board's view, and what holds its rows in place at the next change. */
export interface BoardView {
  /** The filters and the page: with others nothing is held. */
  key: string;
  /** The group of each row of the day. */
  groups: ReadonlyMap<string, Group>;
  /** Until when rows changed by another desk stay in their group, ms since the epoch. */
  stays: ReadonlyMap<string, number>;
  /** The rows of the page, in order. */
  cards: readonly WorklistEntry[];
  page: number;
  pages: number;
  /** How many rows match the filters. */
  matching: number;
  /** The number of rows in each group, on all pages. */
  groupCounts: Readonly<Record<Group, number>>;
  /** The number of rows in each tab. */
  counts: Readonly<Record<StatusFilter, number>>;
}

export interface BoardInputs extends Narrowing {
  /** The day's rows, with pending changes applied. */
  rows: readonly TodaysAppointment[];
  now: ClinicTime;
  /** Ms since the epoch. */
  clock: number;
  /** "A marked card stays where it is until its toast goes": those with an open toast or a command in flight. */
  held: ReadonlySet<string>;
  filter: StatusFilter;
  /** From 1; may be past the end. */
  page: number;
  size: number;
  /** The index of the card under the pointer, -1 without one. */
  hovered: number;
  isFocusInside: boolean;
  focusedId: string | undefined;
}

export const emptyView: BoardView = {
  key: '',
  groups: new Map(),
  stays: new Map(),
  cards: [],
  page: 1,
  pages: 1,
  matching: 0,
  groupCounts: { called: 0, waiting: 0, late: 0, next: 0, done: 0 },
  counts: countsOf([]),
};

const idOf = ({ row }: WorklistEntry): string => row.AppointmentId;

/** Rows that are done since the last view, and until when each stays where it was. */
function staysOf({ groups, stays }: BoardView, { rows, now, clock }: BoardInputs): Map<string, number> {
  const done = rows.filter((row) => {
    const before = groups.get(row.AppointmentId);
    return before !== undefined && before !== 'done' && stageOf(row, now) === 'done';
  });
  return new Map(done.map(({ AppointmentId: id }) => [id, stays.get(id) ?? clock + stayTime]));
}

/** The cards of a page, where "nothing moves under the pointer or takes the focus". */
function steadyCards(
  before: readonly WorklistEntry[],
  worklist: readonly WorklistEntry[],
  matching: readonly WorklistEntry[],
  { page, size, hovered, isFocusInside, focusedId }: BoardInputs,
): WorklistEntry[] {
  const byId = new Map(worklist.map((entry) => [idOf(entry), entry]));
  const shownIn = new Map(before.map((entry) => [idOf(entry), entry.group]));
  const shown = [...shownIn.keys()];
  const focused = isFocusInside && focusedId !== undefined ? shown.indexOf(focusedId) : -1;
  const ids = steadyIds({
    shown,
    next: matching.map(idOf),
    order: new Map(worklist.map((entry, index) => [idOf(entry), index])),
    anchor: Math.max(Math.min(hovered, shown.length - 1), focused),
    moved: new Set(shown.filter((id) => byId.get(id)?.group !== shownIn.get(id))),
    from: (page - 1) * size,
    size,
  });
  // Under the pointer or the focus a row stays in its group, even if it now belongs to another.
  const isHeld = hovered >= 0 || isFocusInside;
  return ids.flatMap((id) => {
    const entry = byId.get(id);
    return entry ? { ...entry, group: (isHeld && shownIn.get(id)) || entry.group } : [];
  });
}

/** The board after `previous`: rows change their place only where nobody is about to click. */
export function boardView(previous: BoardView, inputs: BoardInputs): BoardView {
  const { rows, now, clock, held, filter, search, pocId, hour, size } = inputs;
  const stays = staysOf(previous, inputs);
  const isKept = (id: string): boolean => held.has(id) || clock < (stays.get(id) ?? 0);
  const worklist = worklistOf(rows, now, new Map([...previous.groups].filter(([id]) => isKept(id))));

  const own = narrowed(rows, { search, pocId, hour });
  const left = new Set(own.map((row) => row.AppointmentId));
  const matching = worklist.filter((entry) => left.has(idOf(entry)) && matches(entry.row, entry.group, filter));
  const filled = pagesOf(matching.length, size);
  const page = inputs.hovered >= 0 || inputs.isFocusInside ? inputs.page : Math.min(inputs.page, filled);
  const key = JSON.stringify([filter, search, pocId, hour, size, page]);
  const groupCounts = { called: 0, waiting: 0, late: 0, next: 0, done: 0 };
  // A just marked one still stays there, but is no longer late or upcoming.
  for (const { row, group } of matching) if (group === 'done' || row.Status === 'Confirmed') groupCounts[group] += 1;
  return {
    key,
    groups: new Map(worklist.map((entry) => [idOf(entry), entry.group])),
    stays,
    cards: steadyCards(previous.key === key ? previous.cards : [], worklist, matching, { ...inputs, page }),
    page,
    pages: Math.max(filled, page),
    matching: matching.length,
    groupCounts,
    counts: countsOf(own),
  };
}
