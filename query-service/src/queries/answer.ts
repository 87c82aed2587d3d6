import type { QueryName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { ContextOf, Handler, Reply } from '@dayline/http/handler';
import type { ClientDesk, DayDesk } from '../desk/desk.ts';
import type { Read, Snapshot } from '../desk/snapshot.ts';

/** A query's reply without its position, which is the snapshot's. */
export type Answer<Name extends QueryName> = Omit<Reply<ResponseOf<Name>>, 'position'>;

/** Answers one query, only from a snapshot and the parsed request; `From` is its sources. */
export type Query<Name extends QueryName, From extends DayDesk = ClientDesk> = (
  request: RequestOf<Name>,
  snapshot: Snapshot<From>,
  context: ContextOf<Name>,
) => Promise<Answer<Name> | Refusal>;

/** Queries by their names in the endpoint table. */
export type Queries<Name extends QueryName, From extends DayDesk = ClientDesk> = {
  readonly [Each in Name]: Query<Each, From>;
};

/**
 * A handler whose X-Position is the checkpoint that was read before any row. The snapshot is of the caller's client and
 * has nothing of others.
 */
export function answering<Name extends QueryName>(read: Read, query: Query<Name>): Handler<Name> {
  return async (request, context) => {
    const snapshot = (await read()).of(context.caller?.clientId ?? '', context.signal);
    const answer = await query(request, snapshot, context).catch(refusedCursor);
    return 'refused' in answer ? answer : { ...answer, position: snapshot.position };
  };
}

/**
 * The refusal of a cursor that the list never issued; every store's error has this name.
 * @throws any other error
 */
function refusedCursor(error: unknown): Refusal {
  if (error instanceof Error && error.name === 'BadCursor') return refuse('request.invalid');
  throw error;
}
