import type { Ownership } from '@dayline/platform/http/claims';
import type { Desk } from './desk/desk.ts';
import type { DirectoryCopy } from './desk/directory.ts';

/** To whom a doctor, a department and a patient belong, as the views know it. */
export function ownershipFrom(desk: Desk, copy: DirectoryCopy): Ownership {
  const directory = async () => copy.upTo(await desk.position());
  return {
    clientOfDoctor: async (pocId) => (await directory()).doctor(pocId)?.clientId ?? null,
    clientOfDepartment: async (departmentId) => (await directory()).department(departmentId)?.clientId ?? null,
    clientOfPatient: async (patientId) => (await desk.row('patients', patientId))?.clientId ?? null,
  };
}
