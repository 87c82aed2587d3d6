import { setTimeout as pause } from 'node:timers/promises';
import type { Webhook } from '@dayline/contracts/partner/webhook';
import type { Clock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import { derivedId } from '@dayline/runtime/ids/derived';
import type { Vault } from '@dayline/vault/port';
import { systemContext } from '../command-handler/system-context.ts';
import { addJob } from '../letters/jobs.ts';
import { type DispatcherDeps, webhookDispatcher } from './dispatcher.ts';
import { webhookSecrets } from './secrets.ts';
import { type WebhookSender, webhookSender } from './sender.ts';
import type { WebhookCommands } from './webhook-commands.ts';

interface Parts {
  readonly config: Partial<Pick<Config, 'webhookPrivateHosts'>>;
  readonly vault: Pick<Vault, 'keys'>;
  readonly clock: Clock;
}

export function openWebhooks({ config, vault, clock }: Parts) {
  const secrets = webhookSecrets(vault.keys);
  const privateHosts = config.webhookPrivateHosts ?? [];
  return { webhookSecrets: secrets, webhookSender: webhookSender({ privateHosts, secrets, clock }) };
}

/** So that a clock that was set is noticed, in ms. */
const longestSleep = 60_000;

export const sleepUntilBy =
  (clock: Clock): DispatcherDeps['sleepUntil'] =>
  async (at, signal) => {
    for (let rest = at - clock.now(); rest > 0 && !signal.aborted; rest = at - clock.now()) {
      await pause(Math.min(rest, longestSleep), undefined, { signal, ref: false }).catch(() => {
        // Stopped; the loop checks the signal.
      });
    }
  };

interface DispatcherParts extends Omit<DispatcherDeps, 'sender' | 'sleepUntil' | 'giveUp' | 'vault'> {
  readonly webhookSender: WebhookSender;
  readonly commands: Pick<WebhookCommands, 'changeWebhook'>;
  readonly vault: DispatcherDeps['vault'] & Pick<Vault, 'accounts' | 'outbox'>;
  /** Replaced by tests, whose clock stands still. */
  readonly sleepUntil?: DispatcherDeps['sleepUntil'];
}

export function openDispatcher({ webhookSender: sender, commands, sleepUntil, ...parts }: DispatcherParts) {
  const { vault, clock } = parts;
  /** The mail first: whoever ends in between leaves a webhook that another process gives up again. */
  async function giveUp(clientId: string, webhook: Webhook, reason: 'gone' | 'failed'): Promise<void> {
    const { webhookId, revision } = webhook;
    const by = systemContext({ clock, clientId });
    for (const { accountId, role, isClosed } of await vault.accounts.ofClient(clientId)) {
      if (role !== 'admin' || isClosed) continue;
      const commandId = derivedId(webhookId, String(revision), accountId);
      const call = { ...by, commandId, requestId: by.commandId, cookie: undefined };
      await addJob(vault.outbox, call, { kind: 'webhookDisabled', accountId });
    }
    await commands.changeWebhook({ kind: 'disable', webhookId, reason, revision }, by);
  }
  return webhookDispatcher({ ...parts, sender, giveUp, sleepUntil: sleepUntil ?? sleepUntilBy(clock) });
}
