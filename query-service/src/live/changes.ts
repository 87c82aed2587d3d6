import type { Position } from '@dayline/contracts/ids';
import type { Desk } from '../desk/desk.ts';
import type { Change } from './messages.ts';

/** More rows of one view than this at once are not told one by one: the pages refetch. */
export const rowsAtMost = 2_000;

/** What changed after one position and up to another, over all views; null when that is too much to tell. */
export async function readChange(
  desk: Desk,
  after: Position,
  upTo: Position,
  limit: number = rowsAtMost,
): Promise<Change | null> {
  const read = <View extends Parameters<Desk['changed']>[0]>(view: View) =>
    desk.changed<View>(view, after, upTo, limit);
  const [appointments, counts, doctorDays, doctors, departments, patients, clients] = await Promise.all([
    read('appointments'),
    read('counts'),
    read('doctorDays'),
    read('doctors'),
    read('departments'),
    read('patients'),
    read('clients'),
  ]);
  const views = [appointments, counts, doctorDays, doctors, departments, patients, clients];
  if (views.some(({ complete }) => !complete)) return null;
  return {
    appointments: appointments.rows,
    counts: counts.rows,
    doctorDays: doctorDays.rows,
    doctors: doctors.rows,
    departments: departments.rows,
    patients: patients.rows,
    clients: clients.rows,
  };
}
