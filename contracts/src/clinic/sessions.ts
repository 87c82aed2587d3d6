import { z } from 'zod';
import { fieldMessage } from '../fields/field-errors.ts';
import { maxOnRequestLength } from '../fields/max-lengths.ts';
import { requiredLine } from '../fields/text.ts';
import { dateSchema, idSchema, timeSchema } from '../ids.ts';
import { canonicalJson } from '../json.ts';
import { addDays, type ClinicTime, daysBetween, hasPassed, minutesBefore } from './clinic-time.ts';

/** The nth weekday of this kind in a month, or the last. */
export const nthSchema = z.union(
  [z.int().min(1).max(5), z.literal('last')],
  fieldMessage('must be a number from 1 to 5, or “last”'),
);
export type Nth = z.infer<typeof nthSchema>;

/** Whether a date is the nth of its weekday in the month, for an n in `weeks`; always if `weeks` is empty. */
export function isNth(weeks: readonly Nth[], date: string): boolean {
  if (weeks.length === 0) return true;
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  const isLast = day + 7 > new Date(Date.UTC(year, month, 0)).getUTCDate();
  return weeks.some((nth) => (nth === 'last' ? isLast : nth === Math.ceil(day / 7)));
}

/** Without duplicates and sorted, so that equal weeks have equal text. */
export const inMonth = (weeks: readonly Nth[]): Nth[] => [...new Set(weeks)].sort((a, b) => placeOf(a) - placeOf(b));
const placeOf = (nth: Nth): number => (nth === 'last' ? 6 : nth);

/** The dates of a weekday on which hours apply: all if neither field is set. At most one is set. */
export const patternFields = {
  /** The nth such weekdays of the month. */
  weeks: z.array(nthSchema).min(1, 'Please choose at least one week.').max(6).overwrite(inMonth).exactOptional(),
  /** Every nth week counted from a date, and none before it. */
  every: z
    .strictObject({
      weeks: z.int(fieldMessage('must be a number from 2 to 8')).min(2).max(8),
      from: dateSchema,
    })
    .exactOptional(),
};
export type Pattern = z.infer<z.ZodObject<typeof patternFields>>;

/** Whether hours apply on a date of their weekday. */
export function holdsOn({ weeks, every }: Pattern, date: string): boolean {
  if (weeks && !isNth(weeks, date)) return false;
  if (!every) return true;
  const days = daysBetween(every.from, date);
  return days >= 0 && Math.floor(days / 7) % every.weeks === 0;
}

/** "First" or "again": a follow-up requires an earlier visit marked Visited with the doctor. */
export const visitKindSchema = z.enum(['first', 'again']);
export type VisitKind = z.infer<typeof visitKindSchema>;

/**
 * The kind of a patient's next visit with a doctor, and the date of the last one.
 * @param dates of visits here, newest first
 */
export function visitBeforeOf(
  dates: readonly string[],
  past: readonly { readonly date: string; readonly outcome: string }[],
): { readonly visit: VisitKind; readonly lastVisit: string | null } {
  const earlier = past.filter(({ outcome }) => outcome === 'Availed').map(({ date }) => date);
  const lastVisit = [...dates, ...earlier].sort().at(-1) ?? null;
  return { visit: lastVisit === null ? 'first' : 'again', lastVisit };
}

/** A kind of patients that a fee depends on, or that a session is for, as a hospital names it: "CGHS", "Seniors". */
export const patientClassSchema = requiredLine(40, 'Please enter a patient class.');

const maxSessionNameLength = 40;
/** The most patient classes of a session. */
export const maxNames = 4;
/** The most further departments: a physician may see the patients of nine. */
export const maxFurtherDepartments = 8;
const maxDaysBefore = 60;
/** A time on a day before a session's date, or on the date itself. */
const daysBeforeAndTime = (most: number) =>
  z.strictObject({
    daysBefore: z
      .int(fieldMessage(`must be a number from 0 to ${most}`))
      .min(0)
      .max(most),
    time: timeSchema,
  });
