import { plainDigits } from '@dayline/contracts/fold';
import { timePattern } from '@dayline/contracts/ids';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { listSeparator, RowProblem } from './cell.ts';

/** A time as it stands in the file. `half`: of the day, if it is written. */
interface WrittenTime {
  readonly hour: number;
  readonly minutes: string;
  readonly half: 'am' | 'pm' | null;
  /** Written in 24 hours: "05:00", "17:30", "0900". */
  readonly is24Hours: boolean;
}

function writtenTime(text: string): WrittenTime | null {
  const plain = plainDigits(text)
    .trim()
    .replace(/ ?(?:hrs?\.?|hours?|h)$/i, '');
  if (/^(?:12(?:[:.]00)?\s*)?noon$/i.test(plain)) return { hour: 12, minutes: '00', half: null, is24Hours: true };
  if (/^(?:12(?:[:.]00)?\s*)?midnight$/i.test(plain)) return { hour: 24, minutes: '00', half: null, is24Hours: true };
  const [, hours, minutes = '00', word] =
    /^(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(a\.?\s?m\.?|p\.?\s?m\.?)?$/i.exec(plain) ??
    /^(\d{2})(\d{2})$/.exec(plain) ??
    [];
  if (hours === undefined) return null;
  const half = word === undefined ? null : word.toLowerCase().startsWith('p') ? 'pm' : 'am';
  const hour = Number(hours);
  if (half !== null && (hour < 1 || hour > 12)) return null;
  return { hour, minutes, half, is24Hours: half === null && (hours.length === 2 || hour === 0 || hour > 12) };
}

const clockTime = (hour: number, minutes: string): string => `${String(hour).padStart(2, '0')}:${minutes}`;
const inHalf = ({ hour, minutes }: WrittenTime, half: 'am' | 'pm'): string =>
  clockTime((hour % 12) + (half === 'pm' ? 12 : 0), minutes);

/** "5:00" may be in the afternoon; from this hour on, a time is in the morning. */
const firstHour = 7;

/** "9:00", "09:00:00", "9 AM", "2.30 pm", "0900 hrs": HH:mm. @throws RowProblem */
export function timeOf(field: ImportField, text: string): string {
  const timeOfCell = writtenTime(text);
  const time =
    timeOfCell &&
    (timeOfCell.half ? inHalf(timeOfCell, timeOfCell.half) : clockTime(timeOfCell.hour, timeOfCell.minutes));
  if (!timeOfCell || !time || !(timePattern.test(time) || time === '24:00')) throw new RowProblem(field, 'time.wrong');
  const isClear = timeOfCell.half !== null || timeOfCell.is24Hours || timeOfCell.hour >= firstHour;
  if (!isClear) throw new RowProblem(field, 'time.unclear');
  return time;
}

/**
 * "08:00-12:00", "8 am to 2 pm", "9-1, 5-8"; several with commas, semicolons or "&".
 * @param previous the end of the hours before @throws RowProblem
 */
export function spansOf(
  field: ImportField,
  text: string,
  previous = '',
): { readonly from: string; readonly to: string }[] {
  let previousEnd = previous;
  return text.split(listSeparator).map((part) => {
    const [from, to, ...rest] = part.split(/ ?(?:-|–|—|(?<![a-z])to(?![a-z])|(?<=[ap]\.?m\.?)to(?=\d)) ?/i);
    if (!from || !to || rest.length > 0) throw new RowProblem(field, 'hours.wrong');
    const span = spanOf(field, from, to, previousEnd);
    previousEnd = span.to;
    return span;
  });
}

/**
 * A span in 12 hours ends within twelve hours of its begin: "9-1" at 13:00; "5-8 pm" begins at 17:00.
 * @param previousEnd of the span before: "5-8" after "9-1" is in the evening
 */
export function spanOf(field: ImportField, fromText: string, toText: string, previousEnd = '') {
  const [from, to] = [writtenTime(fromText), writtenTime(toText)];
  if (!from || !to) throw new RowProblem(field, 'time.wrong');
  const begin = beginOf(field, { from, to, fromText, previousEnd });
  const end = endOf(to, begin);
  if (end === null) throw new RowProblem(field, 'time.wrong');
  if (end === '' || begin > end) throw new RowProblem(field, 'hours.midnight');
  if (begin === end) throw new RowProblem(field, 'hours.wrong');
  return { from: begin, to: end };
}

interface Begin {
  readonly from: WrittenTime;
  readonly to: WrittenTime;
  readonly fromText: string;
  readonly previousEnd: string;
}

function beginOf(field: ImportField, { from, to, fromText, previousEnd }: Begin): string {
  if (from.half || (from.is24Hours && from.hour !== 12)) return timeOf(field, fromText);
  const [morning, evening] = from.hour > 12 ? [] : [inHalf(from, 'am'), inHalf(from, 'pm')];
  if (morning === undefined || evening === undefined) return timeOf(field, fromText);
  if (from.hour === 12) return evening;
  // "5-8 pm": the latest possible time before its end.
  if (to.half) return evening < inHalf(to, to.half) ? evening : morning;
  if (to.is24Hours && to.hour > 12) return morning;
  if (previousEnd !== '' && morning < previousEnd) return evening;
  return timeOf(field, fromText);
}

/** Empty: on the next day. Null: not a time. */
function endOf(to: WrittenTime, begin: string): string | null {
  const isMorningOnly = to.half === null && (to.hour === 0 || to.hour > 12 || (to.is24Hours && to.hour < 10));
  if (to.half || isMorningOnly) {
    const time = to.half ? inHalf(to, to.half) : clockTime(to.hour, to.minutes);
    if (!timePattern.test(time) && time !== '24:00') return null;
    return time === '00:00' ? '24:00' : time;
  }
  const [morning, evening] = [inHalf(to, 'am'), inHalf(to, 'pm')];
  if (!timePattern.test(evening)) return null;
  return [morning, evening].find((time) => time > begin) ?? '';
}
