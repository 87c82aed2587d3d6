import { withoutEnds } from '@dayline/contracts/fields/without-ends';
import { plainDigits } from '@dayline/contracts/fold';

const dayWord =
  /(?<![\p{L}\p{M}])(?=(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|(?:daily|weekdays?|week ?ends?|all days|every|alternate)\b|(?:[1-5](?:st|nd|rd|th)|first|second|third|fourth|fifth|last)\b)/iu;
/** A time, not the "2nd" of a week. */
const firstTime = /(?<!\d)\d{1,2}(?!\d|st\b|nd\b|rd\b|th\b)|\b(?:noon|midnight)\b/i;

interface DaysWithHours {
  readonly days: string;
  readonly hours: string;
}

/** Days and their hours in one cell: "Mon-Fri 9-1, 5-8; Sat: 9-12". Null: it does not begin with a day. */
export function daysWithHours(text: string): DaysWithHours[] | null {
  const pieces = plainDigits(text).split(dayWord);
  const found: DaysWithHours[] = [];
  let days = '';
  for (const piece of pieces) {
    const at = piece.search(firstTime);
    days += at < 0 ? piece : piece.slice(0, at);
    if (at < 0) continue;
    const dayText = withoutEnds(days, /[\s:,;([-]/, 'end').trim();
    const hours = withoutEnds(piece.slice(at), /[\s,;)\].&|/]/, 'end').replace(/ and$/i, '');
    if (dayText === '') return null;
    found.push({ days: dayText, hours });
    days = '';
  }
  return found.length === 0 || days.trim() !== '' ? null : found;
}
