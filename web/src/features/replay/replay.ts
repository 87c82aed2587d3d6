import { clinicNow, startOfDay } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { latestPosition, type ReplayMark } from '@dayline/contracts/endpoints/audit/as-of';
import type { EventType } from '@dayline/contracts/events/table';
import { appointmentIdSchema, dateSchema, positionSchema } from '@dayline/contracts/ids';
import { countsOf } from '../../shared/appointments/status-filters.ts';
import { timeAtClinic } from '../../shared/format/time.ts';
import { dateText } from '../../ui/locale/dates.ts';
import { replayText } from './text.ts';

export const screens = ['board', 'dashboard', 'slots', 'details'] as const;
export type Screen = (typeof screens)[number];

/** In seconds per entry. */
export const speeds = [0.5, 1, 3] as const;

/** A moment as the calls accept it; see the endpoint table. */
export interface Moment {
  readonly at?: string;
  readonly position?: string;
}

/** The page's state as in its address. */
export interface ReplayAddress extends Moment {
  readonly screen: Screen;
  readonly pocId: string | undefined;
  /** The moment to compare with: a position, or 'now'. */
  readonly comparedWith: string | undefined;
  /** The instant from which that position was chosen, for display. */
  readonly otherAt: string | undefined;
  /** The day whose details are listed, if it isn't the moment's, and the appointment highlighted in them. */
  readonly listed: string | undefined;
  readonly marked: string | undefined;
}

const isInstant = (text: string): boolean => instantPattern.test(text) && !Number.isNaN(Date.parse(text));
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** An address may be typed or truncated: invalid values count as missing. */
export function readAddress(params: URLSearchParams): ReplayAddress {
  const at = params.get('at') ?? '';
  const position = params.get('position') ?? '';
  const comparedWith = params.get('with') ?? undefined;
  const otherAt = params.get('withAt') ?? '';
  const pocId = params.get('doctor') ?? undefined;
  const dateParam = dateSchema.safeParse(params.get('listed'));
  const markedId = appointmentIdSchema.safeParse(params.get('marked'));
  return {
    ...(isInstant(at) && { at }),
    ...(positionSchema.safeParse(position).success && { position }),
    screen: screens.find((screen) => screen === params.get('screen')) ?? 'board',
    pocId: pocId !== undefined && /^[0-9A-Z]{26}$/.test(pocId) ? pocId : undefined,
    comparedWith: comparedWith === 'now' || positionSchema.safeParse(comparedWith).success ? comparedWith : undefined,
    otherAt: isInstant(otherAt) ? otherAt : undefined,
    listed: dateParam.data,
    marked: markedId.data,
  };
}

/** An instant's clinic day. */
export const dayOf = (instant: string, zone: string): string => clinicNow(Date.parse(instant), zone).date;

/** The first moment of an instant's clinic day. */
export const startOf = (instant: string, zone: string): string =>
  new Date(startOfDay(dayOf(instant, zone), zone)).toISOString();

/** The moment to compare with: the same clinic day, as known at another position. */
export const otherMoment = (at: string | undefined, comparedWith: string | undefined): Moment => ({
  ...(at !== undefined && { at }),
  position: comparedWith === undefined || comparedWith === 'now' ? latestPosition : comparedWith,
});

/** The instant of a time of day (HH:mm or HH:mm:ss) on a clinic day, at the end of that second. */
export function instantOf(day: string, time: string, zone: string): string {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const midnight = startOfDay(day, zone);
  const guess = midnight + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + 999;
  // If the clocks changed during the night, the wall clock counts.
  const clockTime = clinicNow(guess, zone).time;
  const offset = hours * 60 + minutes - minutesOf(clockTime);
  // The guess may show the next day: clocks change by less than half a day.
  const nearest = offset > 720 ? offset - 1_440 : offset;
  // A time skipped by the clocks at midnight isn't part of the previous day.
  return new Date(Math.max(midnight, guess + nearest * 60_000)).toISOString();
}

