import type { Claim, ClaimKind } from '@dayline/contracts/claims';
import { doctorDayOf } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';

/** Records that belong to one client, by the category of their stream. */
export type OwnedKind = 'doctor' | 'department' | 'patient';
export interface Ownership {
  /** The client; null if the record doesn't exist. */
  clientOf(kind: OwnedKind, id: string): Promise<string | null>;
  /** Whether a patient has an appointment with a doctor. Absent if no doctor may name a patient. */
  isPatientOf?(patientId: string, doctor: string): Promise<boolean>;
  /** The record that stands for the person of a patient's record. */
  personOf(patientId: string): Promise<string>;
}

/** The client and the doctor whose data a caller may name. */
export interface Owner {
  readonly clientId: string;
  /** If present, only this doctor of the client. */
  readonly doctor?: string | null;
}

/** Cast is safe: requests parsed by the table's schemas are objects, as are the entries of their lists. */
const fieldOf = (value: unknown, field: string): unknown => (value as Readonly<Record<string, unknown>>)[field];

/** The id in an entry of a list, which is the id itself or has it in a field. */
function idIn(entry: unknown, is: ClaimKind): unknown {
  if (typeof entry !== 'object') return entry;
  return fieldOf(entry, is === 'doctorOfEach' ? 'pocId' : 'appointmentId');
}

/** The ids named by a claim; null if one is malformed. A missing field claims nothing. */
function claimedIds({ field, is }: Claim, request: unknown): readonly string[] | null {
  const value = fieldOf(request, field);
  if (value === undefined || value === null) return [];
  const ids = Array.isArray(value) ? value.map((entry) => idIn(entry, is)) : [value];
  return ids.every((id) => typeof id === 'string') ? [...new Set(ids)] : null;
}

/** Whether everything that the request names belongs to the caller. */
export async function ownsClaims(
  claims: readonly Claim[],
  request: unknown,
  caller: Owner,
  ownership: Omit<Ownership, 'personOf'>,
): Promise<boolean> {
  for (const claim of claims) {
    const ids = claimedIds(claim, request);
    if (ids === null) return false;
    for (const id of ids) if (!(await owns(claim.is, id, caller, ownership))) return false;
  }
  return true;
}

/** The records that a request names, for the entry about its refusal. */
export interface Named {
  /** The claimed fields that belong to the client. */
  readonly own: Readonly<Record<string, string>>;
  /** The kinds of the other records, whether or not they exist. */
  readonly foreign: readonly ClaimKind[];
}
export const noNames: Named = { own: {}, foreign: [] };

/** The claimed fields of a request; a list of ids is omitted. */
export const claimedFields = (claims: readonly Claim[], request: unknown): Record<string, string> =>
  Object.fromEntries(
    claims.flatMap(({ field }) => {
      const value = fieldOf(request, field);
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );

/** Which of the records that a request names belong to the client, whichever of the client's accounts calls. */
export async function namedBy(
  claims: readonly Claim[],
  request: unknown,
  clientId: string,
  ownership: Ownership,
): Promise<Named> {
  const ownerships = await Promise.all(claims.map((claim) => ownsClaims([claim], request, { clientId }, ownership)));
  const own = claims.filter((_, index) => ownerships[index]);
  const foreign = new Set(claims.filter((_, index) => !ownerships[index]).map(({ is }) => is));
  return { own: claimedFields(own, request), foreign: [...foreign] };
}

function owns(
  kind: Claim['is'],
  id: string,
  { clientId, doctor: own }: Owner,
  ownership: Omit<Ownership, 'personOf'>,
): boolean | Promise<boolean> {
  const isOfClient = async (ownedKind: OwnedKind, ownedId: string) =>
    (await ownership.clientOf(ownedKind, ownedId)) === clientId;
  const ownsDoctor = (doctor: string) => (own === undefined ? isOfClient('doctor', doctor) : doctor === own);
  const ownsPatient = async (patient: string) =>
    (await isOfClient('patient', patient)) &&
    (own === undefined || (own !== null && (await ownership.isPatientOf?.(patient, own)) === true));
  switch (kind) {
    case 'client':
      return id === clientId;
    case 'doctor':
    case 'doctorOfEach':
      return ownsDoctor(id);
    case 'appointment':
    case 'appointmentOfEach':
    case 'slot':
      // Both ids begin with the doctor's.
      return ownsDoctor(doctorDayOf(id).pocId);
    case 'department':
      return isOfClient(kind, id);
    case 'patient':
      return ownsPatient(id);
    default:
      return unreachable(kind);
  }
}

/** The request with the record that stands for the person in place of each claimed patient. */
export async function withPersons(
  claims: readonly Claim[],
  request: unknown,
  { personOf }: Pick<Ownership, 'personOf'>,
): Promise<unknown> {
  const fields = Object.entries(
    claimedFields(
      claims.filter(({ is }) => is === 'patient'),
      request,
    ),
  );
  if (fields.length === 0) return request;
  const persons = await Promise.all(fields.map(async ([field, id]) => [field, await personOf(id)] as const));
  // Cast is safe: a request with a field is an object.
  return { ...(request as object), ...Object.fromEntries(persons) };
}
