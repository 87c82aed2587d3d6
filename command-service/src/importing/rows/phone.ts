import { isNoPhone } from '@dayline/contracts/fields/phone';
import { plainDigits } from '@dayline/contracts/fold';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isRounded, lineOf, type Mended, RowProblem } from './cell.ts';

/** Of numbers without a country's code. */
const home = 'IN';
const longestCell = 120;
const longestNote = 40;

/** What stands before a number: "Ph: ". */
const label = /^(?:ph(?:one)?|mob(?:ile)?|cell|tel(?:ephone)?|contact|whats ?app|no|number)\b[\s.:#-]*/i;
/** A number as people write it, with at least three digits. */
const number = /\+?[\d(][\d\s().+-]*\d/;

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
  if (line === null) return { value: none, isMended };
  const text = plainDigits(line).replace(/^'/, '').replace(/\.0+$/, '');
  if (isRounded(text)) throw new RowProblem('phone', 'number.rounded');
  const parts = text.split(/\s*[/,;&|]\s*|\s+(?:or|and)\s+/i).filter((part) => part !== '');
  const [first = '', ...others] = parts;
  const bare = first.replace(label, '');
  const found = number.exec(bare)?.[0] ?? bare.match(/\d/)?.[0];
  if (found === undefined) throw new RowProblem('phone', 'phone.wrong');
  const beside = bare
    .replace(found, ' ')
    .replaceAll(/[()[\]:]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s-]+|[\s-]+$/g, '');
  const phone = withCountry(found);
  if (phone === null) return { value: none, isMended: true };
  const note = [beside, ...others].filter((words) => words !== '').join(', ');
  if (note.length > longestNote) throw new RowProblem('phone', 'cell.too-long');
  return { value: { phone, note: note || null }, isMended: line !== phone && `91${line}` !== phone };
}

/** Null: a number of nobody, as 0000000000. */
function withCountry(found: string): string | null {
  const digits = found.replaceAll(/\D/g, '');
  if (/^(\d)\1*$/.test(digits) || digits === '1234567890' || isNoPhone(digits)) return null;
  // More digits than a number of this country has begin with a country's code.
  const isAbroad = found.startsWith('+') || (digits.length > 10 && !digits.startsWith('0'));
  const number = parsePhoneNumberFromString(isAbroad ? `+${digits}` : digits, home);
  const { length } = number?.nationalNumber ?? '';
  if (number?.isPossible() && (number.country !== home || length === 10)) return number.number.slice(1);
  throw new RowProblem('phone', !isAbroad && length >= 6 && length <= 8 ? 'phone.no-area' : 'phone.wrong');
}
