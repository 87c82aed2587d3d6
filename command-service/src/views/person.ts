import { recordsOf } from '@dayline/contracts/patients/person';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { ReadStore } from '@dayline/view-store/lazy';

/** The records of a record's person; the first one stands for the others. */
export async function personIn(desk: Pick<ReadStore, 'load'>, patientId: string): Promise<readonly string[]> {
  // Cast is safe: the projector, its only writer, writes what `DeskViews` says.
  const load = async (id: string) => (await desk.load('patients', [id])).get(id) as PatientRow | undefined;
  const row = await load(patientId);
  if (row?.mergedInto === undefined) return recordsOf(patientId, row?.person);
  return recordsOf(row.mergedInto, (await load(row.mergedInto))?.person);
}
