import type { Interval, Weekday } from '../clinic/schedule.ts';
import type { Pattern, VisitKind } from '../clinic/sessions.ts';
import { type Phrase, phraseIn } from '../fields/phrase.ts';
import { clockWords, fullDateWords } from './dates.ts';

const list = new Intl.ListFormat('en-US');

const ordinals: Readonly<Record<number | string, string>> = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 5: '5th' };
const quotas: Readonly<Record<string, string>> = {
  ...{ first: 'first visits', again: 'follow-ups', total: 'in all', sameDay: 'same-day' },
};
const days = (before: number): string =>
  before === 0 ? 'that day' : before === 1 ? 'the day before' : `${before} days before`;

/** Hours in English words, for the pages, the activity and the history of an appointment. */
export const hoursWords = {
  clock: clockWords,
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  fromToNextDay: (from: string, to: string) => `${from} to ${to} the next day`,
  weekday: (weekday: string): string => weekday,
  /** 'each Sunday', '2nd, 4th and last Saturday' */
  weekdays: (weekday: string, ...weeks: (number | string)[]) =>
    weeks.length === 0
      ? `each ${weekday}`
      : `${list.format(weeks.map((nth) => ordinals[nth] ?? String(nth)))} ${weekday}`,
  everyWeeks: (weeks: number, weekday: string, from: string) =>
    weeks === 2
      ? `every other ${weekday} from ${fullDateWords(from)}`
      : `every ${weeks} weeks on ${weekday} from ${fullDateWords(from)}`,
  from: (from: string) => `from ${from}`,
  booksFrom: (time: string, daysBefore: number) => `bookings open at ${time} ${days(daysBefore)}`,
  booksUntil: (time: string, daysBefore: number) => `bookings close at ${time} ${days(daysBefore)}`,
  closesBefore: (minutes: number) => `bookings close ${minutes} min before each slot`,
  firstUntil: (time: string, daysBefore: number) => `first visits book until ${time} ${days(daysBefore)}`,
  /** 'first visits take 2 slots', 'Procedure takes 3 slots' */
  takes: (kind: VisitKind, slots: number) => `${quotas[kind]} take ${slots === 1 ? '1 slot' : `${slots} slots`}`,
  classTakes: (name: string, slots: number) => `${name} takes ${slots === 1 ? '1 slot' : `${slots} slots`}`,
  alsoIn: (...departments: string[]) => `also in ${list.format(departments)}`,
  onlyFor: (...classes: string[]) => `only for ${list.format(classes)}`,
  onRequest: (how: string) => `on request: “${how}”`,
  quota: (quota: string, count: number) => `${count} ${quotas[quota] ?? quota}`,
  /** 'Special: Monday, 5:00 PM to 7:00 PM, City Centre, Room 12' */
  session: (name: string | null, ...parts: string[]) =>
    name === null ? parts.join(', ') : `${name}: ${parts.join(', ')}`,
  /** The quota of its session that a visit counts against. */
  visit: (visit: VisitKind): string => (visit === 'first' ? 'first visit' : 'follow-up'),
};

const phrase = phraseIn<typeof hoursWords>();

/** The dates on which hours apply: `2nd and 4th Saturday`. */
export function datesPhrase({ weeks, every }: Pattern, weekday: Weekday): Phrase {
  if (weeks) return phrase('weekdays', weekday, ...weeks);
  return every ? phrase('everyWeeks', every.weeks, weekday, every.from) : phrase('weekday', weekday);
}

/** Which visits take several slots. */
function lengthsOf({ slotsPerVisit }: Pick<Interval, 'slotsPerVisit'>): Phrase[] {
  const { classes = [] } = slotsPerVisit ?? {};
  const kinds = (['first', 'again'] as const).flatMap((kind) => {
    const slots = slotsPerVisit?.[kind];
    return slots === undefined ? [] : [phrase('takes', kind, slots)];
  });
  return [...kinds, ...classes.map(({ patientClass, slots }) => phrase('classTakes', patientClass, slots))];
}

export interface HoursSetting {
  /** Absent for the hours of one date. */
  readonly weekday?: Weekday | undefined;
  /** The names of their department and branch; absent if there is none, or it is unknown. */
  readonly department?: string | undefined;
  /** The names of the further departments that offer them. */
  readonly alsoIn?: readonly string[] | undefined;
  readonly branch?: string | undefined;
}

/**
 * Hours as a phrase: `2nd and 4th Saturday, 10:00 AM to 12:00 PM, bookings close at 7:00 PM the day before`. Without
 * the length and capacity of their slots.
 */
export function hoursPhrase(
  interval: Interval,
  { weekday, department, alsoIn = [], branch }: HoursSetting = {},
): Phrase {
  const { name = null, startTime, endTime, openEnd, bookFrom, bookUntil, closesBefore, quota = {}, room } = interval;
  const { endsNextDay, firstUntil, onRequest, onlyFor = [] } = interval;
  const quotas = (['first', 'again', 'total', 'sameDay'] as const).flatMap((kind) => {
    const count = quota[kind];
    return count === undefined ? [] : [phrase('quota', kind, count)];
  });
  return phrase(
    'session',
    name,
    ...(weekday ? [datesPhrase(interval, weekday)] : []),
    openEnd
      ? phrase('from', phrase('clock', startTime))
      : phrase(endsNextDay ? 'fromToNextDay' : 'fromTo', phrase('clock', startTime), phrase('clock', endTime)),
    ...(bookFrom ? [phrase('booksFrom', phrase('clock', bookFrom.time), bookFrom.daysBefore)] : []),
    ...(bookUntil ? [phrase('booksUntil', phrase('clock', bookUntil.time), bookUntil.daysBefore)] : []),
    ...(closesBefore ? [phrase('closesBefore', closesBefore)] : []),
    ...(firstUntil ? [phrase('firstUntil', phrase('clock', firstUntil.time), firstUntil.daysBefore)] : []),
    ...quotas,
    ...lengthsOf(interval),
    ...(onlyFor.length > 0 ? [phrase('onlyFor', ...onlyFor)] : []),
    ...(onRequest === undefined ? [] : [phrase('onRequest', onRequest)]),
    ...(department === undefined ? [] : [department]),
    ...(alsoIn.length > 0 ? [phrase('alsoIn', ...alsoIn)] : []),
    ...[branch, room].flatMap((where) => where ?? []),
  );
}
