import type { ClientDesk } from '../desk/desk.ts';
import { countOf, type ListParts, type ListQuery } from './page-of-view.ts';

/** Shorter words match too many patients. */
const shortestWord = 3;
/** Up to this number of appointments are sorted; with more, walking the list finds a page sooner. */
const maxPutInOrder = 2_000;

/**
 * A search by name or phone in all of a client's appointments: finds the patients first and then looks up their
 * appointments, instead of checking every appointment. Null for another list, and for one that is cheaper to walk.
 */
function throughPatients(
  { where, contains, among, ...query }: ListQuery<'appointments'>,
  quickTotal: number | null,
  patients: number,
): ListQuery<'appointments'> | null {
  const { clientId, status, ...narrower } = where;
  if (!contains?.words.some(({ length }) => length >= shortestWord)) return null;
  if (clientId === undefined || among || Object.keys(narrower).length > 0) return null;
  if (quickTotal === null || quickTotal < patients) return null;
  return {
    ...query,
    // A patient belongs to one client, and so do all of the patient's appointments.
    where: { ...(status !== undefined && { status }) },
    foundIn: {
      field: 'patientId',
      view: 'patients',
      where: { clientId, erased: false },
      contains: { field: 'patientSearch', words: contains.words },
    },
  };
}

/**
 * The parts to read for a list of appointments, and its total; null if it isn't counted yet. A search by name or phone
 * reads the patients first if that is cheaper (G9).
 * @param whole the total without the search, from a row of counts; null if no row has it
 */
export async function planOf(
  desk: ClientDesk,
  parts: ListParts<'appointments'>,
  { whole, patients }: { readonly whole: number | null; readonly patients: number },
): Promise<{ readonly listed: ListParts<'appointments'>; readonly counted: number | null }> {
  if (!parts.some(({ contains }) => contains)) return { listed: parts, counted: whole };
  const byPatients = parts.map((part) => throughPatients(part, whole, patients)).filter((part) => part !== null);
  const found = byPatients.length > 0 ? await countedThrough(desk, byPatients) : null;
  return { listed: found !== null && found <= maxPutInOrder ? byPatients : parts, counted: found };
}

/**
 * The number of appointments of the matching patients; null if there are more patients than a store accepts in one
 * query.
 */
async function countedThrough(desk: ClientDesk, parts: ListParts<'appointments'>): Promise<number | null> {
  try {
    return await countOf(desk, parts);
  } catch (error) {
    // Every store's error has this name.
    if (error instanceof Error && error.name === 'TooManyFound') return null;
    throw error;
  }
}
