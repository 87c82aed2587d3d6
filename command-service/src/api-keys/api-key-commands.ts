import type { Scope } from '@dayline/contracts/api-keys/scopes';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { ApiKeyCommand, apiKey } from './api-key.ts';

interface ApiKeyAggregate {
  readonly apiKeys: HandlerOf<typeof apiKey>;
}

const dayMs = 24 * 60 * 60 * 1_000;

export type ApiKeyCommands = ReturnType<typeof apiKeyCommands>;

/** Commands on API keys. They receive only the hash of a secret. */
export function apiKeyCommands({ aggregates }: { readonly aggregates: ApiKeyAggregate }) {
  const onKey = (apiKeyId: string, command: ApiKeyCommand, by: CommandContext) =>
    aggregates.apiKeys.execute({ stream: streams.apiKey(apiKeyId), command, context: {}, by });

  return {
    /** The new key's id derives from the command's. */
    async issueApiKey(
      { days, ...key }: { name: string; scopes: readonly Scope[]; hash: string; days: number },
      by: CommandContext,
    ): Promise<(Changed & { readonly apiKeyId: string; readonly until: string }) | Refusal> {
      const apiKeyId = derivedFrom(by.commandId, 'API key');
      const until = new Date(by.now + days * dayMs).toISOString();
      const outcome = await onKey(apiKeyId, { kind: 'issue', clientId: by.clientId, ...key, until }, by);
      if (isRefusal(outcome)) return outcome;
      // On a retry: the first answer's.
      const [issued] = outcome.events.flatMap(({ data }) => ('until' in data ? [data.until] : []));
      return { apiKeyId, until: issued ?? until, position: outcome.position };
    },

    changeApiKeyScopes: (
      { apiKeyId, scopes }: { apiKeyId: string; scopes: readonly Scope[] },
      by: CommandContext,
    ): Promise<Changed | Refusal> => onKey(apiKeyId, { kind: 'changeScopes', clientId: by.clientId, scopes }, by),

    revokeApiKey: ({ apiKeyId }: { apiKeyId: string }, by: CommandContext): Promise<Changed | Refusal> =>
      onKey(apiKeyId, { kind: 'revoke', clientId: by.clientId }, by),
  };
}
