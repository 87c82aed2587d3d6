import { type HospitalDays, slotsWithin } from '../calendar.ts';
import { isSkipped, type SkippedTimes } from '../clock-changes.ts';
import { hoursOn, type Interval, type PlanSlot, type RecordedPlan, slotsOf, slotsOfPlan } from '../schedule.ts';
import { isSameSession } from '../sessions.ts';
import type { CurrentSchedule } from '../weeks.ts';

/** The revisions of the weekly hours and the hospital day that apply on a date. */
export interface Revisions {
  /** -1 without weekly hours. */
  readonly weekRevision: number;
  /** Null without a hospital day. */
  readonly calendarRevision: number | null;
}

/** The hours of a day that its own stream has. */
export interface RecordedHours {
  /** The latest planned slots, with the revisions of the weekly hours and the hospital day that they came from. */
  readonly plan: (Revisions & RecordedPlan) | null;
  /** Hours of this date that replace the weekly hours. */
  readonly hours: { readonly intervals: readonly Interval[]; readonly reason: string | null } | null;
}

/** The data besides its own events that a day's hours depend on. */
export interface HoursSetting extends HospitalDays {
  /** The clinic day, yyyy-mm-dd. */
  readonly date: string;
  /** The weekly hours that apply on the date. */
  readonly schedule: CurrentSchedule | null;
  /** The doctor takes no new appointments on the date: it has no slots, and its visits are kept. */
  readonly hasLeft?: boolean;
}

/** The slots of a date, without those at times that the clocks skip. */
export function currentSlots(
  recordedHours: RecordedHours,
  { date, skipped, ...hours }: HoursSetting & { readonly skipped: readonly SkippedTimes[] },
): readonly PlanSlot[] {
  const { slots } = currentPlan(recordedHours, { date, ...hours });
  return skipped.length === 0 ? slots : slots.filter(({ time }) => !isSkipped(skipped, date, time));
}

/**
 * The hours that apply on a date: the doctor's hours of that date, or the weekly hours, cut by the hospital day; with
 * the times that the clocks may skip. Also whether the day's recorded plan has other slots and must be replaced.
 */
export function currentPlan(
  { plan, hours }: RecordedHours,
  setting: HoursSetting,
): Revisions & { readonly slots: readonly PlanSlot[]; readonly isNew: boolean } {
  const revisions = revisionsOf(setting);
  if (setting.hasLeft) return { slots: [], ...revisions, isNew: false };
  if (hours) return { slots: slotsOf(hours.intervals), ...revisions, isNew: false };
  const planSlots = plan ? slotsOfPlan(plan) : [];
  // One revision does not identify the days of several branches.
  const isSameHours =
    plan?.weekRevision === revisions.weekRevision && plan.calendarRevision === revisions.calendarRevision;
  if (isSameHours && !setting.elsewhere) return { slots: planSlots, ...revisions, isNew: false };
  const { date, schedule } = setting;
  const slots = schedule ? slotsWithin(hoursOn(schedule.week, date), setting) : [];
  return { slots, ...revisions, isNew: !areSame(slots, planSlots) };
}

/** The latest revision of several branches' days. */
function revisionsOf({ schedule, hospitalDay, elsewhere }: Omit<HoursSetting, 'date'>): Revisions {
  const days = [hospitalDay, ...(elsewhere?.values() ?? [])].flatMap((day) => (day ? [day.revision] : []));
  return {
    weekRevision: schedule?.revision ?? -1,
    calendarRevision: days.length === 0 ? null : Math.max(...days),
  };
}

/**
 * Whether a day was planned by later weekly hours, or a later hospital day, than the given ones, which were then read
 * too early.
 */
export function isBehind({ plan }: RecordedHours, setting: Omit<HoursSetting, 'date'>): boolean {
  const { weekRevision, calendarRevision } = revisionsOf(setting);
  return (
    plan !== null && (weekRevision < plan.weekRevision || (calendarRevision ?? -1) < (plan.calendarRevision ?? -1))
  );
}

const areSame = (slots: readonly PlanSlot[], others: readonly PlanSlot[]): boolean =>
  slots.length === others.length && slots.every((slot, index) => isSameSlot(slot, others[index]));

const isSameSlot = (slot: PlanSlot, otherSlot: PlanSlot | undefined): boolean =>
  slot.time === otherSlot?.time &&
  slot.minutes === otherSlot.minutes &&
  slot.capacity === otherSlot.capacity &&
  isSameSession(slot.session, otherSlot.session);
