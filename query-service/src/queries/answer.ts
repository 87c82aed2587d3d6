import type { QueryName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Refusal } from '@dayline/contracts/errors';
import type { ContextOf, Handler, Reply } from '@dayline/http/handler';
import type { ClientDesk, DayDesk } from '../desk/desk.ts';
import type { Read, Reading } from '../desk/reading.ts';

/** A query's reply without its position, which is the reading's. */
export type Answer<Name extends QueryName> = Omit<Reply<ResponseOf<Name>>, 'position'>;

/** Answers one query, from a reading and the parsed request alone; `From` is what it needs to read. */
export type Query<Name extends QueryName, From extends DayDesk = ClientDesk> = (
  request: RequestOf<Name>,
  reading: Reading<From>,
  context: ContextOf<Name>,
) => Promise<Answer<Name> | Refusal>;

/** Queries by their names in the endpoint table. */
export type Queries<Name extends QueryName, From extends DayDesk = ClientDesk> = {
  readonly [Each in Name]: Query<Each, From>;
};

/**
 * A handler whose X-Position is the checkpoint that was read before any row. The reading is the caller's client's: of
 * other clients it knows nothing.
 */
export function answering<Name extends QueryName>(read: Read, query: Query<Name>): Handler<Name> {
  return async (request, context) => {
    const reading = (await read()).of(context.caller?.clientId ?? '', context.signal);
    const answer = await query(request, reading, context);
    return 'refused' in answer ? answer : { ...answer, position: reading.position };
  };
}
