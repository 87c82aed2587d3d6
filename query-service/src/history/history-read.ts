import type { CallContext } from '@dayline/platform/http/handler';
import { actorOf } from '@dayline/platform/http/handler';
import { entryOf } from '@dayline/platform/trail/call-entry';
import type { Trail } from '@dayline/platform/trail/trail';

/** Puts the reading of a history on its reader's trail: which history, by the ids that name it. */
export const recordHistoryRead =
  (trail: Trail) =>
  (context: CallContext, subject: Readonly<Record<string, string>>): void => {
    const { identity } = context;
    if (!identity) return;
    trail.record({
      ...entryOf(context),
      accountId: identity.accountId,
      event: { type: 'HistoryRead', data: { subject: { ...subject } } },
      actor: actorOf(identity),
      clientId: identity.clientId,
    });
  };
