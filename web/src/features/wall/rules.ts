import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { WallBoard, WallRow } from '@dayline/contracts/endpoints/displays';
import { type Duty, dutyAt, lastEnd } from '@dayline/contracts/hall/duty';

/** "Older than 30 s." In ms, as all times here. */
export const staleAfter = 30_000;
/** "The called row inverts in place for 30 s." */
export const calledFor = 30_000;

/** Both clocks of a device: one may be adjusted, the other may stop while the device sleeps. */
export interface DeviceTime {
  readonly date: number;
  readonly elapsed: number;
}
export const deviceTime = (): DeviceTime => ({ date: Date.now(), elapsed: performance.now() });

/** The last response, and when it arrived. */
export interface Contact {
  readonly board: WallBoard;
  readonly at: DeviceTime;
}

/** The server's time: a screen's own clock may be wrong. An adjusted clock never makes a response look newer. */
export const serverTime = ({ board, at }: Contact, now: DeviceTime): number =>
  Date.parse(board.now) + Math.max(now.date - at.date, now.elapsed - at.elapsed);

export interface ShownRow extends WallRow {
  readonly isCalled: boolean;
  /** What the doctor's hours mean now, if no call is shown; null once the day is over. */
  readonly duty: Duty | null;
}

export interface Shown {
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** Until when the tokens were current, if that is too long ago. */
  readonly staleSince: number | null;
  /** The clinic's day has changed: tokens belong to a date. */
  readonly isDayOver: boolean;
  readonly rows: readonly ShownRow[];
}

/** The screen at a moment: never a stale token without a notice. */
export function shownAt(contact: Contact, device: DeviceTime): Shown {
  const { board } = contact;
  const now = serverTime(contact, device);
  const heldUntil = Date.parse(board.asOf);
  const isStale = now - heldUntil > staleAfter;
  const { date, time } = clinicNow(now, board.zone);
  const isDayOver = date !== board.today;
  return {
    now,
    staleSince: isStale ? heldUntil : null,
    isDayOver,
    rows: board.doctors.map((row) => {
      if (isDayOver) return { ...row, token: null, next: [], calledAt: null, isCalled: false, duty: null };
      const { calledAt } = row;
      const isCalled = !isStale && calledAt !== null && now - Date.parse(calledAt) < calledFor;
      return { ...row, isCalled, duty: dutyShown(row, { time, zone: board.zone }) };
    }),
  };
}

/**
 * A call since the last hours ended is shown rather than a break; on duty and after the day's hours, the last call
 * stays.
 */
function dutyShown({ hours, calledAt }: WallRow, { time, zone }: { time: string; zone: string }): Duty | null {
  const duty = dutyAt(hours, time);
  if (calledAt === null) return duty;
  const isBetween = duty.state === 'break' || duty.state === 'later';
  const isBefore = clinicNow(Date.parse(calledAt), zone).time < (lastEnd(hours, time) ?? '');
  return isBetween && isBefore ? duty : null;
}

/** Whether a patient was called between two responses. */
export function hasNewCall(before: WallBoard, after: WallBoard): boolean {
  const calls = new Map(before.doctors.map(({ pocId, calledAt }) => [pocId, calledAt ?? '']));
  return after.doctors.some(({ pocId, calledAt }) => calledAt !== null && calledAt > (calls.get(pocId) ?? ''));
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(locale: 'en' | 'hi', at: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'hi-IN-u-nu-latn', options);
  formats.set(key, format);
  return format.format(at);
}

/** `10:42` and `AM`, in the clinic's zone. */
export function clockOf(at: number, timeZone: string): { readonly time: string; readonly half: string } {
  const [time = '', half = ''] = format('en', at, { timeZone, hour: 'numeric', minute: '2-digit' }).split(/\s/u);
  return { time, half };
}

/** `8:00 PM`, and `रात 8:00`, for a clinic's time HH:mm. */
export const wallTime = (locale: 'en' | 'hi', time: string): string =>
  format(locale, Date.parse(`1970-01-01T${time}:00Z`), {
    ...{ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' },
    ...(locale === 'hi' && { dayPeriod: 'short' }),
  });

/** `8 PM`, `8:30 PM`, and `रात 8`: short, for the words in place of a token. */
export const shortTime = (locale: 'en' | 'hi', time: string): string => wallTime(locale, time).replace(':00', '');

export const dayText = (locale: 'en' | 'hi', at: number, timeZone: string): string =>
  locale === 'en'
    ? format('en', at, { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
    : format('hi', at, { timeZone, weekday: 'long', month: 'long', day: 'numeric' });

/** `10:42 AM`, with the date if it is on another day. */
export const momentText = (locale: 'en' | 'hi', at: number, { timeZone, isOtherDay }: Moment): string => {
  const time = wallTime(locale, clinicNow(at, timeZone).time);
  return isOtherDay ? `${format(locale, at, { timeZone, month: 'short', day: 'numeric' })}, ${time}` : time;
};
interface Moment {
  readonly timeZone: string;
  readonly isOtherDay: boolean;
}
