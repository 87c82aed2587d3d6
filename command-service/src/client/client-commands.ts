import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { sitsAt } from '@dayline/contracts/clinic/weeks';
import { hasLeft } from '@dayline/contracts/doctors';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { ClientSettings } from '@dayline/contracts/events/organisation';
import { isSameName } from '@dayline/contracts/fold';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { OrganisationRead } from '../views/organisation.ts';
import type { ChangedValues, ClientCommand, ClientValues, client } from './client.ts';

/** The specification's "{host}" (decisions, placeholders). */
const defaultMeetingLinkHost = 'https://meet.google.com';

export interface ClientAggregate {
  readonly clients: HandlerOf<typeof client>;
}

interface ClientDeps {
  readonly aggregates: ClientAggregate;
  /** Both are required to close a branch. */
  readonly organisation?: OrganisationRead | undefined;
  readonly log?: Pick<SealedLog, 'head'> | undefined;
}

export type ClientCommands = ReturnType<typeof clientCommands>;

export function clientCommands({ aggregates, organisation, log }: ClientDeps) {
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

    /** Refused if another client has the name, since people choose their client by it. */
    async changeClient(values: ChangedValues, by: CommandContext): Promise<Changed | Refusal> {
      const { name = null } = values;
      const clients = name === null ? [] : ((await organisation?.clients()) ?? []);
      const isTaken = clients.some((client) => client.key !== by.clientId && isSameName(name, client.name));
      return isTaken ? refuse('client.name-taken') : change({ kind: 'change', values }, by);
    },

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
      const [branch] = outcome.events.flatMap((event) => (event.type === 'BranchAdded' ? [event.data] : []));
      if (!branch) throw new Error('A branch was added without its event.');
      return { branchId: branch.id, position: outcome.position };
    },

    renameBranch: ({ id, name }: { readonly id: number; readonly name: string }, by: CommandContext) =>
      change({ kind: 'renameBranch', id, name }, by),

    async closeBranch({ id }: { readonly id: number }, by: CommandContext): Promise<Changed | Refusal> {
      const { state } = await aggregates.clients.load(streams.client(by.clientId));
      const today = clinicDate(by.now, state?.zone ?? defaultZone);
      if (!organisation || !log) throw new Error('A branch is closed with the views.');
      const doctors = await organisation.doctorsAt(by.clientId, await log.head());
      const isInUse = doctors.some((doctor) => !hasLeft(doctor, today) && sitsAt(doctor, id, today));
      return change({ kind: 'closeBranch', id, isInUse }, by);
    },

    reopenBranch: ({ id }: { readonly id: number }, by: CommandContext) => change({ kind: 'reopenBranch', id }, by),
  };
}
