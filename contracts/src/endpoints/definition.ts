import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

export const roles = ['admin', 'doctor', 'auditor'] as const;
export type Role = (typeof roles)[number];

/**
 * A field of the request that names something owned. It is a claim, checked against the session before the handler
 * runs: `client` must be the session's, `doctor` (and the doctor inside an appointment's or a slot's id) the own POC or
 * one of the client's, `doctorOfEach` the same for the `pocId` of each entry of a list, `department` and `patient` the client's. Anything else is 403, whether or not it exists.
 */
export type ClaimKind = 'client' | 'doctor' | 'doctorOfEach' | 'appointment' | 'slot' | 'department' | 'patient';
export interface Claim {
  readonly field: string;
  readonly is: ClaimKind;
}

export type CallKind = 'command' | 'query';

/** The one file that a multipart/form-data body must carry; the request's schema has the fields beside it. */
export interface Upload {
  readonly field: string;
  readonly maxBytes: number;
}

/** An upload carries this header with any value: a form of another site can't set it, and multipart has no preflight. */
export const uploadHeader = 'x-dayline-upload';

export interface Endpoint<
  Req extends z.ZodType = z.ZodType,
  Res extends z.ZodType = z.ZodType,
  Kind extends CallKind = CallKind,
> {
  readonly method: 'GET' | 'POST';
  /** `{name}` marks a part of a GET's path; it is a field of the request, like a GET's query parameters. */
  readonly path: string;
  /** Commands are answered by the command service, queries by the query service. */
  readonly kind: Kind;
  readonly access: 'public' | readonly Role[];
  readonly claims: readonly Claim[];
  readonly request: Req;
  readonly response: Res;
  /** The specification's sentence for a failed call, shown by the page that made it. */
  readonly failure: string | null;
  /** What it may be refused with, besides what every call can answer (request.*, session.*, access.*, service.*). */
  readonly refusals: readonly ErrorCode[];
  /** Null where the body is JSON. */
  readonly upload: Upload | null;
  /** The type of an answer that isn't JSON, else null; the response's schema says nothing then. */
  readonly produces: string | null;
  /** One line for the readable page at /api/docs. */
  readonly title: string;
}

type Optional = 'claims' | 'failure' | 'refusals' | 'method' | 'upload' | 'produces';
type Draft<Req extends z.ZodType, Res extends z.ZodType, Kind extends CallKind> = Omit<
  Endpoint<Req, Res, Kind>,
  Optional | 'path'
> &
  Partial<Pick<Endpoint, Optional>>;

/** POST, no claims, no failure sentence, no refusals, JSON both ways unless told. */
export function endpoint<Req extends z.ZodType, Res extends z.ZodType, Kind extends CallKind>(
  path: string,
  draft: Draft<Req, Res, Kind>,
): Endpoint<Req, Res, Kind> {
  return { method: 'POST', claims: [], failure: null, refusals: [], upload: null, produces: null, path, ...draft };
}

export const claims = {
  client: { field: 'clientId', is: 'client' },
  doctor: { field: 'pocId', is: 'doctor' },
  appointment: { field: 'appointmentId', is: 'appointment' },
  slot: { field: 'slotId', is: 'slot' },
  department: { field: 'departmentId', is: 'department' },
  patient: { field: 'userId', is: 'patient' },
} as const satisfies Record<string, Claim>;
