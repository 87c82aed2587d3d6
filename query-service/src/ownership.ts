import type { Ownership } from '@dayline/http/claims';
import type { Desk } from './desk/desk.ts';
import type { DirectoryCopy } from './desk/directory.ts';

/** The client that a doctor, a department or a patient belongs to, from the views. */
export function ownershipFrom(desk: Desk, copy: DirectoryCopy): Ownership {
  const directories = async () => copy.upTo(await desk.position());
  return {
    clientOfDoctor: async (pocId) => (await directories()).clientOfDoctor(pocId),
    clientOfDepartment: async (departmentId) => (await directories()).clientOfDepartment(departmentId),
    clientOfPatient: async (patientId) => (await desk.row('patients', patientId))?.clientId ?? null,
  };
}
