import { type Age, ageSchema, type Sex } from '@dayline/contracts/clinic/identity';
import { fold } from '@dayline/contracts/fold';

const sexes: Readonly<Record<string, Sex>> = {
  ...{ f: 'female', female: 'female', woman: 'female', girl: 'female', महिला: 'female', स्त्री: 'female', பெண்: 'female' },
  ...{ m: 'male', male: 'male', man: 'male', boy: 'male', पुरुष: 'male', ஆண்: 'male' },
  ...{ o: 'other', other: 'other', others: 'other', t: 'other', trans: 'other', transgender: 'other', अन्य: 'other' },
};
const byFold = new Map(Object.entries(sexes).map(([word, sex]) => [fold(word), sex]));

/** Null: no word for it. */
export const sexOf = (text: string): Sex | null => byFold.get(fold(text)) ?? null;

const units: readonly (readonly [pattern: RegExp, unit: Age['unit'], times: number])[] = [
  [/^(?:y|yr|yrs|year|years)?$/, 'years', 1],
  [/^(?:m|mo|mth|mths|mon|month|months)$/, 'months', 1],
  [/^(?:w|wk|wks|week|weeks)$/, 'days', 7],
  [/^(?:d|dy|day|days)$/, 'days', 1],
];

/** "29", "34 Y", "14 D", "5 Y 3 M", "1.5"; null: no age. */
export function ageIn(text: string): Age | null {
  const half = /^(\d{1,2})\.5(?: ?y(?:rs?|ears?)?\.?)?$/i.exec(text.trim());
  if (half) return checked({ count: Number(half[1]) * 12 + 6, unit: 'months' });
  const parts = [...text.toLowerCase().matchAll(/(\d{1,3})\s*([a-z]*)\.?[\s,]*/g)];
  if (parts.map(([whole]) => whole).join('') !== text.toLowerCase().replace(/^\s+/, '')) return null;
  const read = parts.map(([, count, word = '']) => partOf(Number(count), word));
  const [first, second, ...more] = read;
  if (!first || more.length > 0) return null;
  if (second === undefined) return checked(first);
  if (!second || first.unit !== 'years' || second.unit !== 'months') return null;
  return checked(first.count >= 12 ? first : { count: first.count * 12 + second.count, unit: 'months' });
}

function partOf(count: number, word: string): Age | null {
  const found = units.find(([pattern]) => pattern.test(word));
  return found ? { count: count * found[2], unit: found[1] } : null;
}

const checked = (age: Age): Age | null => ageSchema.safeParse(age).data ?? null;
