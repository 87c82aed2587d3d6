import type { Ownership } from '@dayline/http/claims';
import type { Desk } from './desk/desk.ts';
import type { DirectoryCopy } from './desk/directory.ts';
import { visitsOf } from './desk/visits.ts';

/** The client that a doctor, a department or a patient belongs to, from the views; and whether a patient is a doctor's. */
export function ownershipFrom(desk: Desk, copy: DirectoryCopy): Ownership {
  const personOf = async (patientId: string) => (await desk.row('patients', patientId))?.key ?? patientId;
  return {
    async clientOf(kind, id) {
      if (kind === 'patient') return (await desk.row('patients', id))?.clientId ?? null;
      return (await copy.upTo(await desk.position())).clientOf(kind, id);
    },
    isPatientOf: async (patientId, doctor) =>
      (await visitsOf(desk, await personOf(patientId))).some(({ pocId }) => pocId === doctor),
    personOf,
  };
}
