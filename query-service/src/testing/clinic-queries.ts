import type { Identity } from '@dayline/contracts/endpoints/session';
import {
  endpoints,
  type QueryName,
  type RequestInputOf,
  type RequestOf,
  type ResponseOf,
} from '@dayline/contracts/endpoints/table';
import type { Refusal } from '@dayline/contracts/errors';
import type { ContextOf, Handler, Reply } from '@dayline/http/handler';
import { noSecondFactors } from '@dayline/vault/second-factors';
import { memoryBlobs } from '@dayline/vault/testing/memory-blobs';
import { activityOf } from '../activity/activity.ts';
import { VisitsToCall } from '../calls/visits-to-call.ts';
import { ChatsAtDesk } from '../chats/chats-at-desk.ts';
import { deskOf } from '../desk/desk.ts';
import { DirectoryCopy } from '../desk/directory.ts';
import { snapshotsFrom } from '../desk/snapshot.ts';
import { queryHandlers } from '../handlers.ts';
import { openEventFeed } from '../partner/event-feed.ts';
import type { TestClinic } from './clinic.ts';
import { proofParts } from './proof-parts.ts';
import { contextFor, identity, sunrise } from './sunrise.ts';

/** The handlers on a test's views, called as the router does: the request parsed, the reply checked by its schema. */
export function openViewReader(clinic: TestClinic) {
  const desk = deskOf(clinic.views, clinic.sealedLog.start);
  const copy = new DirectoryCopy(desk, clinic.sealedLog.start);
  const read = snapshotsFrom({ desk, copy, clock: clinic.clock, horizonDays: 60 });
  const historiesRead: Readonly<Record<string, string>>[] = [];
  const exportsMade: Readonly<Record<string, string>>[] = [];
  const damage = new Map<string, () => Promise<unknown>>();
  const handlers = queryHandlers(
    read,
    {
      eventLog: clinic.eventLog,
      sealedLog: clinic.sealedLog,
      activity: activityOf(clinic.activity, clinic.sealedLog, clinic, (place, _error, again) =>
        damage.set(place, again),
      ),
      onHistoryRead: (_context, subject) => historiesRead.push(subject),
      visitsToCall: new VisitsToCall(desk),
      chatsAtDesk: new ChatsAtDesk(clinic.sealedLog),
      eventFeed: openEventFeed(clinic.eventLog),
      webhooks: {
        followers: { read: async () => null, advance: async () => true },
        deliveries: { add: async () => {}, list: async () => [], find: async () => null, last: async () => null },
      },
      displays: { renewed: () => null },
      calendarFeeds: { find: async (address) => ({ pocId: address, clientId: sunrise.clientId }) },
      keyUses: { since: async () => [] },
      accounts: { ...clinic.accounts, byId: async () => null },
      reservations: { find: async () => null },
      sessions: { ofAccount: async () => [], publicIdOf: () => '' },
      secondFactors: {
        read: async () => ({ factors: noSecondFactors, revision: 0 }),
        policyOf: async () => 'optional' as const,
        idleMinutesOf: async () => null,
        localAdministratorsOf: async () => null,
      },
      ...proofParts(clinic),
      onExported: (_context, subject) => exportsMade.push(subject),
    },
    memoryBlobs(),
  );

  async function ask<Name extends QueryName>(
    name: Name,
    request: RequestInputOf<Name>,
    who: Identity | null = null,
    cookie?: string,
  ): Promise<Reply<ResponseOf<Name>> | Refusal> {
    // Cast is safe: the table gives each name its schemas and handler; a generic name loses this relation.
    const { request: requestSchema, response } = endpoints[name];
    const handler = handlers[name] as unknown as Handler<Name>;
    // The default caller is an administrator of the client in the request, or else of Sunrise.
    const { clientId = sunrise.clientId } = request as { readonly clientId?: string };
    const caller = who ?? identity('admin', clientId);
    // Cast is safe: public queries have a caller too.
    const context = { ...contextFor(caller, clinic.clock.now()), cookie } as ContextOf<Name>;
    const result = await handler(requestSchema.parse(request) as RequestOf<Name>, context);
    if ('refused' in result || result.pieces || result.text) return result;
    return { ...result, body: response.parse(result.body) as ResponseOf<Name> };
  }

  return {
    desk,
    read,
    historiesRead,
    exportsMade,
    /** Damage that was found, by its place; the read shows whether it is gone. */
    damage,
    ask,
    /** The reply; a refusal fails the test. */
    async reply<Name extends QueryName>(
      name: Name,
      request: RequestInputOf<Name>,
      who: Identity | null = null,
      cookie?: string,
    ) {
      const result = await ask(name, request, who, cookie);
      if ('refused' in result) throw new Error(`${name} was refused: ${result.refused}`);
      return result;
    },
    async body<Name extends QueryName>(name: Name, request: RequestInputOf<Name>, who: Identity | null = null) {
      return (await this.reply(name, request, who)).body;
    },
  };
}
