/** The IANA zone of a client without a setting. */
export const defaultZone = 'Asia/Kolkata';

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(zone: string): Intl.DateTimeFormat {
  const formatter = formatters.get(zone);
  if (formatter) return formatter;
  const newFormatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, newFormatter);
  return newFormatter;
}

/** A clinic's wall clock: `date` yyyy-mm-dd, `time` HH:mm. */
export interface ClinicTime {
  readonly date: string;
  readonly time: string;
}

export interface ClinicNow extends ClinicTime {
  /** ms since the epoch, UTC. */
  readonly instant: number;
}

const minuteLength = 60_000;
interface Minute {
  readonly minute: number;
  readonly clock: ClinicTime;
}
/** For each zone, the current minute and the start of a quarter: the two are asked for alternately. */
const lastAsked = { minute: new Map<string, Minute>(), quarter: new Map<string, Minute>() };

/**
 * The wall clock in `zone` at an instant (ms since the epoch, UTC). In every zone, minutes begin when UTC minutes do.
 */
export const clinicNow = (instant: number, zone: string): ClinicNow => ({
  ...clockAt(Math.floor(instant / minuteLength), zone, lastAsked.minute),
  instant,
});

function clockAt(minute: number, zone: string, cache: Map<string, Minute>): ClinicTime {
  const last = cache.get(zone);
  if (last?.minute === minute) return last.clock;
  const clock = wallClock(minute * minuteLength, zone);
  cache.set(zone, { minute, clock });
  return clock;
}

const minutesOfQuarter = 15;
const quarterOf = (instant: number): number => Math.floor(instant / (minutesOfQuarter * minuteLength));

/** The clinic's date at an instant. In every zone, days begin with a quarter of an hour of UTC. */
export const clinicDate = (instant: number, zone: string): string =>
  clockAt(quarterOf(instant) * minutesOfQuarter, zone, lastAsked.quarter).date;

/** Formatting costs more than all other rules of a command together, so the result is cached per minute. */
function wallClock(instant: number, zone: string): ClinicTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) parts[type] = value;
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  };
}

/** The offset of the wall clock in `zone` from UTC at an instant, in ms. */
export function offsetAt(instant: number, zone: string): number {
  const { date, time } = wallClock(instant, zone);
  return Date.parse(`${date}T${time}:00Z`) - instant;
}

const dayLength = 86_400_000;

/**
 * The instant (ms since the epoch, UTC) at which a calendar date begins in `zone`: its first midnight, or if the clocks
 * skip it, the instant at which they do.
 */
export const startOfDay = (date: string, zone: string): number => instantOf({ date, time: '00:00' }, zone);

/** The instant (ms since the epoch, UTC) of a wall-clock time: of two the first, of a skipped one that of the change. */
export function instantOf({ date, time }: ClinicTime, zone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [offsetAt(wall - dayLength, zone), offsetAt(wall + dayLength, zone)];
  if (before === after) return wall - before;
  const [first, last] = [wall - Math.max(before, after), wall - Math.min(before, after)];
  const found = [first, last].find((instant) => offsetAt(instant, zone) === wall - instant);
  return found ?? changeOfOffset(first, last, zone);
}

/** The first instant after `from` at which the zone has the offset of `to`, to the minute. */
export function changeOfOffset(from: number, to: number, zone: string): number {
  const target = offsetAt(to, zone);
  let [earlier, later] = [from, to];
  while (later - earlier > minuteLength) {
    const middle = Math.floor((earlier + later) / 2 / minuteLength) * minuteLength;
    if (offsetAt(middle, zone) === target) later = middle;
    else earlier = middle;
  }
  return later;
}

/** The date `days` after `date`, by calendar arithmetic without a zone. */
export function addDays(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
}

/** Number of days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The date and time `minutes` before the clinic's wall clock. */
export function minutesBefore({ date, time }: ClinicTime, minutes: number): ClinicTime {
  const instant = new Date(Date.parse(`${date}T${time}:00Z`) - minutes * minuteLength).toISOString();
  return { date: instant.slice(0, 10), time: instant.slice(11, 16) };
}

/** Where the hospital has set nothing else: an appointment is late once its time is more minutes past. */
export const usualLateAfterMinutes = 10;

/** The clinic's time, with the minutes after which its hospital counts patients as late. */
export interface HallTime extends ClinicTime {
  /** Absent: the usual ones. */
  readonly lateAfterMinutes?: number | undefined;
}

/**
 * Whether a confirmed appointment on the clinic's current date is late. One of an earlier day is unresolved, not late.
 */
export const isLate = (date: string, time: string, now: HallTime): boolean =>
  date === now.date && isBefore({ date, time }, minutesBefore(now, now.lateAfterMinutes ?? usualLateAfterMinutes));

const isBefore = (a: ClinicTime, b: ClinicTime): boolean => a.date < b.date || (a.date === b.date && a.time < b.time);

/** Whether the clinic's wall clock has reached a time. A slot can be booked before the minute in which it begins. */
export const hasPassed = (date: string, time: string, now: ClinicTime): boolean => !isBefore(now, { date, time });

/** In minutes. A longer gap is not a break: the doctor has hours again later that day. */
const maxBreak = 120;
const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** Whether a gap in the hours that ends at `end` counts as a break. Times are HH:mm of one day. */
export const isBreak = (time: string, end: string): boolean => minuteOfDay(end) - minuteOfDay(time) <= maxBreak;
