import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import type { RefusedCommand } from '@dayline/http/call-routes';
import { entryOf } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';

/** Fields recorded of a refused command besides its claims; never personal data. */
const plainFields = ['date', 'time', 'status'] as const;

/** Records a refused command in its account's trail. */
export const recordRefusal =
  (trail: Trail) =>
  ({ endpoint, request, context, refusal }: RefusedCommand): void => {
    const { identity, actor, clientId } = context;
    trail.record({
      ...entryOf(context),
      accountId: identity.accountId,
      event: {
        type: 'CommandRefused',
        data: { call: endpoint, subject: subjectOf(endpoint, request), code: refusal.refused },
      },
      actor,
      clientId,
    });
  };

function subjectOf(endpoint: string, request: unknown): Record<string, string> {
  if (typeof request !== 'object' || request === null || !isEndpoint(endpoint)) return {};
  const fields = [...endpoints[endpoint].claims.map((claim) => claim.field), ...plainFields];
  const named = Object.entries(request).filter(([field, value]) => fields.includes(field) && typeof value === 'string');
  return Object.fromEntries(named);
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);
