import { eveningOf, faultsOfHours } from '@dayline/contracts/clinic/faults';
import { inOrder, type Week, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { type Schedule, weekOn, withoutWeek, withWeek } from '@dayline/contracts/clinic/weeks';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorScheduleEvent } from '@dayline/contracts/events/people';
import type { FieldError } from '@dayline/contracts/fields/field-errors';
import { canonicalJson } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

/** The weekly hours after each event, oldest first, with the actor: to name what changed since a page read them. */
export type DoctorScheduleState = readonly { readonly schedule: Schedule; readonly by: string }[];

export interface SetWeeklySchedule {
  readonly kind: 'setWeek';
  readonly week: Week;
  /** The first day of the hours, yyyy-mm-dd; absent: today. */
  readonly from?: string | undefined;
  readonly name?: string | null | undefined;
  /** The revision of the schedule as it was read; absent: replaces any. */
  readonly revision?: number | undefined;
}

export interface WithdrawWeek {
  readonly kind: 'withdrawWeek';
  readonly from: string;
  readonly revision?: number | undefined;
  /** Hours that apply already can be deleted if none applied before them: as the undo of their import. */
  readonly isUndo?: boolean;
}

export type DoctorScheduleCommand = SetWeeklySchedule | WithdrawWeek;

/** The highest number of weekly hours: one for every week of a year. */
const maxLaterWeeks = 52;

export interface DoctorScheduleContext {
  /** The clinic's date. */
  readonly today: string;
}

export const doctorSchedule: Decider<
  DoctorScheduleState,
  DoctorScheduleCommand,
  DoctorScheduleEvent,
  DoctorScheduleContext
> = {
  initial: [],
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command, { today }) {
    const schedule = scheduleOf(state);
    switch (command.kind) {
      case 'setWeek': {
        const { week, from = today, revision } = command;
        if (week.length === 0) return refuse('schedule.invalid', { message: 'No valid schedule data to save' });
        const fields = faultsOf(week, from);
        if (fields.length > 0) return refuse('schedule.invalid', { details: { fields } });
        if (from < today) return refuse('schedule.past');
        const sortedDays = inOrder(week);
        const before = weekOn(schedule, from);
        // Without a name, the same hours are equal to hours with any name.
        const name = command.name === undefined ? null : command.name || null;
        const isSame = before !== null && canonicalJson(before.week) === canonicalJson(sortedDays);
        if (isSame && (command.name === undefined || before.name === name)) return [];
        const later = schedule?.weeks.filter((week) => week.from > today && week.from !== from) ?? [];
        if (from > today && later.length >= maxLaterWeeks) {
          return refuse('schedule.invalid', {
            message: `At most ${maxLaterWeeks} changes of hours can be planned ahead.`,
          });
        }
        const changes = changesSince(state, from, revision);
        return changes ?? [{ type: 'WeeklyScheduleSet', data: { week: sortedDays, from, name } }];
      }
      case 'withdrawWeek': {
        const { from, revision, isUndo = false } = command;
        if (from <= today && !isUndo) return refuse('schedule.past');
        if (!schedule?.weeks.some((week) => week.from === from)) return refuse('schedule.unknown');
        return changesSince(state, from, revision) ?? [{ type: 'ScheduleChangeWithdrawn', data: { from } }];
      }
      default:
        return unreachable(command);
    }
  },
};

export const scheduleOf = (state: DoctorScheduleState): Schedule | null => state.at(-1)?.schedule ?? null;

/**
 * Prevents lost updates: the hours that were read must be the present ones; else it names the changes and who made
 * them.
 */
function changesSince(state: DoctorScheduleState, from: string, revision: number | undefined): Refusal | null {
  const now = scheduleOf(state);
  if (revision === undefined || revision === (now?.revision ?? -1)) return null;
  const since = state.filter(({ schedule }) => schedule.revision > revision);
  const then = state.findLast(({ schedule }) => schedule.revision <= revision)?.schedule ?? null;
  const week = weekOn(now, from)?.week ?? [];
  const details = {
    revision: now?.revision ?? -1,
    week,
    days: changedDays(weekOn(then, from)?.week ?? [], week),
    by: [...new Set(since.map(({ by }) => by))],
  };
  return refuse('schedule.changed', { details: { schedule: details } });
}

const changedDays = (before: Week, after: Week): Weekday[] =>
  weekdays.filter((day) => canonicalJson(hoursOf(before, day)) !== canonicalJson(hoursOf(after, day)));
const hoursOf = (week: Week, weekday: Weekday) => week.find(({ day }) => day === weekday)?.timeIntervals ?? [];

function foldOne(state: DoctorScheduleState, event: Recorded<DoctorScheduleEvent>): DoctorScheduleState {
  return [...state, { schedule: changedBy(scheduleOf(state), event), by: event.metadata.actor.name }];
}

function changedBy(schedule: Schedule | null, event: Recorded<DoctorScheduleEvent>): Schedule {
  switch (event.type) {
    case 'WeeklyScheduleSet':
      return withWeek(schedule, { ...event.data, revision: event.revision });
    case 'ScheduleChangeWithdrawn':
      return withoutWeek(schedule, event.data.from, event.revision);
    default:
      return unreachable(event);
  }
}

/** The faults by field path (`Monday.0.endTime`), each with a sentence that names the hours. */
function faultsOf(week: Week, from: string): FieldError[] {
  const days = new Set<string>();
  return week.flatMap(({ day, timeIntervals }) => {
    const isTwice = days.has(day);
    days.add(day);
    return [
      ...(isTwice ? [{ field: day, message: `${day} is listed twice.` }] : []),
      ...(timeIntervals.length === 0 ? [{ field: day, message: `${day} has no hours.` }] : []),
      ...faultsOfHours(timeIntervals, { weekday: day, from }, eveningOf(week, day)).map(({ field, message }) => ({
        field: `${day}.${field}`,
        message: `${day}, ${message}`,
      })),
    ];
  });
}
