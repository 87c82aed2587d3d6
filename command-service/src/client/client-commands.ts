import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { ClientSettings } from '@dayline/contracts/events/organisation';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { ClientCommand, ClientValues, client } from './client.ts';

/** The specification's "{host}" (decisions, placeholders). */
const defaultMeetingLinkHost = 'https://meet.google.com';

export interface ClientAggregate {
  readonly clients: HandlerOf<typeof client>;
}

export function clientCommands({ aggregates }: { readonly aggregates: ClientAggregate }) {
  const onClient = (command: ClientCommand, by: CommandContext) =>
    aggregates.clients.execute({ stream: streams.client(by.clientId), command, context: undefined, by });
  async function change(command: ClientCommand, by: CommandContext): Promise<Changed | Refusal> {
    const outcome = await onClient(command, by);
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  return {
    /** The new client's id derives from the command's; `by.clientId` is ignored. */
    async onboardClient(
      {
        bookingNeedsEmail,
        ...settings
      }: Pick<ClientSettings, 'name'> & Partial<ClientSettings> & { readonly bookingNeedsEmail?: boolean | undefined },
      by: CommandContext,
    ): Promise<{ clientId: string; position: string | null } | Refusal> {
      const clientId = derivedFrom(by.commandId, 'client');
      const outcome = await aggregates.clients.execute({
        stream: streams.client(clientId),
        command: {
          kind: 'onboard',
          settings: { zone: defaultZone, meetingLinkHost: defaultMeetingLinkHost, branches: [], ...settings },
          bookingNeedsEmail,
        },
        context: undefined,
        by: { ...by, clientId },
      });
      return isRefusal(outcome) ? outcome : { clientId, position: outcome.position };
    },

    changeClient: (values: Partial<ClientValues>, by: CommandContext) => change({ kind: 'change', values }, by),

    /** @param revision of the rules as they were read; undefined replaces any */
    setClientFees: (
      { feeRules, revision }: Pick<ClientValues, 'feeRules'> & { readonly revision?: number | undefined },
      by: CommandContext,
    ) => change({ kind: 'change', values: { feeRules }, feeRulesRevision: revision }, by),

    /** The next number of the client's branches. */
    async addBranch(
      { name }: { readonly name: string | null },
      by: CommandContext,
    ): Promise<{ branchId: number; position: string | null } | Refusal> {
      const outcome = await onClient({ kind: 'addBranch', name }, by);
      if (isRefusal(outcome)) return outcome;
      const [added] = outcome.events.flatMap((event) => (event.type === 'BranchAdded' ? [event.data] : []));
      if (!added) throw new Error('A branch was added without its event.');
      return { branchId: added.id, position: outcome.position };
    },
  };
}
