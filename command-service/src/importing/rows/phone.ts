import { countryCodes, isNoPhone } from '@dayline/contracts/fields/phone';
import { withoutEnds } from '@dayline/contracts/fields/without-ends';
import { plainDigits } from '@dayline/contracts/fold';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isRounded, lineOf, type Mended, RowProblem } from './cell.ts';

/** Of numbers without a country's code. */
const home = 'IN';
const longestCell = 120;
const longestNote = 40;

/** What stands before a number: "Ph: ", "Mobile No. ". */
const label = /^(?:(?:ph(?:one)?|mob(?:ile)?|cell|tel(?:ephone)?|contact|whats ?app|std|no|number)\b[\s.:#-]*)+/i;
/** A number as people write it, from its first digit or bracket to its last digit, with the plus before. */
function numberIn(text: string): string | undefined {
  for (const run of text.match(/[\d ().[\]+-]+/g) ?? []) {
    const whole = withoutEnds(run, /\D/, 'end');
    const from = whole.search(/[\d([]/);
    if (whole.length - from > 1 && from >= 0)
      return `${/\+? ?$/.exec(whole.slice(0, from))?.[0] ?? ''}${whole.slice(from)}`;
  }
  return undefined;
}
const noPhone = /^(?:no|without) (?:phone|mobile|number|contact)(?: (?:no|number))?$/i;
/** The digits of a whole number of this country: ten, with what is dialled before them. */
const whole = /^(?:0*91)*0?([6-9]\d{9})$/;

export interface ReadPhone {
  /** Country code and number, digits only; null: none. */
  readonly phone: string | null;
  /** Words beside the number, such as 'son'; and a second number. */
  readonly note: string | null;
}

/** A phone as lists have it: with or without country code, area code in brackets, words beside. @throws RowProblem */
export function phoneOf(typed: string): Mended<ReadPhone> {
  const { value: line, isMended } = lineOf('phone', typed, longestCell);
  const none = { phone: null, note: null };
  if (line === null || noPhone.test(line)) return { value: none, isMended: isMended || line !== null };
  const text = asWritten(line);
  if (isRounded(text)) throw new RowProblem('phone', 'number.rounded');
  const parts = text.split(/ ?[/\\,;&|] ?| (?:or|and) /i).flatMap(apart);
  const read = parts.filter((part) => part !== '').map(readOrProblem);
  // The first that is somebody's number; the others stand beside it.
  const found = read.find((part) => !(part instanceof RowProblem) && part.phone !== null) ?? read[0];
  if (found === undefined) throw new RowProblem('phone', 'phone.wrong');
  if (found instanceof RowProblem) throw found;
  if (found.phone === null) return { value: none, isMended: true };
  const index = read.indexOf(found);
  const others = parts.filter((part) => part !== '').filter((_, other) => other !== index && !isNothing(read[other]));
  const note = [found.note, ...others].filter((words) => words !== null && words !== '').join(', ');
  if (note.length > longestNote) throw new RowProblem('phone', 'cell.too-long');
  const { phone } = found;
  // As it is typed, kept, or taken out.
  const isPlain = [phone, `+${phone}`].includes(line) || `91${line}` === phone;
  return { value: { phone, note: note || null }, isMended: isMended || !isPlain };
}

/** With plain digits and hyphens, without what spreadsheets add: ".0", and commas between thousands. */
function asWritten(line: string): string {
  const text = plainDigits(line)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\.0+$/, '');
  return /^\+?\d{1,5}(?:,\d{2,5})+$/.test(text) && !isRounded(text) ? text.replaceAll(',', '') : text;
}

/** "9812345678 9812345679": two numbers without anything but a blank between them; a time behind one. */
function apart(part: string): string[] {
  const rest = part.replace(label, '').trim();
  if (whole.test(rest.replaceAll(/\D/g, ''))) return [part];
  for (let end = 0; end < rest.length; end += 1) {
    const isEnd = /\d/.test(rest[end - 1] ?? '') && /[\s-]/.test(rest[end] ?? '');
    const begins = rest.slice(0, end).replaceAll(/\D/g, '');
    if (isEnd && whole.test(begins) && (!rest.startsWith('+') || begins.startsWith('91')))
      return [rest.slice(0, end), rest.slice(end).replace(/^[\s-]+/, '')];
  }
  return [part];
}

const isNothing = (read: ReadPhone | RowProblem | undefined): boolean =>
  read !== undefined && !(read instanceof RowProblem) && read.phone === null;

function readOrProblem(part: string): ReadPhone | RowProblem {
  try {
    return readPart(part);
  } catch (error) {
    if (error instanceof RowProblem) return error;
    throw error;
  }
}

/** One number, with the words beside it. @throws RowProblem */
function readPart(part: string): ReadPhone {
  if (lineOf('phone', part, longestCell).value === null) return { phone: null, note: null };
  const bare = part.replace(label, '');
  const found = numberIn(bare) ?? (/^\d+$/.test(bare) ? bare : undefined);
  if (found === undefined) throw new RowProblem('phone', 'phone.wrong');
  const beside = bare.replace(found, ' ').replaceAll(/[()[\]: ]+/g, ' ');
  const note = withoutEnds(beside, /[ -]/);
  return { phone: withCountry(found), note: /[\p{L}\p{N}]/u.test(note) ? note : null };
}

/** Null: a number of nobody, as 0000000000. */
function withCountry(found: string): string | null {
  const digits = found.replaceAll(/\D/g, '');
  if (/^(\d)\1*$/.test(digits) || /^0?1234567890?$/.test(digits) || isNoPhone(digits)) return null;
  const ofHome = whole.exec(digits)?.[1];
  if (ofHome !== undefined && (!found.includes('+') || digits.startsWith('91'))) return `91${ofHome}`;
  const isAbroad = found.trimStart().startsWith('+') || isNamedAbroad(found, digits);
  const number = parsePhoneNumberFromString(isAbroad ? `+${digits}` : digits, home);
  const { length } = number?.nationalNumber ?? '';
  if (number?.isPossible() && (number.country !== home || length === 10)) return number.number.slice(1);
  if (isAbroad || length < 6) throw new RowProblem('phone', 'phone.wrong');
  throw new RowProblem('phone', length <= 8 ? 'phone.no-area' : digits.length > 10 ? 'phone.too-many' : 'phone.wrong');
}

/**
 * Whether a number without a plus begins with another country's code: one that stands apart, or has more digits than a
 * number of this country with one too many.
 */
function isNamedAbroad(found: string, digits: string): boolean {
  if (digits.startsWith('0') || digits.length <= 10 || /^18[06]0/.test(digits)) return false;
  const [first = ''] = found.trim().split(/\D+/, 1);
  const code = countryCodes.find((each) => digits.startsWith(each));
  return code !== undefined && (first === code || code === '1' || digits.length > 11);
}
