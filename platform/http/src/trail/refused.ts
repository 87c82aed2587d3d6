import type { RefusedCommand } from '../call-routes.ts';
import { entryBy } from './call-entry.ts';
import type { Trail } from './trail.ts';

/** Fields recorded for a refused command besides its own ids; never personal data. */
const plainFields = ['date', 'time', 'status'] as const;

/**
 * Records a refused command in its account's trail, with the ids that belong to the account's client. For other things
 * the trail gets only the kind, and nothing of a day or time that may be another client's.
 */
export const recordRefusal =
  (trail: Trail) =>
  ({ endpoint, request, named, context, refusal }: RefusedCommand): void => {
    const { caller } = context;
    // Only accounts and keys have a trail.
    if (caller.kind === 'display') return;
    const isOwn = named.foreign.length === 0;
    const subject = { ...named.own, ...(isOwn && plainFieldsOf(request)) };
    const foreign = isOwn ? {} : { foreign: [...named.foreign] };
    trail.record({
      ...entryBy(caller, context),
      event: { type: 'CommandRefused', data: { call: endpoint, subject, ...foreign, code: refusal.refused } },
    });
  };

function plainFieldsOf(request: unknown): Record<string, string> {
  if (typeof request !== 'object' || request === null) return {};
  // Cast is safe: the fields are checked before use.
  const fields = request as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    plainFields.flatMap((field) => (typeof fields[field] === 'string' ? [[field, fields[field]]] : [])),
  );
}