const withoutRepeats = (names: readonly string[]): string[] => [...new Set(names)].sort();
/** The most adjoining slots of one visit. */
export const maxSlotsOfVisit = 12;
const slotsOfKind = z
  .int(fieldMessage(`must be a number from 1 to ${maxSlotsOfVisit}`))
  .min(1)
  .max(maxSlotsOfVisit);
const ceiling = z.int(fieldMessage('must be a number from 0 to 10000')).min(0).max(10_000).exactOptional();

/** Optional fields of a session. An absent field has the doctor's value, or no limit. */
export const sessionFields = {
  /** Shown when a time is chosen: "General", "Special". */
  name: requiredLine(maxSessionNameLength, 'Please enter a name.').exactOptional(),
  /** When bookings open, in clinic time. */
  bookFrom: daysBeforeAndTime(maxDaysBefore).exactOptional(),
  /** When bookings close, in clinic time; the slot's start if that is earlier. */
  bookUntil: daysBeforeAndTime(maxDaysBefore).exactOptional(),
  /** When bookings of first visits close, if earlier than the others. */
  firstUntil: daysBeforeAndTime(maxDaysBefore).exactOptional(),
  /** Bookings for a slot close this many minutes before it starts. */
  closesBefore: z.int(fieldMessage('must be a number from 1 to 1440')).min(1).max(1440).exactOptional(),
  /**
   * Quotas of the whole session: by kind of visit, and of all visits together (`total`); `sameDay` is the capacity that
   * opens on the date.
   */
  quota: z.strictObject({ first: ceiling, again: ceiling, total: ceiling, sameDay: ceiling }).exactOptional(),
  /** The adjoining slots that a visit takes, 1 if absent: by its patient class, else by its kind. */
  slotsPerVisit: z
    .strictObject({
      first: slotsOfKind.exactOptional(),
      again: slotsOfKind.exactOptional(),
      classes: z
        .array(z.strictObject({ patientClass: patientClassSchema, slots: slotsOfKind }))
        .min(1)
        .max(maxNames)
        .exactOptional(),
    })
    .exactOptional(),
  departmentId: idSchema.exactOptional(),
  /** Further departments under which its times are offered: one doctor at one hour for several. */
  alsoIn: z.array(idSchema).min(1).max(maxFurtherDepartments).overwrite(withoutRepeats).exactOptional(),
  branchId: z.int().min(1).exactOptional(),
  room: requiredLine(maxSessionNameLength, 'Please enter a room.').exactOptional(),
  /** The end is planned but not announced. */
  openEnd: z.literal(true).exactOptional(),
  /** Nothing is booked in these hours; says how to ask for an appointment. */
  onRequest: requiredLine(maxOnRequestLength, 'Please say how to request an appointment.').exactOptional(),
  /** Only patients of these classes are booked. */
  onlyFor: z.array(patientClassSchema).min(1).max(maxNames).overwrite(withoutRepeats).exactOptional(),
};

/** One more day, for what is left of a session after midnight. */
const ofDay = daysBeforeAndTime(maxDaysBefore + 1).exactOptional();
/** A session of a day, as referred to by its slots. */
export const sessionSchema = z.object({
  ...sessionFields,
  bookFrom: ofDay,
  bookUntil: ofDay,
  firstUntil: ofDay,
  /** The session has one slot, which stays open for bookings until its end. */
  only: z.literal(true).exactOptional(),
});
export type Session = Readonly<z.infer<typeof sessionSchema>>;

/** The fields of a session that a booking keeps. */
export const bookedSessionSchema = sessionSchema.pick({ name: true, departmentId: true, branchId: true, room: true });
export type BookedSession = Readonly<z.infer<typeof bookedSessionSchema>>;

