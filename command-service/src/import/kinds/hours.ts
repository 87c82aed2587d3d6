import type { Interval } from '@dayline/contracts/clinic/schedule';
import { blockedSpans, emptyDayBook } from '@dayline/contracts/clinic/slots';
import type { Span } from '@dayline/contracts/clinic/spans';
import { type DatedWeek, weekOn } from '@dayline/contracts/clinic/weeks';
import { foldDayBook } from '@dayline/contracts/day-book';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { doctorDayKey, doctorDayOf } from '@dayline/contracts/ids';
import { canonicalJson } from '@dayline/contracts/json';
import type { HoursRowCommand } from '@dayline/lists/row-commands';
import type { DayAggregate } from '../../doctor-day/day-commands.ts';
import type { AvailabilityCommands } from '../../doctor-day/hours/availability-commands.ts';
import type { ScheduleAggregate, ScheduleCommands } from '../../doctor-schedule/schedule-commands.ts';
import type { ChangesSince } from '../run/changed-since.ts';
import type { KindImporter } from './list-kind.ts';

export interface HoursImporterDeps {
  readonly aggregates: DayAggregate & ScheduleAggregate;
  readonly commands: ScheduleCommands &
    Pick<AvailabilityCommands, 'setDayHours' | 'clearDayHours' | 'blockDay' | 'unblockDay'>;
  readonly changesSince: ChangesSince;
  readonly clinicToday: (by: Parameters<ScheduleCommands['withdrawWeek']>[1]) => Promise<string>;
}

const withoutRevisions = (weeks: readonly DatedWeek[]) => canonicalJson(weeks.map(({ revision: _, ...week }) => week));
const isSameWeeks = (before: readonly DatedWeek[], after: readonly DatedWeek[]): boolean =>
  withoutRevisions(before) === withoutRevisions(after);

const weekId = (pocId: string, from: string): string => `${pocId}_from_${from}`;

export function hoursImporter({
  aggregates,
  commands,
  changesSince,
  clinicToday,
}: HoursImporterDeps): KindImporter<HoursRowCommand> {
  return {
    async importRow(command, by) {
      if (command.kind === 'week') {
        const { kind: _, ...week } = command;
        const result = await commands.setWeeklySchedule(week, by);
        if (isRefusal(result)) return result;
        return result.position === null ? [] : [{ id: weekId(week.pocId, week.from), isNew: true }];
      }
      if (command.kind === 'off') {
        const { kind: _off, ...day } = command;
        const result = await commands.blockDay(day, by);
        if (isRefusal(result)) return result;
        return result.position === null ? [] : [{ id: doctorDayKey(day.pocId, day.date), isNew: true }];
      }
      const { kind: _, before, ...hours } = command;
      const { state } = await aggregates.days.load(streams.doctorDay(hours.pocId, hours.date), 0);
      const now = canonicalJson(state.book.hours ?? null);
      const { intervals, reason } = hours;
      // Excludes changes by this row itself before a crash.
      if (now !== before && now !== canonicalJson({ intervals, reason })) return 'row.changed';
      const reply = await commands.setDayHours(hours, by);
      if (isRefusal(reply)) return reply;
      return reply.position === null ? [] : [{ id: doctorDayKey(hours.pocId, hours.date), isNew: true }];
    },

    async undoRow({ id }, by) {
      const [pocId = '', , from] = id.split('_');
      if (from === undefined) {
        const day = doctorDayOf(id);
        const changes = await changesSince(streams.doctorDay(day.pocId, day.date), by.batchId);
        if (!changes || changes.byOthers.length > 0) return 'kept.changed';
        if (changes.ownEvents.some(({ type }) => type === 'DayBlocked'))
          return refusalOfUnblock(
            await commands.unblockDay({ ...day, except: blockedBefore(changes.earlierEvents) }, by),
          );
        const before = hoursBefore(changes.earlierEvents);
        const result = await (before
          ? commands.setDayHours({ ...day, ...before }, by)
          : commands.clearDayHours(day, by));
        return isRefusal(result) ? 'kept.past' : null;
      }
      const stream = streams.doctorSchedule(pocId);
      const changes = await changesSince(stream, by.batchId);
      const { state } = await aggregates.schedules.load(stream, 0);
      const weeksAt = (revision: number) => state[revision]?.schedule.weeks ?? [];
      // Changes that others have reverted don't count.
      const isUnchanged = changes && isSameWeeks(weeksAt(changes.lastRevision), weeksAt(state.length - 1));
      if (!isUnchanged) return 'kept.changed';
      const schedule = state[changes.firstRevision - 1]?.schedule ?? null;
      const today = await clinicToday(by);
      const oldWeek = schedule?.weeks.find((week) => week.from === from);
      const week = oldWeek ?? weekOn(schedule, from);
      if (!week || (!oldWeek && from > today)) {
        const result = await commands.withdrawWeek({ pocId, from, isUndo: true }, by);
        return isRefusal(result) ? 'kept.changed' : null;
      }
      const weekCommand = { pocId, week: week.week, name: week.name, from: from < today ? today : from };
      return isRefusal(await commands.setWeeklySchedule(weekCommand, by)) ? 'kept.changed' : null;
    },
  };
}

const refusalOfUnblock = (result: object): 'kept.past' | null => (isRefusal(result) ? 'kept.past' : null);

/** The spans that were blocked after some events of the day. */
const blockedBefore = (events: readonly Recorded[]): Span[] =>
  // Cast is safe: a day's stream has only its own events.
  blockedSpans(events.reduce((book, event) => foldDayBook(book, event as unknown as DoctorDayEvent), emptyDayBook)).map(
    ({ from, to }) => ({ from, to }),
  );

/** The date's own hours after some events; null if the weekly hours applied. */
function hoursBefore(
  events: readonly Recorded[],
): { readonly intervals: readonly Interval[]; readonly reason: string | null } | null {
  const last = events.findLast(({ type }) => type === 'DayHoursSet' || type === 'DayHoursCleared');
  if (last?.type !== 'DayHoursSet') return null;
  // Cast is safe: the log checks each event's data by its schema.
  return last.data as unknown as { intervals: Interval[]; reason: string | null };
}
