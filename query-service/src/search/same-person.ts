import type { samePersonReasons } from '@dayline/contracts/endpoints/patient-merge';
import { refuse } from '@dayline/contracts/errors';
import { searched } from '@dayline/contracts/fold';
import { keysSought, rankOf, typedWords } from '@dayline/contracts/search/people';
import type { PatientRow } from '@dayline/contracts/views';
import type { Queries } from '../queries/answer.ts';
import { familyOnPhone } from '../queries/booking.ts';

type Reason = (typeof samePersonReasons)[number];

/** The number of people with a similar name that are compared. */
const mostCompared = 200;
const mostListed = 20;

/** Two patients with different birth dates or sexes are two people. */
const areDifferent = (one: PatientRow, other: PatientRow): boolean =>
  [[one.bornOn, other.bornOn] as const, [one.sex, other.sex] as const].some(
    ([a, b]) => a !== null && b !== null && a !== b,
  );

/** Whether all words of the shorter name are in the other one, each with at most one letter different. */
function isNamedAlike(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [short, long] = [one, other].toSorted((a, b) => typedWords(a).length - typedWords(b).length);
  return rankOf(searched(long), typedWords(short ?? '')) !== null;
}

/** What is equal in two records, or nearly. */
export function sameIn(one: PatientRow, other: PatientRow): readonly Reason[] {
  const isSame = (field: 'phone' | 'bornOn') => one[field] !== null && one[field] === other[field];
  return [
    ...(isNamedAlike(one.name, other.name) ? (['name'] as const) : []),
    ...(isSame('phone') ? (['phone'] as const) : []),
    ...(isSame('bornOn') ? (['bornOn'] as const) : []),
  ];
}

export const samePersonQueries: Queries<'listSamePerson'> = {
  async listSamePerson({ userId }, { desk, clientId }) {
    const patient = await desk.row('patients', userId);
    if (!patient) return refuse('patient.unknown');
    const words = typedWords(patient.name ?? '');
    const keys = keysSought(words, 'near');
    const [named, family] = await Promise.all([
      words.length === 0 ? [] : desk.people({ within: clientId, keys, limit: mostCompared }),
      familyOnPhone(desk, patient),
    ]);
    const others = [...new Map([...named, ...family].map((row) => [row.key, row])).values()];
    const people = others
      .filter((row) => row.key !== patient.key && !areDifferent(row, patient))
      .map((row) => ({ userId: row.key, name: row.name, phone: row.phone, same: [...sameIn(row, patient)] }))
      .filter(({ same }) => same.length > 0)
      .toSorted((one, other) => other.same.length - one.same.length || one.userId.localeCompare(other.userId))
      .slice(0, mostListed);
    return { body: { people } };
  },
};
