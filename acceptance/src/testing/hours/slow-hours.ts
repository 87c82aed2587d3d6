import type { HospitalDay } from '@dayline/contracts/clinic/calendar';
import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import { type Clock, type ListedSlot, minuteOf, SlowDay, type SlowSlot, slowSlots, timeAt } from '../day/slow-day.ts';

const minutesInDay = 1440;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`);
const weekdayOf = (date: string): string | undefined => weekdays[utc(date).getUTCDay()];

/** "yyyy-mm-dd HH:mm", some days before a date. */
function before(date: string, days: number, time: string): string {
  const day = utc(date);
  day.setUTCDate(day.getUTCDate() - days);
  return `${day.toISOString().slice(0, 10)} ${time}`;
}

/** The same, some minutes before a time. */
const minutesEarlier = (date: string, time: string, minutes: number): string =>
  new Date(utc(date).getTime() + (minuteOf(time) - minutes) * 60_000).toISOString().slice(0, 16).replace('T', ' ');

type Day = Omit<HospitalDay, 'revision' | 'by' | 'liftedFrom'>;
interface KeptDay extends Day {
  removed: string | null;
}

/** The quarter hours that a zone's clocks show on a date, found by stepping through the whole day. */
const shown = new Map<string, ReadonlySet<string>>();
function timesShown(zone: string, date: string): ReadonlySet<string> {
  const known = shown.get(`${zone} ${date}`);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const times = new Set<string>();
  const noon = utc(date).getTime() + 12 * 3_600_000;
  for (let instant = noon - 36 * 3_600_000; instant < noon + 36 * 3_600_000; instant += 15 * 60_000) {
    const [day, time] = clock.format(instant).split(' ');
    if (day === date && time !== undefined) times.add(time);
  }
  shown.set(`${zone} ${date}`, times);
  return times;
}

/** Counted from the month's first day, and from its last. */
function isNth(weeks: HospitalDay['on'] & object, date: string): boolean {
  if (!('weeks' in weeks) || weeks.weeks.length === 0) return true;
  const same: string[] = [];
  for (const day = utc(`${date.slice(0, 7)}-01`); day.toISOString().startsWith(date.slice(0, 7)); ) {
    const iso = day.toISOString().slice(0, 10);
    if (weekdayOf(iso) === weekdayOf(date)) same.push(iso);
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return weeks.weeks.some((nth) => same.at(nth === 'last' ? -1 : nth - 1) === date);
}

/**
 * The hours in force on each date, from the requests; it shares no code with the product. Every date is recomputed,
 * minute by minute, whenever it is needed.
 */
export class SlowHours {
  readonly #zone: string;
  readonly #branchId: number;
  readonly #weeks: { readonly from: string; readonly week: Week }[] = [];
  readonly #calendar: KeptDay[] = [];
  readonly #ofDate = new Map<string, readonly Interval[]>();
  readonly #days = new Map<string, SlowDay>();

  constructor(zone: string, branchId: number) {
    this.#zone = zone;
    this.#branchId = branchId;
  }

  setWeek(week: Week, from: string): void {
    this.withdraw(from);
    this.#weeks.push({ from, week });
  }

  withdraw(from: string): void {
    const index = this.#weeks.findIndex((week) => week.from === from);
    if (index >= 0) this.#weeks.splice(index, 1);
  }

  setHospitalDay(day: Day): void {
    this.#calendar.push({ ...day, removed: null });
  }

  remove(dayId: string, today: string): void {
    for (const day of this.#calendar) if (day.dayId === dayId) day.removed = today;
  }

  setHours(date: string, intervals: readonly Interval[] | null): void {
    if (intervals) this.#ofDate.set(date, intervals);
    else this.#ofDate.delete(date);
  }

  /** A day's slots by the clinic's clock. */
  list = (date: string, clinic: ClinicTime): ListedSlot[] => this.day(date).list(this.clock(date, clinic));

  /** The clock of a date, given the clinic's current time. */
  clock(date: string, clinic: ClinicTime): Clock {
    const now = date === clinic.date ? clinic.time : date > clinic.date ? '' : '99:99';
    const minute = `${clinic.date} ${clinic.time}`;
    const isShut = ({ time, interval }: SlowSlot) => {
      const { bookFrom, bookUntil, closesBefore = 0, onRequest, onlyFor, branchId = this.#branchId } = interval;
      const ofDay = this.#hospitalDay(date, branchId)?.bookUntil;
      const isWeekly = !this.#ofDate.has(date);
      return (
        onRequest !== undefined ||
        onlyFor !== undefined ||
        (bookFrom !== undefined && minute < before(date, bookFrom.daysBefore, bookFrom.time)) ||
        (bookUntil !== undefined && before(date, bookUntil.daysBefore, bookUntil.time) <= minute) ||
        (closesBefore > 0 && minutesEarlier(date, time, closesBefore) <= minute) ||
        (isWeekly && ofDay !== undefined && `${date} ${ofDay}` <= minute)
      );
    };
    return { now, isAhead: date > clinic.date, isShut };
  }

  day(date: string): SlowDay {
    const day = this.#days.get(date) ?? new SlowDay(() => this.#slotsOn(date));
    this.#days.set(date, day);
    return day;
  }

  #slotsOn(date: string): SlowSlot[] {
    const own = this.#ofDate.get(date);
    const exists = (time: string) => timesShown(this.#zone, date).has(time);
    if (own) return slowSlots(own, exists);
    const slots = this.#hoursOfWeek(date).flatMap((interval) =>
      cut(
        slowSlots([interval], () => true),
        this.#openMinutes(date, interval.branchId ?? this.#branchId),
      ),
    );
    return slots.filter(({ time }) => exists(time)).sort((a, b) => a.from - b.from);
  }

  #hoursOfWeek(date: string): readonly Interval[] {
    const begun = this.#weeks.filter(({ from }) => from <= date).sort((a, b) => a.from.localeCompare(b.from));
    const week = begun.at(-1)?.week ?? [];
    const eve = before(date, 1, '').trim();
    const small = this.#hoursOfWeekday(week, eve).flatMap(({ endsNextDay, bookFrom, bookUntil, ...hours }) => {
      if (!endsNextDay) return [];
      const times = { bookFrom, bookUntil };
      const later = Object.entries(times).flatMap(([name, at]) =>
        at ? [[name, { ...at, daysBefore: at.daysBefore + 1 }]] : [],
      );
      return [{ ...hours, startTime: '00:00', ...Object.fromEntries(later) }];
    });
    // The same objects on each call: quotas are counted by them, and hours past midnight have none.
    const own = this.#hoursOfWeekday(week, date).map((interval) => {
      const { endsNextDay, ...hours } = interval;
      return endsNextDay ? { ...hours, endTime: '24:00' } : interval;
    });
    return [...small, ...own];
  }

  #hoursOfWeekday(week: Week, date: string): readonly Interval[] {
    const weekdayHours = week.find(({ day }) => day === weekdayOf(date))?.timeIntervals ?? [];
    return weekdayHours.filter(({ weeks, every }) => {
      if (weeks) return isNth({ weekday: 'Monday', weeks }, date);
      if (!every) return true;
      // Every so many weeks, from the first such weekday on.
      const day = utc(every.from);
      while (weekdayOf(day.toISOString().slice(0, 10)) !== weekdayOf(date)) day.setUTCDate(day.getUTCDate() + 1);
      while (day < utc(date)) day.setUTCDate(day.getUTCDate() + 7 * every.weeks);
      return day.getTime() === utc(date).getTime();
    });
  }

  /** By minute; all are open on a usual day. */
  #openMinutes(date: string, ofBranch: number): boolean[] {
    const day = this.#hospitalDay(date, ofBranch);
    const spans = day?.open.map(({ from, to }) => ({ from: minuteOf(from), to: minuteOf(to) }));
    const isOpen = (minute: number) => spans?.some(({ from, to }) => from <= minute && minute < to) ?? true;
    return Array.from({ length: minutesInDay }, (_, minute) => isOpen(minute));
  }

  #hospitalDay(date: string, ofBranch: number): KeptDay | undefined {
    const days = this.#calendar.filter(
      ({ on, from, to, branchId, removed }) =>
        (branchId === null || branchId === ofBranch) &&
        from <= date &&
        (to === null || date <= to) &&
        (removed === null || date < removed) &&
        ('date' in on ? on.date === date : on.weekday === weekdayOf(date) && isNth(on, date)),
    );
    const own = days.filter(({ branchId }) => branchId !== null);
    const nearest = own.length > 0 ? own : days;
    const dates = nearest.filter(({ on }) => 'date' in on);
    return (dates.length > 0 ? dates : nearest).at(-1);
  }
}

function cut(slots: readonly SlowSlot[], open: readonly boolean[]): readonly SlowSlot[] {
  const [only] = slots;
  if (!only || slots.length > 1) return slots.filter(({ from, to }) => open.slice(from, to).every(Boolean));
  let best = { from: 0, to: 0 };
  for (let from = only.from; from < only.to; from += 1) {
    let to = from;
    while (to < only.to && open[to]) to += 1;
    if (to - from > best.to - best.from) best = { from, to };
  }
  return best.to > best.from ? [{ ...only, ...best, time: timeAt(best.from) }] : [];
}
