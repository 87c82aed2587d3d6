import type { CallKind, Endpoint } from '@dayline/contracts/endpoints/definition';
import type { Refusal } from '@dayline/contracts/errors';
import type { Request, RequestHandler, Response } from 'express';
import type { Named } from './claims.ts';
import type { CallContext, CallerContext, Reply } from './handler.ts';
import { type Progress, withinTime } from './outage.ts';

/** A call and its handler, which receives a validated request. */
export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handle: (request: unknown, context: CallContext) => Promise<Reply<unknown> | Refusal>;
}

/** What every step may know about a call, independent of table and protocol. */
export interface CallMeta {
  readonly name: string;
  readonly kind: CallKind;
  /** The sentence for a server failure; null for the code's own. */
  readonly failure: string | null;
}

/** The state of a call; each step adds what later ones need. */
export interface Call extends CallMeta {
  /** In ms, by `performance.now()`. */
  readonly startedAt: number;
  context: CallContext | CallerContext;
  /** The unparsed input: the body, or the path and query parameters. */
  input: unknown;
  /** The input parsed by the call's schema; undefined before. */
  request: unknown;
  /** Whether the views have not reached the position the caller asked for. */
  isStale: boolean;
  reply: Reply<unknown> | null;
  /** A refusal to record in the account's trail. It stands, whatever the body contains. */
  denied: Refusal | null;
  /** The records that the request names, for the trail; empty before the claims are checked. */
  named: Named;
  /** Deadline for the stores, by `performance.now()`. */
  answerBy: number;
  readonly progress: Progress;
}

declare global {
  namespace Express {
    interface Locals {
      requestId: string;
      /** Undefined if no call has the request's path. */
      call?: Call;
    }
  }
}

/** Makes a step an Express handler; a returned refusal goes to the error handler. */
export const step =
  (
    work: (call: Call, request: Request, response: Response) => Promise<Refusal | undefined> | Refusal | undefined,
  ): RequestHandler =>
  (request, response, next) => {
    const { call } = response.locals;
    if (!call) throw new Error('A step ran outside a call.');
    const refusal = work(call, request, response);
    // Most steps await nothing; Express handles the rejections of those that do.
    return refusal instanceof Promise ? refusal.then(next) : next(refusal);
  };

/** The store's answer, within the remaining time. @throws AnswerOverdue */
export const inTime = <Result>({ answerBy }: Call, answer: Promise<Result>): Promise<Result> =>
  withinTime(Math.max(1, answerBy - performance.now()), answer);

/** Marks a refusal for the account's trail and returns it. */
export function deny(call: Call, refusal: Refusal): Refusal {
  call.denied = refusal;
  return refusal;
}
