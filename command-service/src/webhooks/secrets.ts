import { createHmac } from 'node:crypto';
import { oldSecretMs, type Webhook } from '@dayline/contracts/partner/webhook';
import type { KeyRing } from '@dayline/runtime/key-ring';

/** The key's id in the key ring, which creates it once, whichever process asks first, and wraps it with MASTER_KEY. */
const ringId = 'webhook-secrets:1';

type Named = Pick<Webhook, 'webhookId' | 'generation'>;
export type WebhookSecrets = ReturnType<typeof webhookSecrets>;

/**
 * Secrets of webhooks, `whsec_` and 256 bits in base64. A secret is stored nowhere: it follows from a key of the vault,
 * the webhook and its generation.
 */
export function webhookSecrets(ring: Pick<KeyRing, 'ensure'>) {
  async function bytesOf({ webhookId, generation }: Named): Promise<Buffer> {
    const key = (await ring.ensure([ringId])).get(ringId);
    if (!key) throw new Error('The key ring did not give the key of webhooks.');
    return createHmac('sha256', key).update(`${webhookId}\n${generation}`).digest();
  }
  return {
    secretOf: async (webhook: Named): Promise<string> => `whsec_${(await bytesOf(webhook)).toString('base64')}`,

    /** The headers of a message by Standard Webhooks 1.0.0; with two signatures for a day after a rotation. */
    async headersOf(
      webhook: Named & Pick<Webhook, 'rotatedAt'>,
      { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
    ): Promise<Readonly<Record<string, string>>> {
      const { webhookId, generation, rotatedAt } = webhook;
      const timestamp = Math.floor(now / 1_000);
      const isOldValid = rotatedAt !== null && now < rotatedAt + oldSecretMs;
      const generations = isOldValid ? [generation, generation - 1] : [generation];
      const signatures = await Promise.all(
        generations.map(async (number) => {
          const key = await bytesOf({ webhookId, generation: number });
          return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
        }),
      );
      return {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures.join(' '),
      };
    },
  };
}
