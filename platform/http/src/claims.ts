import type { Claim } from '@dayline/contracts/endpoints/definition';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { placeOfAppointment } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';

/** Looks up owners; null if the thing doesn't exist. */
export interface Ownership {
  clientOfDoctor(pocId: string): Promise<string | null>;
  clientOfDepartment(departmentId: string): Promise<string | null>;
  clientOfPatient(patientId: string): Promise<string | null>;
}

/** Cast is safe: requests parsed by the table's schemas are objects, as are the entries of their lists. */
const fieldOf = (value: unknown, field: string): unknown => (value as Readonly<Record<string, unknown>>)[field];

/** The ids named by a claim; null if one is malformed. A missing field claims nothing. */
function claimedIds({ field, is }: Claim, request: unknown): readonly string[] | null {
  const value = fieldOf(request, field);
  if (value === undefined || value === null) return [];
  const ids = is === 'doctorOfEach' && Array.isArray(value) ? value.map((entry) => fieldOf(entry, 'pocId')) : [value];
  return ids.every((id) => typeof id === 'string') ? [...new Set(ids)] : null;
}

/** Whether everything that the request names belongs to the caller. */
export async function ownsClaims(
  claims: readonly Claim[],
  request: unknown,
  identity: Identity,
  ownership: Ownership,
): Promise<boolean> {
  for (const claim of claims) {
    const ids = claimedIds(claim, request);
    if (ids === null) return false;
    for (const id of ids) if (!(await owns(claim.is, id, identity, ownership))) return false;
  }
  return true;
}

function owns(
  kind: Claim['is'],
  id: string,
  { clientId, role, pocId }: Identity,
  ownership: Ownership,
): boolean | Promise<boolean> {
  const isOfClient = (owner: Promise<string | null>): Promise<boolean> => owner.then((client) => client === clientId);
  const ownsDoctor = (doctor: string) =>
    role === 'doctor' ? doctor === pocId : isOfClient(ownership.clientOfDoctor(doctor));
  switch (kind) {
    case 'client':
      return id === clientId;
    case 'doctor':
    case 'doctorOfEach':
      return ownsDoctor(id);
    case 'appointment':
    case 'slot':
      // Both ids begin with the doctor's.
      return ownsDoctor(placeOfAppointment(id).pocId);
    case 'department':
      return isOfClient(ownership.clientOfDepartment(id));
    case 'patient':
      return isOfClient(ownership.clientOfPatient(id));
    default:
      return unreachable(kind);
  }
}
