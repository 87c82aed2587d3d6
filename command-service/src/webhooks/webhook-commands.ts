import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Webhook } from '@dayline/contracts/partner/webhook';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { WebhookCommand, webhooks } from './webhooks.ts';

export interface WebhookAggregate {
  readonly webhooks: HandlerOf<typeof webhooks>;
}
type Given<Kind extends WebhookCommand['kind']> = Omit<Extract<WebhookCommand, { kind: Kind }>, 'kind' | 'webhookId'>;

export type WebhookCommands = ReturnType<typeof webhookCommands>;

export function webhookCommands({ aggregates }: { readonly aggregates: WebhookAggregate }) {
  const execute = (command: WebhookCommand, by: CommandContext) =>
    aggregates.webhooks.execute({ stream: streams.webhooks(by.clientId), command, context: {}, by });

  return {
    /** The new webhook's id derives from the command's. */
    async addWebhook(
      details: Given<'add'>,
      by: CommandContext,
    ): Promise<(Changed & { readonly webhookId: string }) | Refusal> {
      const webhookId = derivedFrom(by.commandId, 'webhook');
      const { url, types } = details;
      const added = await execute({ kind: 'add', webhookId, url, types }, by);
      return isRefusal(added) ? added : { webhookId, position: added.position };
    },

    changeWebhook: (command: WebhookCommand, by: CommandContext): Promise<Changed | Refusal> => execute(command, by),

    /** @returns the generation of the new secret, on a retry the first one's */
    async rotateWebhookSecret(
      webhookId: string,
      by: CommandContext,
    ): Promise<(Changed & { readonly generation: number }) | Refusal> {
      const rotated = await execute({ kind: 'rotate', webhookId }, by);
      if (isRefusal(rotated)) return rotated;
      const [generation = 0] = rotated.events.flatMap(({ data }) => ('generation' in data ? [data.generation] : []));
      return { position: rotated.position, generation };
    },

    /** As the log has it now; undefined if the client has none of this id. */
    webhookOf: async (clientId: string, webhookId: string): Promise<Webhook | undefined> =>
      (await aggregates.webhooks.load(streams.webhooks(clientId), 0)).state.get(webhookId),
  };
}
