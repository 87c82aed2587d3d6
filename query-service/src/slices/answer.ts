import type { Identity } from '@dayline/contracts/endpoints/session';
import type { QueryName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Refusal } from '@dayline/contracts/errors';
import type { CallContext, Handler, Reply } from '@dayline/platform/http/handler';
import type { Read, Reading } from '../desk/reading.ts';

/** A query's reply but for its position, which is the reading's. */
export type Answer<Name extends QueryName> = Omit<Reply<ResponseOf<Name>>, 'position'>;

/** What answers one query, from a reading and the parsed request alone. */
export type Query<Name extends QueryName> = (
  request: RequestOf<Name>,
  reading: Reading,
  context: CallContext,
) => Promise<Answer<Name> | Refusal>;

/** The queries of a slice, by their names in the endpoint table. */
export type Slice<Name extends QueryName> = { readonly [Each in Name]: Query<Each> };

/** A handler whose X-Position is the checkpoint that was read before any row. */
export function answering<Name extends QueryName>(read: Read, query: Query<Name>): Handler<Name> {
  return async (request, context) => {
    const reading = await read();
    const answer = await query(request, reading, context);
    return 'refused' in answer ? answer : { ...answer, position: reading.position };
  };
}

/** Whoever asks; a call that isn't public never gets here without. @throws a fault of the router otherwise */
export function signedIn({ identity }: CallContext): Identity {
  if (!identity) throw new Error('A call for signed-in people reached its handler without a session.');
  return identity;
}
