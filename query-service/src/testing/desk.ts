import type { Identity } from '@dayline/contracts/endpoints/session';
import type { QueryName, RequestInputOf, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { endpoints } from '@dayline/contracts/endpoints/table';
import type { Refusal } from '@dayline/contracts/errors';
import { memoryBlobs } from '@dayline/platform/blobs/memory';
import type { Handler, Reply } from '@dayline/platform/http/handler';
import { deskOf } from '../desk/desk.ts';
import { copyDirectory } from '../desk/directory.ts';
import { readingFrom } from '../desk/reading.ts';
import { queryHandlers } from '../handlers.ts';
import type { TestClinic } from './clinic.ts';
import { contextFor } from './sunrise.ts';

/** The handlers over a test's views, asked as the router asks them: the request parsed, the reply by its schema. */
export function openDesk(clinic: TestClinic) {
  const desk = deskOf(clinic.views, clinic.sealedLog.start);
  const copy = copyDirectory(desk, clinic.sealedLog.start);
  const read = readingFrom({ desk, copy, clock: clinic.clock, horizonDays: 60 });
  const historiesRead: Readonly<Record<string, string>>[] = [];
  const handlers = queryHandlers(
    read,
    {
      eventLog: clinic.eventLog,
      sealedLog: clinic.sealedLog,
      onHistoryRead: (_context, subject) => historiesRead.push(subject),
    },
    memoryBlobs(),
  );

  async function ask<Name extends QueryName>(
    name: Name,
    request: RequestInputOf<Name>,
    who: Identity | null = null,
  ): Promise<Reply<ResponseOf<Name>> | Refusal> {
    // The table binds a name to its schemas and its handler; a generic name loses that.
    const { request: requestSchema, response } = endpoints[name];
    const handler = handlers[name] as unknown as Handler<Name>;
    const result = await handler(requestSchema.parse(request) as RequestOf<Name>, contextFor(who, clinic.clock.now()));
    if ('refused' in result || result.pieces) return result;
    return { ...result, body: response.parse(result.body) as ResponseOf<Name> };
  }

  return {
    desk,
    read,
    historiesRead,
    ask,
    /** The reply where a refusal would be a failure. */
    async reply<Name extends QueryName>(name: Name, request: RequestInputOf<Name>, who: Identity | null = null) {
      const result = await ask(name, request, who);
      if ('refused' in result) throw new Error(`${name} was refused: ${result.refused}`);
      return result;
    },
    async body<Name extends QueryName>(name: Name, request: RequestInputOf<Name>, who: Identity | null = null) {
      return (await this.reply(name, request, who)).body;
    },
  };
}
