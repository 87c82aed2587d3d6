import type { z } from 'zod';
import type { Scope } from '../api-keys/scopes.ts';
import type { Claim } from '../claims.ts';
import type { ErrorCode } from '../errors.ts';
import type { ActivityAction } from '../events/definition.ts';

export const roles = ['admin', 'doctor', 'auditor'] as const;
export type Role = (typeof roles)[number];

export type CallKind = 'command' | 'query';

type Callers = { readonly people: readonly Role[]; readonly partners: readonly Scope[] };
/** Everybody; or signed-in users with one of these roles, alone or beside callers with one of these scopes. */
export type CallAccess = 'public' | readonly Role[] | Callers;

/** The roles and scopes that may make a call; none for a public one. */
export function callersOf(access: CallAccess): Callers {
  if (access === 'public') return { people: [], partners: [] };
  return 'people' in access ? access : { people: access, partners: [] };
}

/** The one file of a multipart/form-data body; the request's schema has the other fields. */
export interface Upload {
  readonly field: string;
  readonly maxBytes: number;
  /** The sentences for a missing file, for one that is too large, and for too many uploads at once. */
  readonly refusals: { readonly missing: ErrorCode; readonly tooLarge: ErrorCode; readonly busy: ErrorCode };
}

/**
 * Header that every upload must carry, with any value: another site's form can't set it, and multipart has no
 * preflight.
 */
export const uploadHeader = 'x-dayline-upload';

/**
 * Header of a call that nobody asked for just now, such as the refetch after a live message, with any value: it doesn't
 * count as use of the session.
 */
export const unattendedHeader = 'x-dayline-unattended';

/** Header by which a partner's system says that it acts for a person on another channel: only a label in the history. */
export const channelHeader = 'x-dayline-channel';

export interface Endpoint<
  Req extends z.ZodType = z.ZodType,
  Res extends z.ZodType = z.ZodType,
  Kind extends CallKind = CallKind,
  Access extends CallAccess = CallAccess,
> {
  readonly method: 'GET' | 'POST';
  /** `{name}` marks a path parameter of a GET. Path parameters are request fields, like query parameters. */
  readonly path: string;
  /** The command service answers commands, the query service queries. */
  readonly kind: Kind;
  readonly access: Access;
  /** The action that a refused command counts as in the activity; null for public calls and queries. */
  readonly action: ActivityAction | null;
  readonly claims: readonly Claim[];
  readonly request: Req;
  readonly response: Res;
  /** The specification's sentence for a failed call; the page that made the call shows it. */
  readonly failure: string | null;
  /** Codes of its own refusals, besides those of every call (request.*, session.*, access.*, service.*). */
  readonly refusals: readonly ErrorCode[];
  /** Null if the body is JSON. */
  readonly upload: Upload | null;
  /** The maximum JSON body in bytes, if lists need more than 16 kB; else null. */
  readonly bodyAtMost: number | null;
  /** The content type of an answer that isn't JSON, else null. The response schema is then unused. */
  readonly produces: string | null;
  /**
   * The page for a GET of the path, with the fields in its address; null for most calls. A POST of a form to it has the
   * fields in its own address: a mail program's one click (RFC 8058).
   */
  readonly oneClickPage: string | null;
  /** Whether every answer, even a failure, clears the session cookie. */
  readonly endsSession: boolean;
  /** Whether a person must have given the password or a second factor within the last `PROOF_MINUTES`. */
  readonly needsProof: boolean;
  /** How long a call may wait for something to happen, besides the usual time for its answer; 0 for most. */
  readonly waitsSeconds: number;
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
  | 'oneClickPage'
  | 'endsSession'
  | 'needsProof'
  | 'waitsSeconds';
type Draft<Req extends z.ZodType, Res extends z.ZodType, Kind extends CallKind, Access extends CallAccess> = Omit<
  Endpoint<Req, Res, Kind, Access>,
  Optional | 'path'
> &
  Partial<Pick<Endpoint, Optional>>;

/** Defaults: POST, no claims, no failure sentence, no refusals, JSON both ways, keeps the session, needs no proof. */
export function endpoint<
  Req extends z.ZodType,
  Res extends z.ZodType,
  Kind extends CallKind,
  Access extends CallAccess,
>(path: string, draft: Draft<Req, Res, Kind, Access>): Endpoint<Req, Res, Kind, Access> {
  const json = { upload: null, bodyAtMost: null, produces: null } as const;
  const plain = { ...json, oneClickPage: null, endsSession: false, needsProof: false, waitsSeconds: 0 } as const;
  const usual = { action: null, claims: [], failure: null, refusals: [], ...plain } as const;
  return { method: 'POST', ...usual, path, ...draft };
}

/**
 * Whether a call takes an `Idempotency-Key`: a repeated request with the same key gets the first reply and appends
 * nothing. Keys belong to an account, so public calls and the call that ends the session take none.
 */
export const takesKey = ({ kind, access, endsSession }: Pick<Endpoint, 'kind' | 'access' | 'endsSession'>): boolean =>
  kind === 'command' && access !== 'public' && !endsSession;

/**
 * Whether a call's answers may be compressed. The length of a compressed answer reveals a secret in it to a caller who
 * controls the text beside the secret. Only commands and public calls answer secrets (sign-ins, links, pairings); a
 * test checks all other calls.
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
