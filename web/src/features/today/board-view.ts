import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { stageOf } from '../../shared/appointments/presence/presence.ts';
import { pagesOf } from '../../ui/paging/page-window.ts';
import { type BoardFilter, countsOf, matches, placed } from './rules.ts';
import { filterRows, type Group, groupOrder, type WorklistFilter, worklistOf } from './worklist.ts';

/** Time that a row changed by another desk flashes in its place, in ms. */
const flashTime = 2_000;

/** A row of the page. */
export interface BoardCard {
  row: TodaysAppointment;
  /** The row's group. */
  group: Group;
  /** The heading that it is shown under: another one only while the row keeps its place after a change. */
  heading: Group;
  /** The group by which the row got its place. */
  placedAs: Group;
}

/** A board's view, and what holds rows in place at the next change. */
export interface BoardView {
  /** The filters and the page; when they change, nothing is held. */
  key: string;
  /** The group of each row of the day. */
  groups: ReadonlyMap<string, Group>;
  /** The group in which a marked row stays until its toast goes. */
  markedIn: ReadonlyMap<string, Group>;
  /** Until when rows changed by another desk flash, ms since the epoch. */
  flashes: ReadonlyMap<string, number>;
  /** The rows of the page, in order. */
  cards: readonly BoardCard[];
  page: number;
  pages: number;
  /** How many rows match the filters. */
  matching: number;
  /** The number of rows in each group, on all pages. */
  groupCounts: Readonly<Record<Group, number>>;
  /** The number of rows in each tab. */
  counts: Readonly<Record<BoardFilter, number>>;
}

export interface BoardInputs extends WorklistFilter {
  /** The day's rows, with pending changes applied. */
  rows: readonly TodaysAppointment[];
  now: ClinicTime;
  /** Ms since the epoch. */
  clock: number;
  /** Rows with an open toast or a command in flight. */
  held: ReadonlySet<string>;
  filter: BoardFilter;
  /** From 1; may be past the end. */
  page: number;
  size: number;
  /** The rows under the pointer and with the focus. */
  inUse: ReadonlySet<string>;
}

const noRows: Readonly<Record<Group, number>> = { called: 0, waiting: 0, late: 0, next: 0, done: 0 };

export const emptyView: BoardView = {
  key: '',
  groups: new Map(),
  markedIn: new Map(),
  flashes: new Map(),
  cards: [],
  page: 1,
  pages: 1,
  matching: 0,
  groupCounts: noRows,
  counts: countsOf([], { date: '', time: '' }),
};

/** When the flash of each row ends whose group has changed without a command of this page. */
function flashesOf({ groups: before, flashes }: BoardView, groups: BoardView['groups'], { held, clock }: BoardInputs) {
  const changes = [...groups].filter(([id, group]) => {
    const was = before.get(id);
    return was !== undefined && was !== group && !held.has(id);
  });
  const lasting = [...flashes].filter(([, until]) => clock < until);
  return new Map([...lasting, ...changes.map(([id]) => [id, clock + flashTime] as const)]);
}

/** "A marked card stays where it is until its toast goes", or until it has flashed. */
function markedIn(
  { groups: before, markedIn: earlier }: BoardView,
  groups: BoardView['groups'],
  isShowingChange: (id: string) => boolean,
): Map<string, Group> {
  return new Map(
    [...groups].flatMap(([id, group]) => {
      const was = earlier.get(id) ?? before.get(id);
      return group === 'done' && was !== undefined && was !== 'done' && isShowingChange(id) ? [[id, was]] : [];
    }),
  );
}

/** A row's heading is its own group's, or for a row out of order the nearest that is neither wrong nor there twice. */
function withHeadings(cards: readonly Omit<BoardCard, 'heading'>[], settledIds: ReadonlySet<string>): BoardCard[] {
  const isSettled = ({ row }: Omit<BoardCard, 'heading'>) => settledIds.has(row.AppointmentId);
  let above: Group | undefined;
  return cards.map((card, index) => {
    const below = cards.slice(index).find(isSettled)?.group;
    let heading = card.group;
    if (below !== undefined && groupOrder[heading] > groupOrder[below]) heading = below;
    if (above !== undefined && groupOrder[heading] < groupOrder[above]) heading = above;
    above = heading;
    return { ...card, heading };
  });
}

/**
 * The board after `previous`. Rows change groups at once, but a row under the pointer or with the focus keeps its place:
 * after a change of its own group until its toast goes or it has flashed.
 */
export function boardView(previous: BoardView, inputs: BoardInputs): BoardView {
  const { rows, now, clock, held, filter, search, pocId, hour, size, inUse } = inputs;
  const groups = new Map(rows.map((row) => [row.AppointmentId, stageOf(row, now)]));
  const flashes = flashesOf(previous, groups, inputs);
  const isShowingChange = (id: string): boolean => held.has(id) || clock < (flashes.get(id) ?? 0);
  const markedGroups = markedIn(previous, groups, isShowingChange);

  const own = filterRows(rows, { search, pocId, hour });
  const worklist = worklistOf(own, now, markedGroups);
  const matching = worklist.filter(({ row, group }) => matches(row, group, now, filter));
  const pageCount = pagesOf(matching.length, size);
  const page = Math.min(inputs.page, inUse.size > 0 ? Math.max(pageCount, previous.page) : pageCount);
  const key = JSON.stringify([filter, search, pocId, hour, size, page]);

  const entries = new Map(worklist.map((entry) => [entry.row.AppointmentId, entry]));
  const before = previous.key === key ? previous.cards : [];
  const placesOfCards = new Map(
    before.flatMap(({ row: { AppointmentId: id }, placedAs }, index) => {
      const isMoved = groups.get(id) !== placedAs && !markedGroups.has(id);
      return inUse.has(id) && entries.has(id) && (!isMoved || isShowingChange(id)) ? [[id, { index, placedAs }]] : [];
    }),
  );
  const shownIds = placed(
    matching.map(({ row }) => row.AppointmentId),
    { kept: new Map([...placesOfCards].map(([id, { index }]) => [id, index])), from: (page - 1) * size, size },
  );
  const cards = shownIds.flatMap((id) => {
    const entry = entries.get(id);
    if (!entry) return [];
    const group = groups.get(id) ?? entry.group;
    return [{ row: entry.row, group, placedAs: placesOfCards.get(id)?.placedAs ?? entry.group }];
  });
  const settledIds = new Set(shownIds.filter((id) => !placesOfCards.has(id) && !markedGroups.has(id)));
  const groupCounts = { ...noRows };
  for (const { row } of matching) groupCounts[groups.get(row.AppointmentId) ?? 'done'] += 1;
  return {
    ...{ key, groups, markedIn: markedGroups, flashes, page, groupCounts },
    cards: withHeadings(cards, settledIds),
    pages: Math.max(pageCount, page),
    matching: matching.length,
    counts: countsOf(own, now),
  };
}
