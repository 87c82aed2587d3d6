import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import type { RefusedCommand } from '@dayline/platform/http/calls';
import { actorOf } from '@dayline/platform/http/handler';
import { entryOf } from '@dayline/platform/trail/call-entry';
import type { Trail } from '@dayline/platform/trail/trail';

/** What a refused command was about, besides the ids that its endpoint claims: never personal data. */
const plainFields = ['date', 'time', 'status'] as const;

/** Puts a refused command on its account's trail: what, on what, why. */
export const recordRefusal =
  (trail: Trail) =>
  ({ endpoint, request, context, refusal }: RefusedCommand): void => {
    const { identity } = context;
    trail.record({
      ...entryOf(context),
      accountId: identity.accountId,
      event: {
        type: 'CommandRefused',
        data: { call: endpoint, subject: subjectOf(endpoint, request), code: refusal.refused },
      },
      actor: actorOf(identity),
      clientId: identity.clientId,
    });
  };

function subjectOf(endpoint: string, request: unknown): Record<string, string> {
  if (typeof request !== 'object' || request === null || !isEndpoint(endpoint)) return {};
  const fields = [...endpoints[endpoint].claims.map((claim) => claim.field), ...plainFields];
  const named = Object.entries(request).filter(([field, value]) => fields.includes(field) && typeof value === 'string');
  return Object.fromEntries(named);
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);