/** How many of the day's marks are known at a moment: the slider's value. */
export function indexOf(marks: readonly ReplayMark[], { position, at }: Moment): number {
  const isLater = (mark: ReplayMark) =>
    position === undefined
      ? at !== undefined && Date.parse(mark.recordedAt) > Date.parse(at)
      : mark.position > position;
  const later = marks.findIndex(isLater);
  return later < 0 ? marks.length : later;
}

/** The moment after the first `index` marks of the day; 0 is just before the first. */
export function momentAt(marks: readonly ReplayMark[], index: number): Moment {
  const mark = marks[Math.max(0, index - 1)];
  if (!mark) return {};
  if (index > 0) return { position: mark.position, at: mark.recordedAt };
  return { at: new Date(Date.parse(mark.recordedAt) - 1).toISOString() };
}

const hour = 3_600_000;
/** Possible steps between labels, in hours: the first that is wide enough is used. */
const labelSteps = [1, 2, 3, 4, 6, 12];
const maxLabels = 9;

/** The slider's axis, in ms since the epoch: the clinic's whole hours around the marks, and its labels. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly labels: readonly { readonly at: number; readonly text: string }[];
}

/** Starts before the first marks, so that the moment before them has a place. Null if there are no marks. */
export function axisOf(marks: readonly ReplayMark[], zone: string): Axis | null {
  const times = marks.map(({ recordedAt }) => Date.parse(recordedAt));
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return null;
  const midnight = startOfDay(clinicNow(first, zone).date, zone);
  const from = midnight + Math.floor((first - 1 - midnight) / hour) * hour;
  const to = midnight + Math.ceil((Math.max(first, last) + 1 - midnight) / hour) * hour;
  const hours = (to - from) / hour;
  const step = labelSteps.find((labelStep) => hours / labelStep <= maxLabels) ?? 24;
  const labels = Array.from({ length: hours + 1 }, (_, index) => from + index * hour)
    .filter((at) => Math.round((at - midnight) / hour) % step === 0)
    .map((at) => ({ at, text: dateText(at, { timeZone: zone, hour: 'numeric' }) }));
  return { from, to, labels };
}

/** A position on the axis, from 0 to 1. */
export const placeOn = ({ from, to }: Axis, at: number): number => (at - from) / (to - from);

/** The slider's position after the first `index` marks. */
export const timeAt = (axis: Axis, marks: readonly ReplayMark[], index: number): number => {
  const mark = marks[index - 1];
  return mark ? Date.parse(mark.recordedAt) : axis.from;
};

/** The entry nearest to an instant, as the slider's index; of several at the same instant, the last. */
export function nearestIndex(axis: Axis, marks: readonly ReplayMark[], at: number): number {
  let nearest = 0;
  for (let index = 1; index <= marks.length; index += 1) {
    const isNearer = Math.abs(timeAt(axis, marks, index) - at) <= Math.abs(timeAt(axis, marks, nearest) - at);
    if (isNearer) nearest = index;
  }
  return nearest;
}

export const markKinds = [
  'booked',
  'visited',
  'notVisited',
  'cancelled',
  'moved',
  'undone',
  'refused',
  'other',
] as const;
export type MarkKind = (typeof markKinds)[number];

type AppointmentEvent = Extract<EventType, `Appointment${string}`>;

