import type { RequestHandler } from 'express';
import { type Call, step } from '../call.ts';
import type { CallDeps } from '../call-deps.ts';
import { invalidField } from './carry-out.ts';

/** A cursor is valid for the call and client it was issued to. */
const scopeOf = ({ name, context }: Call): string => `${name} ${context.caller?.clientId ?? ''}`;

/** Decrypts the request's `cursor`, issued as `X-Next-Cursor`. */
export const openCursor = ({ cursors }: CallDeps): RequestHandler =>
  step((call) => {
    const { request } = call;
    if (typeof request !== 'object' || request === null || !('cursor' in request)) return;
    if (typeof request.cursor !== 'string') return;
    const cursor = cursors.open(request.cursor, scopeOf(call));
    if (cursor === null) return invalidField('cursor', 'It is an X-Next-Cursor of this list.');
    call.request = { ...request, cursor };
    return;
  });

export const sealCursor = ({ cursors }: CallDeps): RequestHandler =>
  step((call) => {
    const { reply } = call;
    if (reply?.next) call.reply = { ...reply, next: cursors.seal(reply.next, scopeOf(call)) };
    return undefined;
  });
