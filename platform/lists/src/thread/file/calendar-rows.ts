import { withoutEnds } from '@dayline/contracts/fields/without-ends';
import ICAL from 'ical.js';
import { isOff } from '../cells/off-duty.ts';

/** Of a recurring event. */
const maxOccurrences = 100;
/** Occurrences later than this after the first are left out. */
const maxYears = 2;

const holidayHeaders = ['Holiday', 'From Date', 'To Date'];
const rosterHeaders = ['Doctor', 'Date', 'Start', 'End', 'Status', 'Remarks'];

interface Occurrence {
  readonly summary: string;
  readonly start: ICAL.Time;
  readonly end: ICAL.Time;
}

/** The events of a calendar, the headers first: whole days as holidays, else hours of doctors. Null: not a calendar. */
export function calendarRows(text: string): string[][] | null {
  let events: Occurrence[];
  try {
    const calendars = [ICAL.parse(text)].flat(1);
    const isOne = typeof calendars[0] === 'string';
    // Cast is safe: the parser gives one component, or several.
    const components = (isOne ? [calendars] : calendars) as ConstructorParameters<typeof ICAL.Component>[0][];
    events = components.flatMap((jcal) => eventsOf(new ICAL.Component(jcal).getAllSubcomponents('vevent')));
  } catch {
    return null;
  }
  const wholeDays = events.filter((event) => isWholeDays(event) && !isOfDoctor(event));
  if (wholeDays.length * 2 >= events.length) return [holidayHeaders, ...events.map(holidayOf)];
  return [rosterHeaders, ...events.flatMap(shiftsOf)];
}

const isException = (event: ICAL.Component): boolean => event.hasProperty('recurrence-id');
const isCancelled = (event: ICAL.Component): boolean => event.getFirstPropertyValue('status') === 'CANCELLED';

/**
 * Without cancelled events. A changed occurrence stands in place of its own, and alone if the calendar lacks its
 * recurring event. In one pass for each list: a file may have tens of thousands of events.
 */
function eventsOf(all: readonly ICAL.Component[]): Occurrence[] {
  const uidOf = (event: ICAL.Component) => event.getFirstPropertyValue('uid');
  const whole = new Set(all.filter((event) => !isException(event)).map(uidOf));
  const exceptions = new Map<ReturnType<typeof uidOf>, ICAL.Component[]>();
  for (const event of all) {
    const uid = uidOf(event);
    if (!isException(event) || !whole.has(uid)) continue;
    const ofEvent = exceptions.get(uid);
    if (ofEvent) ofEvent.push(event);
    else exceptions.set(uid, [event]);
  }
  return all.flatMap((event) => {
    const uid = uidOf(event);
    if (isCancelled(event) || (isException(event) && whole.has(uid))) return [];
    const overrides = exceptions.get(uid) ?? [];
    // Of several events with one id, the first has the changed occurrences.
    exceptions.delete(uid);
    return occurrencesOf(new ICAL.Event(event, { strictExceptions: false, exceptions: overrides }));
  });
}

function occurrencesOf(event: ICAL.Event): Occurrence[] {
  const summary = event.summary ?? '';
  if (!event.isRecurring()) return [{ summary, start: event.startDate, end: event.endDate }];
  const found: Occurrence[] = [];
  const iterator = event.iterator();
  const lastYear = event.startDate.year + maxYears;
  for (let next = iterator.next(); next && found.length < maxOccurrences; next = iterator.next()) {
    if (next.year > lastYear) break;
    const { startDate: start, endDate: end, item } = event.getOccurrenceDetails(next);
    if (!isCancelled(item.component)) found.push({ summary: item.summary ?? summary, start, end });
  }
  return found;
}

const dateText = ({ year, month, day }: ICAL.Time): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

const isMidnight = ({ hour, minute }: ICAL.Time): boolean => hour === 0 && minute === 0;
const isAfter = (one: ICAL.Time, other: ICAL.Time): boolean =>
  one.compareDateOnlyTz(other, ICAL.Timezone.utcTimezone) > 0;
/** Some systems write whole days as times, from one midnight to another. */
const isWholeDays = ({ start, end }: Occurrence): boolean =>
  start.isDate || (isMidnight(start) && isMidnight(end) && isAfter(end, start));

/** The end of whole days is the day after, and so is a midnight at which an event ends. */
function lastDayOf({ start, end }: Occurrence): ICAL.Time {
  const last = end.clone();
  if ((end.isDate || isMidnight(end)) && isAfter(end, start)) last.adjust(-1, 0, 0, 0);
  return last;
}

function holidayOf(event: Occurrence): string[] {
  const { summary, start, end } = event;
  if (isWholeDays(event)) return [summary, dateText(start), dateText(lastDayOf(event))];
  return [summary, instantText(start), isMidnight(end) ? dateText(lastDayOf(event)) : instantText(end)];
}

/** Local times as they are written; times in UTC as instants. */
const instantText = (time: ICAL.Time): string => (time.isDate ? dateText(time) : time.toString());

/** Of whole days, such as a leave, a row for each. */
function shiftsOf(event: Occurrence): string[][] {
  const { summary, start, end } = event;
  const at = summary.search(/\b(?:OPD|clinic|duty|shift|hours)\b/i);
  const doctor = at < 0 ? summary : withoutEnds(summary.slice(0, at), /[\s:–-]/);
  const remark = at < 0 ? '' : withoutEnds(summary.slice(at), /[\s:–-]/);
  if (!isWholeDays(event)) return [[doctor, instantText(start), instantText(start), instantText(end), '', remark]];
  const absence = absenceIn(summary);
  const rows: string[][] = [];
  const last = lastDayOf(event);
  for (const day = start.clone(); !isAfter(day, last) && rows.length < maxOccurrences; day.adjust(1, 0, 0, 0)) {
    rows.push(
      absence
        ? [absence.doctor, dateText(day), '', '', absence.status, '']
        : [doctor, dateText(day), '', '', '', remark],
    );
  }
  return rows;
}

const title = /(?:^| )(?:Dr|Prof)\b|(?:^| )डॉ/i;
/** Whether a title names a doctor who is absent: others close the hospital. */
const isOfDoctor = ({ summary }: Occurrence): boolean => title.test(absenceIn(summary)?.doctor ?? '');

const separator = /[\s:–—()-]/;

/** "Dr. Asha Rao: on leave", "Casual leave - Dr. Asha Rao". Null: it says no absence. */
function absenceIn(summary: string): { readonly doctor: string; readonly status: string } | null {
  for (let at = 1; at < summary.length; at += 1) {
    if (!separator.test(summary.charAt(at))) continue;
    const [before, after] = [summary.slice(0, at), summary.slice(at)].map((part) => withoutEnds(part, separator));
    if (!before || !after) continue;
    // Initials such as "M L" are no leave.
    if (isOff(after) && /\p{L}{3}/u.test(after)) return { doctor: before, status: after };
    if (isOff(before)) return { doctor: after, status: before };
  }
  return null;
}
