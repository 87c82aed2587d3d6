/** The IANA zone a client has when none is set. */
export const defaultZone = 'Asia/Kolkata';

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/** A clinic's wall clock: `date` yyyy-mm-dd, `time` HH:mm. */
export interface ClinicNow {
  readonly date: string;
  readonly time: string;
}

const minuteLength = 60_000;
const lastAsked = new Map<string, { readonly minute: number; readonly clock: ClinicNow }>();

/** The wall clock in `zone` at an instant (ms since the epoch, UTC). Every zone's minutes begin with those of UTC. */
export function clinicNow(instant: number, zone: string): ClinicNow {
  const minute = Math.floor(instant / minuteLength);
  const last = lastAsked.get(zone);
  if (last?.minute === minute) return last.clock;
  const clock = wallClock(minute * minuteLength, zone);
  lastAsked.set(zone, { minute, clock });
  return clock;
}

/** Costs more than all the rest of a command's rules: hence once a minute. */
function wallClock(instant: number, zone: string): ClinicNow {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) parts[type] = value;
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  };
}

/** The date `days` after `date`; calendar arithmetic, no zone. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Whether a place's start lies before the clinic's wall clock: such a place can't be booked. */
export const hasPassed = (date: string, time: string, now: ClinicNow): boolean =>
  date < now.date || (date === now.date && time < now.time);
