import { searchText } from '@dayline/contracts/fold';
import type { ApiKeyRow, ChatRow, DisplayRow } from '@dayline/contracts/views/directory';
import { type Change, changed, forTypes, type View } from '../projection.ts';

export const displays: View<DisplayRow, 'display'> = {
  name: 'displays',
  indexes: [{ name: 'byClient', fields: ['clientId', 'search'] }],
  changes: {
    DisplayAdded: {
      fold: (_, { data: { clientId, name, pocIds, link }, position, metadata }, key) => ({
        key,
        at: position,
        clientId,
        name,
        search: searchText(name),
        pocIds,
        addedAt: metadata.recordedAt,
        linkUntil: link.until,
        pairedAt: null,
      }),
    },
    DisplayLinkMade: { fold: (row, event) => changed(row, event, { linkUntil: event.data.link.until }) },
    DisplayPaired: {
      fold: (row, event) => changed(row, event, { linkUntil: null, pairedAt: event.metadata.recordedAt }),
    },
    DisplayRevoked: { fold: (row, event) => changed(row, event, { gone: true }) },
  },
};

/** Revoked keys stay: what they did is in the history. */
export const apiKeys: View<ApiKeyRow, 'apiKey'> = {
  name: 'apiKeys',
  indexes: [{ name: 'byClient', fields: ['clientId', 'search'] }],
  changes: {
    ApiKeyIssued: {
      fold: (_, { data: { clientId, name, scopes, until }, position, metadata }, key) => ({
        ...{ key, at: position, clientId, name, search: searchText(name), scopes, until },
        ...{ issuedAt: metadata.recordedAt, revokedAt: null },
      }),
    },
    ApiKeyScopesChanged: { fold: (row, event) => changed(row, event, { scopes: event.data.scopes }) },
    ApiKeyRevoked: { fold: (row, event) => changed(row, event, { revokedAt: event.metadata.recordedAt }) },
  },
};

const hasChanged: Change<ChatRow> = {
  fold: (row, { position, metadata }, key) => ({
    ...{ key, at: position, clientId: metadata.clientId, askedAt: row?.askedAt ?? null },
  }),
};

/** Notifies open pages of what changes in the chats that were handed over; their texts are read from the log. */
export const chats: View<ChatRow, 'chat'> = {
  name: 'chats',
  indexes: [{ name: 'byClient', fields: ['clientId', 'askedAt'] }],
  changes: {
    ...forTypes(
      [
        ...(['ChatMessageReceived', 'ChatPatientNamed', 'HandoverEnded'] as const),
        ...(['ReplyPlanned', 'ReplySendStarted', 'ReplyAccepted', 'ReplyStatus', 'ReplyFailed'] as const),
      ],
      hasChanged,
    ),
    HandoverRequested: {
      fold: (_, { position, metadata }, key) => ({
        ...{ key, at: position, clientId: metadata.clientId, askedAt: metadata.recordedAt },
      }),
    },
  },
};
