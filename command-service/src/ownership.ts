import { streams } from '@dayline/contracts/events/categories';
import type { Ownership } from '@dayline/http/claims';
import type { Aggregates } from './modules.ts';
import { personIdOf } from './patient/patient-commands.ts';

/** The owner of a doctor, a department or a patient, as loaded for the command itself. */
export function ownershipOf({ doctors, departments, patients }: Aggregates): Ownership {
  const handlers = { doctor: doctors, department: departments, patient: patients };
  return {
    clientOf: async (kind, id) => (await handlers[kind].load(streams[kind](id))).state?.clientId ?? null,
    personOf: (patientId) => personIdOf({ patients }, patientId),
  };
}
