import { withoutEnds } from '@dayline/contracts/fields/without-ends';
import ICAL from 'ical.js';

/** Of a recurring event. */
const mostOccurrences = 100;
/** Occurrences later than this after the first are left out. */
const mostYears = 2;

const holidayHeaders = ['Holiday', 'From Date', 'To Date'];
const rosterHeaders = ['Doctor', 'Date', 'Start', 'End', 'Remarks'];

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
    events = components.flatMap((jcal) =>
      new ICAL.Component(jcal).getAllSubcomponents('vevent').flatMap((event) => occurrencesOf(new ICAL.Event(event))),
    );
  } catch {
    return null;
  }
  const wholeDays = events.filter(({ start }) => start.isDate);
  if (wholeDays.length * 2 >= events.length) return [holidayHeaders, ...events.map(holidayOf)];
  return [rosterHeaders, ...events.map(shiftOf)];
}

function occurrencesOf(event: ICAL.Event): Occurrence[] {
  const summary = event.summary ?? '';
  if (!event.isRecurring()) return [{ summary, start: event.startDate, end: event.endDate }];
  const found: Occurrence[] = [];
  const iterator = event.iterator();
  const lastYear = event.startDate.year + mostYears;
  for (let next = iterator.next(); next && found.length < mostOccurrences; next = iterator.next()) {
    if (next.year > lastYear) break;
    const { startDate: start, endDate: end } = event.getOccurrenceDetails(next);
    found.push({ summary, start, end });
  }
  return found;
}

const dateText = ({ year, month, day }: ICAL.Time): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

/** The end of a whole day is the day after. */
function holidayOf({ summary, start, end }: Occurrence): string[] {
  if (!start.isDate) return [summary, instantText(start), instantText(end)];
  const last = end.clone();
  if (end.compareDateOnlyTz(start, ICAL.Timezone.utcTimezone) > 0) last.adjust(-1, 0, 0, 0);
  return [summary, dateText(start), dateText(last)];
}

/** Local times as they are written; times in UTC as instants. */
const instantText = (time: ICAL.Time): string => (time.isDate ? dateText(time) : time.toString());
const shiftOf = ({ summary, start, end }: Occurrence): string[] => {
  const at = summary.search(/\b(?:OPD|clinic|duty|shift|hours)\b/i);
  const doctor = at < 0 ? summary : withoutEnds(summary.slice(0, at), /[\s:–-]/);
  const remark = at < 0 ? '' : withoutEnds(summary.slice(at), /[\s:–-]/);
  return [
    doctor,
    instantText(start),
    start.isDate ? '' : instantText(start),
    end.isDate ? '' : instantText(end),
    remark,
  ];
};
