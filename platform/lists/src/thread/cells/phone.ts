import { countryCodes, isNoPhone } from '@dayline/contracts/fields/phone';
import { withoutEnds } from '@dayline/contracts/fields/without-ends';
import { plainDigits } from '@dayline/contracts/fold';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type CellValue, isRounded, lineOf, RowProblem } from './cell.ts';

/** Of numbers without a country code. */
const home = 'IN';
const maxCellLength = 120;
const maxNoteLength = 40;

/** In front of a number: "Ph: ", "Mobile No. ". */
const label = /^(?:(?:ph(?:one)?|mob(?:ile)?|cell|tel(?:ephone)?|contact|whats ?app|std|no|number)\b[\s.:#-]*)+/i;
/** A number as it is written, from its first digit or bracket to its last digit, with a plus in front. */
function numberIn(text: string): string | undefined {
  for (const run of text.match(/[\d ().[\]+-]+/g) ?? []) {
    const number = withoutEnds(run, /\D/, 'end');
    const from = number.search(/[\d([]/);
    if (number.length - from > 1 && from >= 0)
      return `${/\+? ?$/.exec(number.slice(0, from))?.[0] ?? ''}${number.slice(from)}`;
  }
  return undefined;
}
const noPhone = /^(?:no|without) (?:phone|mobile|number|contact)(?: (?:no|number))?$/i;
/** The digits of a number of this country: ten, after the prefix that is dialled. */
const homeNumber = /^(?:0*91)*0?([6-9]\d{9})$/;

export interface PhoneCell {
  /** Country code and number, digits only; null: none. */
  readonly phone: string | null;
  /** Words next to the number, such as 'son', and a second number. */
  readonly note: string | null;
}

/** The number with the codes that have columns of their own. */
export function phoneTextIn(cells: Readonly<Partial<Record<'phone' | 'countryCode' | 'areaCode', string>>>): string {
  const { phone = '' } = cells;
  const [country = '', area = ''] = [cells.countryCode, cells.areaCode].map((code = '') =>
    plainDigits(code).replaceAll(/\D/g, '').replace(/^0+/, ''),
  );
  const digits = plainDigits(phone).replaceAll(/\D/g, '');
  if (digits === '' || phone.trim().startsWith('+')) return phone;
  if (area !== '' && digits.length < 10) return `0${area}-${phone.trim()}`;
  return country === '' || country === '91' || digits.startsWith(`00${country}`)
    ? phone
    : `+${country} ${phone.trim()}`;
}

/** With or without a country code, with an area code in brackets, with words around it. @throws RowProblem */
export function phoneOf(input: string): CellValue<PhoneCell> {
  const { value: line, isCorrected } = lineOf('phone', input, maxCellLength);
  const none = { phone: null, note: null };
  if (line === null || noPhone.test(line)) return { value: none, isCorrected: isCorrected || line !== null };
  const text = withoutSpreadsheetMarks(line);
  if (isRounded(text)) throw new RowProblem('phone', 'number.rounded');
  const parts = text.split(/ ?[/\\,;&|] ?| (?:or|and) /i).flatMap(separateNumbers);
  const cells = parts.filter((part) => part !== '').map(readOrProblem);
  // The first number; the others become its note.
  const found = cells.find((part) => !(part instanceof RowProblem) && part.phone !== null) ?? cells[0];
  if (found === undefined) throw new RowProblem('phone', 'phone.wrong');
  if (found instanceof RowProblem) throw found;
  if (found.phone === null) return { value: none, isCorrected: true };
  const index = cells.indexOf(found);
  const others = parts.filter((part) => part !== '').filter((_, place) => place !== index && !isNoNumber(cells[place]));
  const note = [found.note, ...others].filter((words) => words !== null && words !== '').join(', ');
  if (note.length > maxNoteLength) throw new RowProblem('phone', 'cell.too-long');
  const { phone } = found;
  // As it is typed, stored, or exported.
  const isPlain = [phone, `+${phone}`].includes(line) || `91${line}` === phone;
  return { value: { phone, note: note || null }, isCorrected: isCorrected || !isPlain };
}

/** With plain digits and hyphens, without the ".0" and the commas that spreadsheets add. */
function withoutSpreadsheetMarks(line: string): string {
  const text = plainDigits(line)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\.0+$/, '');
  return /^\+?\d{1,5}(?:,\d{2,5})+$/.test(text) && !isRounded(text) ? text.replaceAll(',', '') : text;
}

/** "9812345678 9812345679": two numbers with only a blank between them, or a number and a time. */
function separateNumbers(part: string): string[] {
  const rest = part.replace(label, '').trim();
  if (homeNumber.test(rest.replaceAll(/\D/g, ''))) return [part];
  for (let end = 0; end < rest.length; end += 1) {
    const isEnd = /\d/.test(rest[end - 1] ?? '') && /[\s-]/.test(rest[end] ?? '');
    const begins = rest.slice(0, end).replaceAll(/\D/g, '');
    if (isEnd && homeNumber.test(begins) && (!rest.startsWith('+') || begins.startsWith('91')))
      return [rest.slice(0, end), rest.slice(end).replace(/^[\s-]+/, '')];
  }
  return [part];
}

const isNoNumber = (cell: PhoneCell | RowProblem | undefined): boolean =>
  cell !== undefined && !(cell instanceof RowProblem) && cell.phone === null;

function readOrProblem(part: string): PhoneCell | RowProblem {
  try {
    return readPart(part);
  } catch (error) {
    if (error instanceof RowProblem) return error;
    throw error;
  }
}

/** One number, with any additional words. @throws RowProblem */
function readPart(part: string): PhoneCell {
  if (lineOf('phone', part, maxCellLength).value === null) return { phone: null, note: null };
  const bare = part.replace(label, '');
  const found = numberIn(bare) ?? (/^\d+$/.test(bare) ? bare : undefined);
  if (found === undefined) throw new RowProblem('phone', 'phone.wrong');
  const beside = bare.replace(found, ' ').replaceAll(/[()[\]: ]+/g, ' ');
  const note = withoutEnds(beside, /[ -]/);
  return { phone: withCountry(found), note: /[\p{L}\p{N}]/u.test(note) ? note : null };
}

/** Null: a placeholder, such as 0000000000. */
function withCountry(found: string): string | null {
  const digits = found.replaceAll(/\D/g, '');
  if (/^(\d)\1*$/.test(digits) || /^0?1234567890?$/.test(digits) || isNoPhone(digits)) return null;
  const ofHome = homeNumber.exec(digits)?.[1];
  if (ofHome !== undefined && (!found.includes('+') || digits.startsWith('91'))) return `91${ofHome}`;
  const isAbroad = found.trimStart().startsWith('+') || hasForeignCode(found, digits);
  const number = parsePhoneNumberFromString(isAbroad ? `+${digits}` : digits, home);
  const { length } = number?.nationalNumber ?? '';
  if (number?.isPossible() && (number.country !== home || length === 10)) return number.number.slice(1);
  if (isAbroad || length < 6) throw new RowProblem('phone', 'phone.wrong');
  throw new RowProblem('phone', length <= 8 ? 'phone.no-area' : digits.length > 10 ? 'phone.too-many' : 'phone.wrong');
}

/**
 * Whether a number without a plus begins with another country's code: separated by a blank, or in more digits than a
 * number of this country with one digit too many.
 */
function hasForeignCode(found: string, digits: string): boolean {
  if (digits.startsWith('0') || digits.length <= 10 || /^18[06]0/.test(digits)) return false;
  const [first = ''] = found.trim().split(/\D+/, 1);
  const code = countryCodes.find((prefix) => digits.startsWith(prefix));
  return code !== undefined && (first === code || code === '1' || digits.length > 11);
}
