import type { SessionNames } from '@dayline/http/session/sessions';

/**
 * Names from the views, so that signed-in people can read while the log is away; from the log's streams for people who
 * are not in the views yet.
 */
export const viewsThenStreams = (views: SessionNames, streams: SessionNames): SessionNames => ({
  client: async (clientId) => (await views.client(clientId)) ?? (await streams.client(clientId)),
  doctor: async (pocId) => (await views.doctor(pocId)) ?? (await streams.doctor(pocId)),
});
