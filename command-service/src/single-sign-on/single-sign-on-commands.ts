import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { SingleSignOn } from '@dayline/contracts/events/organisation';
import { seal, unseal } from '@dayline/event-log/sealed-log/seal';
import { KeyDestroyed } from '@dayline/runtime/key-ring';
import type { Vault } from '@dayline/vault/port';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import { contendedMs, untilDecided } from '../command-handler/contention.ts';
import type { Changed } from '../command-handler/plain-reply.ts';

/** As an administrator enters it; without a secret, the present one stays. */
export type EnteredProvider = Omit<SingleSignOn, 'sealedSecret'> & { readonly secret?: string | undefined };

/** A hospital's provider with its secret. */
export type OpenedProvider = Omit<SingleSignOn, 'sealedSecret'> & { readonly secret: string };

interface SingleSignOnDeps {
  readonly aggregates: ClientAggregate;
  readonly vault: Pick<Vault, 'keys' | 'reservations' | 'secondFactors'>;
}

export type SingleSignOnCommands = ReturnType<typeof singleSignOnCommands>;

/** In ms; longer than a command takes. A turn that a dead process has left ends by itself. */
const turnMs = 60_000;

/**
 * Whether a client has a provider, and whether it is required, are on two streams: of the commands that make one depend
 * on the other, one at a time, in every process.
 */
export async function inTurn<Result extends object>(
  { reservations }: Pick<Vault, 'reservations'>,
  { clientId, commandId, signal }: Pick<CommandContext, 'clientId' | 'commandId' | 'signal'>,
  work: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const scope = 'singleSignOnTurn';
  await reservations.prune(scope, turnMs);
  const whenFree = async (): Promise<Result | Refusal> => {
    if (!(await reservations.reserve(scope, clientId, commandId)).isMine) return refuse('log.conflict');
    try {
      return await work();
    } finally {
      await reservations.release(scope, clientId, commandId);
    }
  };
  return untilDecided(whenFree, { withinMs: contendedMs, signal });
}

const field = 'singleSignOn.secret';
const keyIdOf = (clientId: string): string => `singleSignOn-${clientId}`;

/** A hospital's own sign-in provider. Its secret is in the log, encrypted with a key that only the vault has. */
export function singleSignOnCommands({ aggregates, vault }: SingleSignOnDeps) {
  async function sealed(clientId: string, secret: string): Promise<string> {
    const keyId = keyIdOf(clientId);
    const key = (await vault.keys.ensure([keyId])).get(keyId);
    if (!key) throw new KeyDestroyed(keyId);
    return seal(secret, key, { stream: streams.client(clientId), field, keyId });
  }

  const settingsOf = async (clientId: string, maxAgeMs?: number): Promise<SingleSignOn | null> =>
    (await aggregates.clients.load(streams.client(clientId), maxAgeMs)).state?.singleSignOn ?? null;

  async function opened(clientId: string, settings: SingleSignOn): Promise<OpenedProvider | null> {
    const { sealedSecret, ...provider } = settings;
    const keyId = keyIdOf(clientId);
    const key = (await vault.keys.get([keyId])).get(keyId);
    // A vault that was made anew has no key for it: the secret must be entered again.
    if (!key || key === 'destroyed') return null;
    return { ...provider, secret: unseal(sealedSecret, key, { stream: streams.client(clientId), field }) };
  }

  async function change(singleSignOn: SingleSignOn | null, by: CommandContext): Promise<Changed | Refusal> {
    const outcome = await aggregates.clients.execute({
      ...{ stream: streams.client(by.clientId), command: { kind: 'setSingleSignOn', singleSignOn } },
      ...{ context: undefined, by },
    });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  return {
    /** Null if the client has none; at most `maxAgeMs` old, by default as old as streams are cached. */
    async singleSignOnOf(clientId: string, maxAgeMs?: number): Promise<OpenedProvider | Refusal | null> {
      const settings = await settingsOf(clientId, maxAgeMs);
      return settings && ((await opened(clientId, settings)) ?? refuse('provider.secret'));
    },

    /** What an administrator entered, with the present secret unless there is a new one. */
    async withSecret({ secret, ...entered }: EnteredProvider, clientId: string): Promise<OpenedProvider | Refusal> {
      if (secret !== undefined) return { ...entered, secret };
      const before = await settingsOf(clientId, 0);
      // The secret goes to nobody but the issuer that gave it.
      const isSame = before?.issuer === entered.issuer && before.oidcClientId === entered.oidcClientId;
      const present = isSame ? await opened(clientId, before) : null;
      return present ? { ...entered, secret: present.secret } : refuse('provider.secret-missing');
    },

    /** With the secret encrypted, unless it is the present one. */
    async setSingleSignOn(provider: OpenedProvider, by: CommandContext): Promise<Changed | Refusal> {
      const before = await settingsOf(by.clientId, 0);
      const present = before && (await opened(by.clientId, before));
      const { secret, ...settings } = provider;
      const isSame = before !== null && present?.secret === secret;
      const sealedSecret = isSame ? before.sealedSecret : await sealed(by.clientId, secret);
      return change({ ...settings, sealedSecret }, by);
    },

    /** Refused while it is required. */
    removeSingleSignOn: (by: CommandContext): Promise<Changed | Refusal> =>
      inTurn(vault, by, async () => {
        const isRequired = (await vault.secondFactors.localAdministratorsOf(by.clientId)) !== null;
        return isRequired ? refuse('provider.required') : change(null, by);
      }),
  };
}
