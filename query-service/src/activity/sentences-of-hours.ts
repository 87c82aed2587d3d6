import type { ActivityRow } from '@dayline/contracts/activity';
import type { Interval } from '@dayline/contracts/clinic/schedule';
import type { hoursTypes } from '@dayline/contracts/events/doctor-day';
import type { DaylineEvent, TypeOf, WithoutSentence } from '@dayline/contracts/events/table';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { unreachable } from '@dayline/contracts/unreachable';
import { phrase } from '@dayline/contracts/words/english';
import { hoursPhrase } from '@dayline/contracts/words/hours';
import { branchOf, dayOf, doctorOf, type Names } from './names.ts';
import { changesOf, type HoursOfDay } from './week-changes.ts';

type Spans = Extract<DaylineEvent, { type: 'SlotsBlocked' }>['data']['spans'];

/** The highest number of spans that are named by their times. */
const namedAtMost = 3;

/** The doctor is named if another person made the change. */
const spansOf = (row: ActivityRow, spans: readonly Phrase[], names: Names): Phrase =>
  phrase('spansOn', dayOf(row, names), ...firstPhrases(spans));

function firstPhrases(phrases: readonly Phrase[]): readonly Phrase[] {
  const more = phrases.length - namedAtMost;
  return more > 0 ? [...phrases.slice(0, namedAtMost), phrase('furtherSpans', more)] : phrases;
}

const fromTo = ({ from, to }: Spans[number]): Phrase => phrase('fromTo', phrase('clock', from), phrase('clock', to));

type HospitalDay = Extract<DaylineEvent, { type: 'HospitalDaySet' }>['data'];

function hospitalDaySet({ name, on, branchId, open, bookUntil }: HospitalDay, names: Names): Phrase {
  const when = 'date' in on ? phrase('date', on.date) : phrase('weekdays', on.weekday, ...on.weeks);
  const where = branchId === null ? [] : [branchOf(branchId, names)];
  const hours = open.length === 0 ? [phrase('closed')] : open.map(fromTo);
  const closing = bookUntil === undefined ? [] : [phrase('booksUntil', phrase('clock', bookUntil), 0)];
  return phrase('hospitalDaySet', phrase('whom', name, when, ...where), ...hours, ...closing);
}

type HoursEvent = WithoutSentence<
  Extract<DaylineEvent, { type: (typeof hoursTypes)[number] | TypeOf<'doctorSchedule' | 'clientCalendar'> }>
>;

/** The names of a session's department and branch. */
const placeOf = ({ departmentId, alsoIn = [], branchId }: Interval, names: Names) => ({
  department: (departmentId !== undefined && names.department(departmentId)) || undefined,
  alsoIn: alsoIn.flatMap((id) => names.department(id) ?? []),
  branch: (branchId !== undefined && names.branch(branchId)) || undefined,
});

/** The new, changed and removed parts of the weekly hours. */
function weekChanges(row: ActivityRow, names: Names): readonly Phrase[] {
  const change = names.week(row);
  if (!change) return [];
  const phraseOf = ({ day, interval }: HoursOfDay) =>
    hoursPhrase(interval, { weekday: day, ...placeOf(interval, names) });
  const { set, gone, old } = changesOf(change);
  const before = new Set(old.map((hours) => JSON.stringify(phraseOf(hours))));
  const setPhrases = set.map((dayHours) => {
    const { slotDuration, appointmentsPerSlot } = dayHours.interval;
    const hours = phraseOf(dayHours);
    // The words for the hours omit the slots, which are what changed.
    return before.has(JSON.stringify(hours)) ? phrase('withSlots', hours, slotDuration, appointmentsPerSlot) : hours;
  });
  return firstPhrases([...setPhrases, ...gone.map((hours) => phrase('noLonger', phraseOf(hours)))]);
}

/** Sentences about changes of a doctor's hours and blocks. */
export function wordsOfHours(event: HoursEvent, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'DayHoursSet': {
      const hours = event.data.intervals.map((interval) => hoursPhrase(interval, placeOf(interval, names)));
      return phrase('dayHoursSet', spansOf(row, hours, names));
    }
    case 'SlotsBlocked':
      return phrase('blocked', spansOf(row, event.data.spans.map(fromTo), names));
    case 'SlotsUnblocked': {
      const { spans } = event.data;
      return spans.length === 0
        ? phrase('keptBlocked', dayOf(row, names))
        : phrase('unblocked', spansOf(row, spans.map(fromTo), names));
    }
    case 'WeeklyScheduleSet': {
      const { from } = event.data;
      const [doctor, changes] = [doctorOf(row, names), weekChanges(row, names)];
      const isLater = from > names.day(row);
      return isLater
        ? phrase('weekSetFrom', doctor, phrase('date', from), ...changes)
        : phrase('weekSet', doctor, ...changes);
    }
    case 'ScheduleChangeWithdrawn':
      return phrase('weekWithdrawn', doctorOf(row, names), phrase('date', event.data.from));
    case 'HospitalDaySet':
      return hospitalDaySet(event.data, names);
    default:
      return unreachable(event);
  }
}
