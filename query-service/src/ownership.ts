import type { Ownership } from '@dayline/http/claims';
import type { Desk } from './desk/desk.ts';
import type { DirectoryCopy } from './desk/directory.ts';

/** The client that a doctor, a department or a patient belongs to, from the views. */
export function ownershipFrom(desk: Desk, copy: DirectoryCopy): Ownership {
  const directory = async () => copy.upTo(await desk.position());
  return {
    clientOfDoctor: async (pocId) => (await directory()).doctor(pocId)?.clientId ?? null,
    clientOfDepartment: async (departmentId) => (await directory()).department(departmentId)?.clientId ?? null,
    clientOfPatient: async (patientId) => (await desk.row('patients', patientId))?.clientId ?? null,
  };
}
