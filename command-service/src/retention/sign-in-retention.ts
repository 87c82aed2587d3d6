import { clinicDate } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { counted } from '@dayline/contracts/fields/phrase';
import { signInsKeptFrom } from '@dayline/contracts/patients/retention';
import { keysOf } from '@dayline/event-log/sealed-log/personal-fields';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Vault } from '@dayline/vault/port';
import type { client } from '../client/client.ts';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import { replyOf } from '../command-handler/plain-reply.ts';
import type { signInMonth } from './sign-in-month.ts';

interface SignInRetentionDeps {
  readonly aggregates: {
    readonly clients: HandlerOf<typeof client>;
    readonly signInMonths: HandlerOf<typeof signInMonth>;
  };
  readonly vault: Pick<Vault, 'keys'>;
}

export interface ErasedMonths {
  readonly position: string | null;
  readonly erased: string[];
  readonly kept: string[];
}

/** Erasures of whose sign-ins a client keeps no longer. A follower destroys the months' keys. */
export function signInRetentionCommands({ aggregates: { clients, signInMonths }, vault }: SignInRetentionDeps) {
  /** Null: the client keeps sign-ins without end. */
  async function firstMonthKept({ clientId, now }: CommandContext): Promise<string | null> {
    const { state } = await clients.load(streams.client(clientId), 0);
    return state && state.signInYears !== null ? signInsKeptFrom(clinicDate(now, state.zone), state.signInYears) : null;
  }

  return {
    async eraseDueSignIns(months: readonly string[], by: CommandContext): Promise<ErasedMonths | Refusal> {
      const before = await firstMonthKept(by);
      const [erased, kept]: [string[], string[]] = [[], []];
      let position: string | null = null;
      for (const [index, month] of [...new Set(months)].entries()) {
        const stream = streams.signInMonth(by.clientId, month);
        // Without a key nothing was recorded in the month.
        const isDue = before !== null && month < before && (await keysOf(vault.keys, [stream])).has(stream);
        if (!isDue) {
          kept.push(month);
          continue;
        }
        const command = { kind: 'erase', month, before } as const;
        const own = index === 0 ? by : partOf(by, month);
        const outcome = await signInMonths.execute({ stream, command, context: undefined, by: own });
        if (isRefusal(outcome)) return outcome;
        position = outcome.position ?? position;
        erased.push(month);
      }
      return { position, erased, kept };
    },
  };
}

export const signInRetentionCalls = (
  commands: ReturnType<typeof signInRetentionCommands>,
): Pick<CommandHandlers, 'eraseDueSignIns'> => ({
  async eraseDueSignIns({ months }, by) {
    const result = await commands.eraseDueSignIns(months, by);
    return replyOf(result, ({ erased }) => `${erased.length} of ${counted(months.length, 'month')} erased.`);
  },
});