/** Undefined if the session has no field that a booking keeps. */
export function bookedSession(session: Session | null): BookedSession | undefined {
  if (!session) return undefined;
  const fields = bookedSessionSchema.parse(session);
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** The fields of a session shown with a time or a visit, by name; an absent field has the doctor's value. */
export const shownSessionSchema = z.object({
  name: z.string().exactOptional(),
  department: z.string().exactOptional(),
  branch: z.string().exactOptional(),
  room: z.string().exactOptional(),
  openEnd: z.literal(true).exactOptional(),
  onRequest: z.string().exactOptional(),
  onlyFor: z.array(z.string()).exactOptional(),
});
export type ShownSession = z.infer<typeof shownSessionSchema>;

/** When bookings for a session's slots open (clinic time). Null: as soon as its date can be booked. */
export const openOf = (date: string, session: Session | null): ClinicTime | null =>
  session?.bookFrom ? dayAndTime(date, session.bookFrom) : null;

const dayAndTime = (date: string, at: { readonly daysBefore: number; readonly time: string }): ClinicTime => ({
  date: addDays(date, -at.daysBefore),
  time: at.time,
});

/** When bookings for a slot close (clinic time): the last open minute is the one before. Null: at its start. */
export function closeOf(
  date: string,
  slot: { readonly time: string; readonly end: string; readonly session: Session | null },
  visit?: VisitKind | null,
): ClinicTime | null {
  if (!slot.session) return null;
  const { bookUntil, firstUntil, closesBefore, only } = slot.session;
  const latest = { date, time: only ? slot.end : slot.time };
  const closes = [
    ...(bookUntil ? [dayAndTime(date, bookUntil)] : []),
    ...(firstUntil && visit === 'first' ? [dayAndTime(date, firstUntil)] : []),
    ...(closesBefore ? [minutesBefore({ date, time: slot.time }, closesBefore)] : []),
    ...(only ? [latest] : []),
  ].filter((close) => hasPassed(close.date, close.time, latest));
  return closes.reduce<ClinicTime | null>(
    (first, close) => (first && hasPassed(first.date, first.time, close) ? first : close),
    null,
  );
}

/** The remaining capacity of each quota of a session; Infinity without a quota. */
export interface FreeQuotas extends Readonly<Record<VisitKind, number>> {
  /** The capacity that can be booked before the date. */
  readonly ahead: number;
  /** Of all visits together. */
  readonly total: number;
}

/** @param visit null counts in no quota; undefined asks for the capacity of both kinds together */
export const freeQuota = (free: FreeQuotas, visit: VisitKind | null | undefined): number => {
  const most = Math.min(free.ahead, free.total);
  if (visit === null) return most;
  return Math.min(most, visit === undefined ? free.first + free.again : free[visit]);
};

/** The kind of a visit and the class of its patient, as far as they are known. */
export interface VisitSort {
  readonly visit?: VisitKind | null | undefined;
  readonly patientClass?: string | undefined;
}

/** The number of adjoining slots that a visit takes. */
export function slotsOfVisit(
  session: Pick<Session, 'slotsPerVisit'> | null,
  { visit, patientClass }: VisitSort,
): number {
  const { classes = [], ...kinds } = session?.slotsPerVisit ?? {};
  const ofClass = classes.find((entry) => entry.patientClass === patientClass)?.slots;
  return ofClass ?? (visit ? kinds[visit] : undefined) ?? 1;
}

/** Whether a place in a session depends on the kind of the visit. */
export const asksVisitKind = (session: Session | null): boolean =>
  [session?.quota, session?.slotsPerVisit].some(
    (amounts) => amounts?.first !== undefined || amounts?.again !== undefined,
  ) || session?.firstUntil !== undefined;

/** Whether a session is for patients of a class; undefined: of none. */
export const isFor = (session: Pick<Session, 'onlyFor'> | null, patientClass: string | undefined): boolean =>
  session?.onlyFor === undefined || (patientClass !== undefined && session.onlyFor.includes(patientClass));

/** Whether the times of a session are offered under a department. */
export const isOfferedIn = (
  session: Pick<Session, 'departmentId' | 'alsoIn'> | null,
  departmentId: string,
  /** The doctor's. */
  own: string,
): boolean => (session?.departmentId ?? own) === departmentId || session?.alsoIn?.includes(departmentId) === true;

export const isSameSession = (a: Session | null, b: Session | null): boolean =>
  a === b || canonicalJson(a) === canonicalJson(b);
