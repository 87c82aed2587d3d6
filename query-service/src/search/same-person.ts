import { noDetails, shownIdentity } from '@dayline/contracts/clinic/identity';
import { refuse } from '@dayline/contracts/errors';
import {
  areDifferent,
  bornKeysOf,
  bornLookUps,
  type ComparedDetails,
  formsOf,
  maxDuplicates,
  mayBeSame,
  pairKey,
  type SamePersonReason,
  sameIn,
} from '@dayline/contracts/patients/duplicates';
import { lookUpKeysOf, typedWords } from '@dayline/contracts/search/people';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { ClientDesk } from '../desk/desk.ts';
import { pageOfView } from '../paging/page-of-view.ts';
import type { Queries } from '../queries/answer.ts';
import { familyOnPhone } from '../queries/booking.ts';

/** The number of people with a similar name that are compared. */
const maxCompared = 200;
/** A birth date of more people, such as the first of a year, says little of one. */
const maxBornAlike = 500;

/** A client's people with the phone, or with the birth date and an alike name. */
async function comparedWith(
  desk: ClientDesk,
  details: ComparedDetails & { readonly clientId: string },
): Promise<readonly PatientRow[]> {
  const { clientId } = details;
  const bornAlike = bornLookUps(bornKeysOf(clientId, details)).map(async ({ field, value }) => {
    const { rows } = await desk.page({ view: 'patients', where: { [field]: value }, limit: maxBornAlike });
    return rows.filter(({ erased }) => !erased);
  });
  const found = await Promise.all([familyOnPhone(desk, details), ...bornAlike]);
  return [...new Map(found.flat().map((row) => [row.key, row])).values()];
}

/** What is equal in two people, in any form of either. */
function sameInAny(one: readonly ComparedDetails[], other: readonly ComparedDetails[]): readonly SamePersonReason[] {
  const same = one.flatMap((form) => other.map((otherForm) => sameIn(form, otherForm)));
  return same.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

const similarOn = (today: string, row: PatientRow) => ({
  userId: row.key,
  ...{ name: row.name, phone: row.phone, location: row.location },
  ...shownIdentity(row, today),
});

/** Records that may be of one person. */
export const samePersonQueries: Queries<'listSamePerson' | 'findDuplicates' | 'listDuplicates'> = {
  async listSamePerson({ userId }, { desk, clientId, clinicOf }) {
    const patient = await desk.row('patients', userId);
    if (!patient) return refuse('patient.unknown');
    const words = typedWords(patient.name ?? '');
    const keys = lookUpKeysOf(words, 'near');
    const [patientsOfName, compared] = await Promise.all([
      words.length === 0 ? [] : desk.people({ within: clientId, keys, limit: maxCompared }),
      comparedWith(desk, patient),
    ]);
    const rows = [...new Map([...patientsOfName, ...compared].map((row) => [row.key, row])).values()].filter(
      (row) => row.key !== patient.key && !areDifferent(row, patient),
    );
    const decisions = await desk.rows(
      'duplicates',
      rows.map(({ key }) => pairKey(key, patient.key)),
    );
    const { date: today } = clinicOf(clientId);
    const people = rows
      .filter(({ key }) => !decisions.get(pairKey(key, patient.key))?.dismissed)
      .map((row) => ({ ...similarOn(today, row), same: [...sameInAny(formsOf(row), formsOf(patient))] }))
      // A family shares a phone.
      .filter(({ same }) => same.includes('name') || same.length > 1)
      .toSorted((one, other) => other.same.length - one.same.length || one.userId.localeCompare(other.userId))
      .slice(0, maxDuplicates);
    return { body: { people } };
  },

  async findDuplicates({ name, phone, bornOn, sex }, { desk, clientId, clinicOf }) {
    const details = { ...noDetails, name, phone, bornOn, sex };
    const { date: today } = clinicOf(clientId);
    const people = (await comparedWith(desk, { ...details, clientId }))
      .filter((row) => formsOf(row).some((form) => mayBeSame(form, details)) && !areDifferent(row, details))
      .map((row) => ({ ...similarOn(today, row), same: [...sameInAny(formsOf(row), [details])] }))
      .slice(0, maxDuplicates);
    return { body: { people } };
  },

  async listDuplicates({ clientId, ...paging }, { desk, clinicOf }) {
    const query = {
      view: 'duplicates',
      where: { clientId, open: true },
      order: [{ field: 'at', descending: true }],
    } as const;
    const page = await pageOfView<'duplicates'>(desk, [query], paging, null);
    if ('refused' in page) return page;
    const { date: today } = clinicOf(clientId);
    const people = await desk.rows(
      'patients',
      page.rows.flatMap(({ one, other }) => [one, other]),
    );
    const pairs = page.rows.flatMap((pair) => {
      const records = [people.get(pair.one), people.get(pair.other)].filter((row) => row !== undefined);
      const [one, other] = records.toSorted((a, b) => a.registeredAt.localeCompare(b.registeredAt));
      if (!one || !other) return [];
      return [{ one: similarOn(today, one), other: similarOn(today, other), same: [...sameIn(one, other)] }];
    });
    return { body: pairs, total: page.total, next: page.next };
  },
};
