import { isRefusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { ApiKeys } from '@dayline/http/partner/api-keys';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { ApiKeyCommands } from './api-key-commands.ts';

export const apiKeyCalls = (
  commands: ApiKeyCommands,
  { apiKeys }: { readonly apiKeys: Pick<ApiKeys, 'newSecret'> },
): Pick<CommandHandlers, 'issueApiKey' | 'changeApiKeyScopes' | 'revokeApiKey'> => ({
  async issueApiKey({ name, scopes, days }, by) {
    const { hash, keyOf } = apiKeys.newSecret(by.commandId);
    const issued = await commands.issueApiKey({ name, scopes, hash, days }, by);
    if (isRefusal(issued)) return issued;
    const apiKey = keyOf(issued.apiKeyId);
    return { body: { success: true, message: 'API key issued.', ...issued, apiKey }, position: issued.position };
  },

  changeApiKeyScopes: async ({ apiKeyId, scopes }, by) =>
    plainReply(await commands.changeApiKeyScopes({ apiKeyId, scopes }, by), 'API key changed.'),

  revokeApiKey: async ({ apiKeyId }, by) =>
    plainReply(await commands.revokeApiKey({ apiKeyId }, by), 'API key revoked.'),
});
