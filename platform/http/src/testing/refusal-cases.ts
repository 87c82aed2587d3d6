import type { Claim } from '@dayline/contracts/claims';
import { callersOf, type Endpoint, type Role, roles, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { type ErrorCode, statusOf } from '@dayline/contracts/errors';
import { appointmentId, slotId } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import { bodyLimit } from '../request/body.ts';
import { sampleOf } from './sample.ts';
import type { Sent } from './send.ts';

/** The ids of one client's records. */
export interface Holdings {
  readonly client: string;
  readonly doctor: string;
  readonly department: string;
  readonly patient: string;
  /** If absent, an appointment that doesn't exist. */
  readonly appointment?: string;
}

/** The ids of the cases: the callers' own (the doctor is the one signed in), a colleague's, another client's. */
export interface RefusalWorld {
  readonly own: Holdings;
  readonly colleague: string;
  readonly otherClient: Holdings;
}

/** A request that must be refused. */
export interface RefusalCase {
  /** Such as `createAppointment, as admin, patient of another client: 403 access.foreign`. */
  readonly title: string;
  readonly endpoint: string;
  /** The role to sign in with; null for none. */
  readonly as: Role | null;
  readonly sent: Sent;
  readonly expected: { readonly status: number; readonly code: ErrorCode };
}

/** Claims that can name a colleague. */
const namesDoctor: readonly Claim['is'][] = ['doctor', 'doctorOfEach', 'appointment', 'appointmentOfEach', 'slot'];
const nobody = '01J00000000000000000000N99';
const aDate = '2026-01-05';
const nothing: Holdings = { client: nobody, doctor: nobody, department: nobody, patient: nobody };

/** The value of a claim's field for these holdings. */
function claimed({ is }: Claim, holdings: Holdings, sample: unknown): unknown {
  const { client, doctor, department, patient, appointment } = holdings;
  const ofDoctor = (entry: unknown) => (typeof entry === 'object' ? { ...entry, pocId: doctor } : doctor);
  switch (is) {
    case 'client':
      return client;
    case 'doctor':
      return doctor;
    case 'doctorOfEach':
      return Array.isArray(sample) ? sample.map(ofDoctor) : sample;
    case 'appointment':
      return appointment ?? appointmentId(doctor, aDate, nobody);
    case 'appointmentOfEach': {
      const named = appointment ?? appointmentId(doctor, aDate, nobody);
      const of = (entry: unknown) => (typeof entry === 'object' ? { ...entry, appointmentId: named } : named);
      return Array.isArray(sample) ? sample.map(of) : sample;
    }
    case 'slot':
      return slotId(doctor, aDate, '09:15');
    case 'department':
      return department;
    case 'patient':
      return patient;
    default:
      return unreachable(is);
  }
}

/** A form with a file, as a page sends it. */
function formOf(
  fields: Readonly<Record<string, unknown>>,
  fileField: string,
  file: string,
): Pick<Sent, 'body' | 'headers'> {
  const part = (disposition: string, value: string): string =>
    `--form\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, String(value)));
  const body = [...parts, part(`name="${fileField}"; filename="x.png"`, file), '--form--\r\n'].join('');
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=form', [uploadHeader]: '1' } };
}

function sentOf({ method, path, upload }: Endpoint, fields: Readonly<Record<string, unknown>>): Sent {
  if (upload) return { method, path, ...formOf(fields, upload.field, 'x') };
  if (method === 'POST') return { method, path, body: fields };
  const pathFields = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
  const query = Object.entries(fields).filter(([name]) => !path.includes(`{${name}}`));
  const text = new URLSearchParams(Object.fromEntries(query.map(([name, value]) => [name, String(value)]))).toString();
  return { method, path: text === '' ? pathFields : `${pathFields}?${text}` };
}

/** A valid request with a permitted role. */
export interface WellFormedCall {
  readonly endpoint: EndpointName;
  readonly as: Role | null;
  readonly sent: Sent;
}

/** One per call, generated from the table, about one client's records. */
export const wellFormedCalls = (own: Holdings): readonly WellFormedCall[] =>
  // Cast is safe: Object.entries loses the key type.
  (Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]) => {
    const [as = null] = callersOf(endpoint.access).people;
    return { endpoint: name, as, sent: sentOf(endpoint, ownOf(endpoint, own)) };
  });

/** A sample whose claims name these holdings. */
function ownOf({ request, claims }: Endpoint, holdings: Holdings): Record<string, unknown> {
  const sample = sampleOf(request);
  const own = { ...sample };
  for (const claim of claims) own[claim.field] = claimed(claim, holdings, sample[claim.field]);
  return own;
}

/** What every call must refuse, generated from the table, so that new calls are covered. */
export function refusalCases(
  world: RefusalWorld,
  table: Readonly<Record<string, Endpoint>> = endpoints,
): readonly RefusalCase[] {
  return Object.entries(table).flatMap(([name, endpoint]) => casesOf(name, endpoint, world));
}

function casesOf(name: string, endpoint: Endpoint, world: RefusalWorld): RefusalCase[] {
  const { claims, method, upload, bodyAtMost, oneClickPage } = endpoint;
  const sample = sampleOf(endpoint.request);
  const own = ownOf(endpoint, world.own);
  const { people } = callersOf(endpoint.access);
  const [caller = null] = people;
  const cases: RefusalCase[] = [];
  const add = (as: Role | null, what: string, code: ErrorCode, sent: Sent): void => {
    const status = statusOf(code);
    const title = `${name}, as ${as ?? 'nobody'}, ${what}: ${status} ${code}`;
    cases.push({ title, endpoint: name, as, sent, expected: { status, code } });
  };
  const right = sentOf(endpoint, own);

  if (caller === null && endpoint.access !== 'public') {
    add(null, 'no session', 'session.missing', right);
    for (const role of roles) add(role, 'the wrong role', 'access.role', right);
    return cases;
  }
  if (caller !== null) {
    add(null, 'no session', 'session.missing', right);
    const forged = { ...right.headers, cookie: `dayline_session=${'A'.repeat(43)}` };
    add(null, 'a made-up session', 'session.missing', { ...right, headers: forged });
    for (const role of roles) if (!people.includes(role)) add(role, 'the wrong role', 'access.role', right);
    for (const role of people) {
      for (const claim of claims) {
        const foreign = (holdings: Holdings): Sent =>
          sentOf(endpoint, { ...own, [claim.field]: claimed(claim, holdings, sample[claim.field]) });
        add(role, `${claim.is} of another client`, 'access.foreign', foreign(world.otherClient));
        add(role, `${claim.is} that does not exist`, 'access.foreign', foreign(nothing));
        if (role !== 'doctor' || !namesDoctor.includes(claim.is)) continue;
        add(role, `${claim.is} of a colleague`, 'access.foreign', foreign({ ...world.own, doctor: world.colleague }));
      }
    }
  }

  add(caller, 'from another site', 'request.foreign-origin', {
    ...right,
    headers: { ...right.headers, origin: 'https://elsewhere.example' },
  });
  add(caller, 'with a field too many', 'request.invalid', sentOf(endpoint, { ...own, surprise: 'x' }));
  if (upload) {
    const { 'content-type': form = '' } = right.headers ?? {};
    add(caller, 'an upload without its own header', 'request.foreign-origin', {
      ...right,
      headers: { 'content-type': form },
    });
    add(caller, 'a form without its end', 'request.malformed', { ...right, body: String(right.body).slice(0, -12) });
    add(caller, 'a file too large', upload.refusals.tooLarge, {
      ...right,
      ...formOf(own, upload.field, 'x'.repeat(upload.maxBytes + 1)),
    });
    add(caller, 'a body of JSON', 'request.media-type', {
      ...right,
      headers: { ...right.headers, 'content-type': 'application/json' },
    });
  } else if (method === 'POST') {
    add(caller, 'a malformed body', 'request.malformed', { ...right, body: '{"clientId":' });
    add(caller, 'a prototype for a key', 'request.malformed', { ...right, body: '{"__proto__":{"role":"admin"}}' });
    add(caller, 'a body of the wrong type', 'request.invalid', { ...right, body: '[]' });
    add(caller, 'a body too long', 'request.too-large', {
      ...right,
      body: JSON.stringify({ x: 'x'.repeat(bodyAtMost ?? bodyLimit) }),
    });
    const form = 'application/x-www-form-urlencoded';
    for (const type of ['text/plain', form]) {
      // Its fields would be in the address.
      const code = type === form && oneClickPage !== null ? 'request.invalid' : 'request.media-type';
      add(caller, type, code, { ...right, headers: { 'content-type': type } });
    }
  }
  return cases;
}
