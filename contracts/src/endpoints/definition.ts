import type { z } from 'zod';
import type { Claim } from '../claims.ts';
import type { ErrorCode } from '../errors.ts';
import type { ActivityAction } from '../events/definition.ts';

export const roles = ['admin', 'doctor', 'auditor'] as const;
export type Role = (typeof roles)[number];

export type CallKind = 'command' | 'query';
/** What the key of a partner or the pairing of a display allows. */
export type Scope =
  | `${'slots' | 'appointments' | 'board' | 'events'}:read`
  | 'patients:lookup'
  | `appointments:${'book' | 'change'}`;

type Callers = { readonly people: readonly Role[]; readonly partners: readonly Scope[] };
/** Everybody; or people signed in with one of these roles, alone or beside callers with one of these scopes. */
export type CallAccess = 'public' | readonly Role[] | Callers;

/** The roles and scopes that may make a call; none of a public one, which asks for neither. */
export function callersOf(access: CallAccess): Callers {
  if (access === 'public') return { people: [], partners: [] };
  return 'people' in access ? access : { people: access, partners: [] };
}

/** The one file that a multipart/form-data body must carry; the request's schema has the other fields. */
export interface Upload {
  readonly field: string;
  readonly maxBytes: number;
  /** What is said without a file, of one that is too large, and while too many are uploaded. */
  readonly refusals: { readonly missing: ErrorCode; readonly tooLarge: ErrorCode; readonly busy: ErrorCode };
}

/**
 * Header that every upload must carry, with any value: another site's form can't set it, and multipart has no
 * preflight.
 */
export const uploadHeader = 'x-dayline-upload';

export interface Endpoint<
  Req extends z.ZodType = z.ZodType,
  Res extends z.ZodType = z.ZodType,
  Kind extends CallKind = CallKind,
  Access extends CallAccess = CallAccess,
> {
  readonly method: 'GET' | 'POST';
  /** `{name}` marks a path parameter of a GET; it is a request field, like the query parameters. */
  readonly path: string;
  /** Commands are answered by the command service, queries by the query service. */
  readonly kind: Kind;
  readonly access: Access;
  /** Of a command of somebody who is signed in: what it counts as in the activity where it is refused; else null. */
  readonly action: ActivityAction | null;
  readonly claims: readonly Claim[];
  readonly request: Req;
  readonly response: Res;
  /** The specification's sentence for a failed call, shown by the page that made the call. */
  readonly failure: string | null;
  /** Codes of its own refusals, besides those of every call (request.*, session.*, access.*, service.*). */
  readonly refusals: readonly ErrorCode[];
  /** Null where the body is JSON. */
  readonly upload: Upload | null;
  /** Maximum JSON body in bytes, where lists make it more than 16 kB; else null. */
  readonly bodyAtMost: number | null;
  /** Content type of an answer that isn't JSON, else null. The response schema is then unused. */
  readonly produces: string | null;
  /** Whether every answer, even a failure, clears the session cookie. */
  readonly endsSession: boolean;
  /** One line for the readable page at /api/docs. */
  readonly title: string;
}

type Optional =
  | 'action'
  | 'claims'
  | 'failure'
  | 'refusals'
  | 'method'
  | 'upload'
  | 'bodyAtMost'
  | 'produces'
  | 'endsSession';
type Draft<Req extends z.ZodType, Res extends z.ZodType, Kind extends CallKind, Access extends CallAccess> = Omit<
  Endpoint<Req, Res, Kind, Access>,
  Optional | 'path'
> &
  Partial<Pick<Endpoint, Optional>>;

/** Defaults: POST, no claims, no failure sentence, no refusals, JSON both ways, keeps the session. */
export function endpoint<
  Req extends z.ZodType,
  Res extends z.ZodType,
  Kind extends CallKind,
  Access extends CallAccess,
>(path: string, draft: Draft<Req, Res, Kind, Access>): Endpoint<Req, Res, Kind, Access> {
  const json = { upload: null, bodyAtMost: null, produces: null } as const;
  const usual = { action: null, claims: [], failure: null, refusals: [], ...json, endsSession: false } as const;
  return { method: 'POST', ...usual, path, ...draft };
}

/**
 * Whether a call takes an `Idempotency-Key`: a repeated request with the same key gets the first reply and appends
 * nothing. Keys belong to an account, so public calls and the call that ends the session take none.
 */
export const takesKey = ({ kind, access, endsSession }: Pick<Endpoint, 'kind' | 'access' | 'endsSession'>): boolean =>
  kind === 'command' && access !== 'public' && !endsSession;

/**
 * Whether a call's answers may be compressed: how long a compressed answer is tells of a secret in it to somebody who
 * chooses what stands beside the secret. Secrets (sign-ins, links, pairings) are answers of commands and of public calls
 * alone; a test looks through all others.
 */
export const mayBeCompressed = ({ kind, access }: Pick<Endpoint, 'kind' | 'access'>): boolean =>
  kind === 'query' && access !== 'public';

export const claims = {
  client: { field: 'clientId', is: 'client' },
  doctor: { field: 'pocId', is: 'doctor' },
  appointment: { field: 'appointmentId', is: 'appointment' },
  slot: { field: 'slotId', is: 'slot' },
  department: { field: 'departmentId', is: 'department' },
  patient: { field: 'userId', is: 'patient' },
  patientOfEntries: { field: 'patientId', is: 'patient' },
} as const satisfies Record<string, Claim>;
