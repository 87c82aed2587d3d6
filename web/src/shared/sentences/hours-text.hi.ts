import { weekdays } from '@dayline/contracts/clinic/schedule';
import type { hoursWords } from '@dayline/contracts/words/hours';
import { dateText, dayTimeText } from '../../ui/locale/dates.ts';
import { listWords } from '../../ui/locale/words.ts';

export const clock = (time: string): string => (time === '24:00' ? 'आधी रात' : dayTimeText(time, '2-digit'));
/** 2024 starts on a Monday. */
const weekdayName = (weekday: string): string => {
  const index = (weekdays as readonly string[]).indexOf(weekday);
  return index < 0 ? weekday : dateText(Date.UTC(2024, 0, 1 + index), { weekday: 'long' });
};
const ordinals: Readonly<Record<number | string, string>> = {
  1: 'पहला',
  2: 'दूसरा',
  3: 'तीसरा',
  4: 'चौथा',
  5: 'पाँचवाँ',
  last: 'आख़िरी',
};
const fullDate = (day: string): string =>
  dateText(Date.parse(`${day}T00:00:00Z`), { month: 'short', day: 'numeric', year: 'numeric' });
const daysText = (before: number): string =>
  before === 0 ? 'उसी दिन' : before === 1 ? 'एक दिन पहले' : `${before} दिन पहले`;
const quotas: Readonly<Record<string, string>> = {
  first: 'पहली विज़िट',
  again: 'फ़ॉलो-अप',
  total: 'कुल',
  sameDay: 'उसी दिन',
};

/** Hours in Hindi. */
export const hoursSentence: typeof hoursWords = {
  clock,
  fromTo: (from, to) => `${from} से ${to}`,
  fromToNextDay: (from, to) => `${from} से अगले दिन ${to}`,
  from: (from) => `${from} से`,
  weekday: weekdayName,
  weekdays: (weekday, ...weeks) =>
    weeks.length === 0
      ? `हर ${weekdayName(weekday)}`
      : `महीने का ${listWords(weeks.map((nth) => ordinals[nth] ?? String(nth)))} ${weekdayName(weekday)}`,
  everyWeeks: (weeks, weekday, from) => `${fullDate(from)} से हर ${weeks} हफ़्ते ${weekdayName(weekday)} को`,
  booksFrom: (time, daysBefore) => `बुकिंग ${daysText(daysBefore)} ${time} से`,
  booksUntil: (time, daysBefore) => `बुकिंग ${daysText(daysBefore)} ${time} तक`,
  closesBefore: (minutes) => `बुकिंग हर स्लॉट से ${minutes} मिनट पहले तक`,
  firstUntil: (time, daysBefore) => `पहली विज़िट की बुकिंग ${daysText(daysBefore)} ${time} तक`,
  takes: (kind, slots) => `${quotas[kind]} में ${slots} स्लॉट`,
  classTakes: (name, slots) => `${name} में ${slots} स्लॉट`,
  alsoIn: (...departments) => `${listWords(departments)} में भी`,
  onlyFor: (...classes) => `केवल ${listWords(classes)} के लिए`,
  onRequest: (how) => `अनुरोध पर: “${how}”`,
  quota: (quota, count) => `${count} ${quotas[quota] ?? quota}`,
  session: (name, ...parts) => (name === null ? parts.join(', ') : `${name}: ${parts.join(', ')}`),
  visit: (visit) => (visit === 'first' ? 'पहली विज़िट' : 'फ़ॉलो-अप'),
};
