import type { Commands } from '@dayline/command-service/modules';
import { maxKeyDays } from '@dayline/contracts/partner/api-key';
import { ApiKeys, type ApiKeysOptions } from '@dayline/http/partner/api-keys';
import { contextOf, founder, mustSucceed } from './founding.ts';

const name = 'WhatsApp chatbot';
const scopes = [
  ...(['slots:read', 'patients:lookup', 'appointments:read', 'appointments:book', 'appointments:change'] as const),
];

interface ChatbotKeyDeps {
  readonly commands: Pick<Commands, 'issueApiKey'>;
  readonly keys: ApiKeysOptions;
}

/**
 * The API key of a client's chatbot in the demo: the same at each start, so that it is issued once; the next one after
 * it has expired or was revoked.
 */
export async function chatbotKeyOf(clientId: string, { commands, keys: options }: ChatbotKeyDeps): Promise<string> {
  const keys = new ApiKeys(options);
  for (let generation = 0; ; generation += 1) {
    const about = { now: options.clock.now(), clientId, actor: founder };
    const by = contextOf(about, 'API key', `${name} ${clientId} ${generation}`);
    const { hash, keyOf } = keys.newSecret(by.commandId);
    const issued = await commands.issueApiKey({ name, scopes, hash, days: maxKeyDays }, by);
    const apiKey = keyOf(mustSucceed(issued, name).apiKeyId);
    if (await keys.find(`Bearer ${apiKey}`)) return apiKey;
  }
}