/** A new appointment event doesn't compile until it has a kind here. */
const kindOfEvent: Readonly<Record<AppointmentEvent, MarkKind>> = {
  AppointmentBooked: 'booked',
  AppointmentMarkedVisited: 'visited',
  AppointmentMarkedNotVisited: 'notVisited',
  AppointmentCancelled: 'cancelled',
  AppointmentMarkUndone: 'undone',
  AppointmentCancellationUndone: 'undone',
  AppointmentStatusCorrected: 'other',
  AppointmentPaymentRecorded: 'other',
  AppointmentPaymentCorrected: 'other',
  AppointmentOverbooked: 'other',
  AppointmentConfirmedByPatient: 'other',
  AppointmentReassigned: 'other',
  AppointmentRescheduled: 'moved',
  AppointmentMoveStarted: 'moved',
  AppointmentMovedIn: 'moved',
  AppointmentMovedAway: 'moved',
  AppointmentMoveAbandoned: 'refused',
  AppointmentMoveUndone: 'undone',
};
const isOfAppointment = (type: string): type is AppointmentEvent => Object.hasOwn(kindOfEvent, type);

/** The response may name any event; those that aren't about an appointment are 'other'. */
export function kindOf({ type, outcome }: Pick<ReplayMark, 'type' | 'outcome'>): MarkKind {
  if (outcome === 'refused') return 'refused';
  return isOfAppointment(type) ? kindOfEvent[type] : 'other';
}

const longDay = { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' } as const;
/** `Saturday, Nov 21, 2026, 11:24:07 AM` at the clinic. */
export const momentText = (instant: string, zone: string): string =>
  `${dateText(Date.parse(instant), { timeZone: zone, ...longDay })}, ${timeAtClinic(instant, zone)}`;

/** HH:mm:ss at the clinic, for a time field. */
export const timeOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    Date.parse(instant),
  );

/** An appointment at two moments; null where there was none. */
export interface ComparedRow<Row> {
  readonly past: Row | null;
  readonly later: Row | null;
  readonly differs: boolean;
}

type Appointment = Pick<TodaysAppointment, 'AppointmentId' | 'AppointmentTime'>;

/** For values parsed by a schema: their fields have the schema's order. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The appointments of both moments by time; rows differ if one of the fields does. */
export function compare<Row extends Appointment>(
  past: readonly Row[],
  later: readonly Row[],
  fields: readonly (keyof Row)[],
): readonly (ComparedRow<Row> & { readonly row: Row })[] {
  const others = new Map(later.map((row) => [row.AppointmentId, row]));
  const idsBefore = new Set(past.map(({ AppointmentId }) => AppointmentId));
  const pairs = [
    ...past.map((row) => ({ row, past: row, later: others.get(row.AppointmentId) ?? null })),
    ...later.flatMap((row) => (idsBefore.has(row.AppointmentId) ? [] : [{ row, past: null, later: row }])),
  ];
  const isDifferent = (before: Row | null, next: Row | null) =>
    before === null || next === null || fields.some((field) => !isSameValue(before[field], next[field]));
  return pairs
    .map((pair) => ({ ...pair, differs: isDifferent(pair.past, pair.later) }))
    .sort(
      ({ row: before }, { row: next }) =>
        before.AppointmentTime.localeCompare(next.AppointmentTime) ||
        before.AppointmentId.localeCompare(next.AppointmentId),
    );
}

export const boardFields = [
  'Status',
  'AppointmentTime',
  'PatientName',
  'POC_Name',
] as const satisfies (keyof TodaysAppointment)[];
export const detailFields = [
  'Status',
  'AppointmentTime',
  'Payment_Status',
  'money',
  'UserName',
  'UserContact',
  'UserLocation',
  'POCName',
  'Specialization',
  'BranchName',
] as const satisfies (keyof AppointmentDetail)[];

/** '9 of 88 differ now' */
export const differText = (differences: readonly { readonly differs: boolean }[], when: string): string =>
  replayText.differ(differences.filter(({ differs }) => differs).length, differences.length, when);

/** '9 of 88 differ now: Confirmed 24, Visited 52, Not Visited 9' */
export function differenceText(differences: readonly ComparedRow<TodaysAppointment>[], when: string): string {
  const { Confirmed, Availed, Not_Availed } = countsOf(differences.flatMap(({ later }) => later ?? []));
  return `${differText(differences, when)}: ${replayText.statuses(Confirmed, Availed, Not_Availed)}`;
}
