import { type Age, ageSchema, type Sex } from '@dayline/contracts/clinic/identity';
import { fold, plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { isPlaceholder } from './cell.ts';

const sexes: Readonly<Record<Sex, string>> = {
  female: 'f|fem|female|woman|lady|girl|female child|fch|fc|महिला|स्त्री|औरत|लड़की|बालिका|பெண்',
  male: 'm|male|man|gent|boy|male child|mch|mc|पुरुष|पु|आदमी|लड़का|बालक|ஆண்',
  other: 'o|other|others|t|tg|trans|transgender|third gender|intersex|अन्य|किन्नर|ट्रांसजेंडर',
};
const byFold = new Map(
  // Cast is safe: these are the keys of `sexes`.
  (Object.keys(sexes) as Sex[]).flatMap((sex) => sexes[sex].split('|').map((word) => [fold(word), sex] as const)),
);

/** Null: not a word for a sex. */
export const sexOf = (text: string): Sex | null => byFold.get(fold(text)) ?? null;

/** The words of each unit, and its length in another unit. */
const units: readonly (readonly [words: RegExp, unit: Age['unit'], times: number])[] = [
  [/^(?:y|yr|yrs|year|years|year old|years old|yr old|yrs old|yo|वर्ष|साल|बरस)?$/, 'years', 1],
  [/^(?:m|mo|mos|mth|mths|mon|month|months|माह|महीने|महीना|मास)$/, 'months', 1],
  [/^(?:w|wk|wks|week|weeks|सप्ताह|हफ़्ते|हफ्ते)$/, 'days', 7],
  [/^(?:d|dy|day|days|दिन)$/, 'days', 1],
  [/^(?:h|hr|hrs|hour|hours|घंटे)$/, 'days', 1 / 24],
];
/** "Y", "Months"; empty cells and placeholders too. */
export const isAgeUnit = (text: string): boolean =>
  isPlaceholder(text) || units.some(([words]) => words.test(unitOf(text)));
const unitOf = (text: string): string => text.trim().toLowerCase().replaceAll('(s)', 's').replace(/\.$/, '');

type AgeCells = Readonly<Partial<Record<ImportField, string>>>;
const partFields = ['ageUnit', 'ageMonths', 'ageDays'] as const satisfies readonly ImportField[];

/** For the preview. */
export const partsOfAge = (cells: AgeCells): AgeCells =>
  Object.fromEntries(partFields.flatMap((field) => (cells[field]?.trim() ? [[field, cells[field].trim()]] : [])));

/** The age as one text, with the unit, or the months and days, of further columns. */
export function ageTextIn(cells: AgeCells): string {
  const [age = '', unit = '', months = '', days = ''] = (['age', ...partFields] as const).map((field) => {
    const cell = plainDigits(cells[field] ?? '')
      .trim()
      .replace(/^(\d+)\.0+$/, '$1');
    return isPlaceholder(cell) ? '' : cell;
  });
  // "M" in a column of units is never a sex.
  if (unit !== '' && /^\d+$/.test(age)) return `${age} ${/^m\.?$/i.test(unit) ? 'months' : unitOf(unit)}`;
  if (months === '' && days === '') return cells.age ?? '';
  const isNone = (count: string): boolean => /^0*$/.test(count);
  if (!isNone(age)) return isNone(months) ? age : `${age} years ${months} months`;
  return isNone(months) ? `${days || 0} days` : `${months} months`;
}
/** Doctors' fractions: "6/12" is six months, "3/52" weeks, "5/7" days, "2 6/12" years and months. */
const fraction = /^(?:(\d{1,3}) )?(\d{1,3})\/(12|52|7)$/;
const fractionUnits: Readonly<Record<string, string>> = { 12: 'months', 52: 'weeks', 7: 'days' };
/** An age as programs write it: "P35Y4M". */
const isoDuration = /^p(?=\d)((?:\d{1,3}[ymwd])+)$/;

/** As printed: "35 Year(s)", "approx. 35", "35+", "Y 35", "35 years 4 months 12 days 3 hrs". */
function asPrinted(input: string): string {
  const text = plainDigits(input)
    .trim()
    .toLowerCase()
    .replaceAll('(s)', 's')
    .replace(
      /^(?:approx(?:imately)?|about|abt|appx|around|almost|above|~|±|\+\/-|>|<)\.? ?|(?: ?(?:approx(?:imately)?|appx|\(approx\.?\))\.?| ?\+)$/g,
      '',
    )
    .replace(/^(y(?:rs?|ears?)?|m(?:onths?|ths?)|d(?:ays?))\.?[ :-]?(\d{1,3})$/, '$2 $1')
    .replace(isoDuration, '$1');
  const [, years, count, of = ''] = fraction.exec(text) ?? [];
  return count === undefined ? text : `${years === undefined ? '' : `${years} years `}${count} ${fractionUnits[of]}`;
}
const newborn = /^(?:new ?born|nb|just born|नवजात)$/;

const half = /^(\d{1,2})(?:\.5| ?½)(?: ?(?:y(?:rs?|ears?)?\.?|वर्ष|साल))?$/i;
/** A number with its unit, and the separator. */
const agePart = /(\d{1,3})(?:\.0+(?!\d))? ?([a-z\u0900-\u0963]*(?: old)?)\.?(?: ?[,/&] ?| and | ?)/g;

/** "29", "34 Y", "14 D", "5 Y 3 M", "1.5"; null: not an age. */
export function ageIn(input: string): Age | null {
  const text = asPrinted(input);
  if (newborn.test(text)) return { count: 0, unit: 'days' };
  const [, years] = half.exec(text) ?? [];
  if (years !== undefined) return checked({ count: Number(years) * 12 + 6, unit: 'months' });
  const parts = [...text.matchAll(agePart)];
  if (parts.length === 0 || parts.map(([all]) => all).join('') !== text) return null;
  const [first, second, third, ...rest] = parts.map(([, count, word = '']) => partOf(Number(count), word));
  if (!first || rest.length > 0) return null;
  if (second === undefined) return checked(first);
  // Years, months and days in combination; weeks and days only alone.
  const isDays = third !== undefined && third?.unit !== 'days';
  if (!second || isDays || first.unit !== 'years' || second.unit !== 'months') return null;
  return checked(first.count >= 12 ? first : { count: first.count * 12 + second.count, unit: 'months' });
}

function partOf(count: number, word: string): Age | null {
  const match = units.find(([words]) => words.test(word));
  return match ? { count: Math.floor(count * match[2]), unit: match[1] } : null;
}

const checked = (age: Age): Age | null => ageSchema.safeParse(age).data ?? null;
