import { isNoPhone } from '@dayline/contracts/fields/phone';
import { plainDigits } from '@dayline/contracts/fold';
import { isRounded, lineOf, type Mended, RowProblem } from './cell.ts';

const india = '91';
const longestCell = 120;
const longestNote = 40;

/** Digits of a number without its country code, by country; of another country 7 to 12. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  ...{ 1: [10], 7: [10], 20: [10], 27: [9], 31: [9], 33: [9], 34: [9], 41: [9], 44: [9, 10], 60: [8, 9, 10] },
  ...{ 61: [9], 62: [9, 10, 11], 63: [10], 64: [8, 9, 10], 65: [8], 66: [9], 81: [9, 10], 82: [9, 10], 86: [10, 11] },
  ...{ 91: [10], 92: [10], 93: [9], 94: [9], 95: [8, 9, 10], 98: [10], 234: [10], 254: [9], 255: [9], 256: [9] },
  ...{ 353: [9], 880: [10], 960: [7], 961: [7, 8], 964: [10], 965: [8], 966: [9], 967: [9], 968: [8], 970: [9] },
  ...{ 971: [8, 9], 973: [8], 974: [8], 975: [8], 977: [8, 10] },
};

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
  return { value: { phone, note: note || null }, isMended: line !== phone && `${india}${line}` !== phone };
}

/** Null: a number of nobody, as 0000000000. */
function withCountry(found: string): string | null {
  const digits = found.replaceAll(/\D/g, '');
  if (/^(\d)\1*$/.test(digits) || digits === '1234567890' || isNoPhone(digits)) return null;
  if (found.startsWith('+') || digits.startsWith('00')) return abroad(digits.replace(/^00/, ''));
  const national = digits.replace(/^0/, '');
  if (digits.length === 12 && digits.startsWith(india)) return digits;
  if (national.length === 10) return india + national;
  if (digits.length >= 6 && national.length <= 8) throw new RowProblem('phone', 'phone.no-area');
  if (digits.length > 10) return abroad(digits);
  throw new RowProblem('phone', 'phone.wrong');
}

function abroad(digits: string): string {
  const code = [3, 2, 1].map((length) => digits.slice(0, length)).find((each) => each in lengths);
  // "+91 (0)484 …": the 0 is for calls inside the country.
  const national = digits.slice(code?.length ?? 3).replace(/^0/, '');
  const isRight = code ? lengths[code]?.includes(national.length) : digits.length >= 9 && digits.length <= 15;
  if (!isRight) throw new RowProblem('phone', 'phone.wrong');
  return code ? code + national : digits;
}
