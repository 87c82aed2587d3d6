import { defaultZone } from '@dayline/contracts/clinic-time';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { ClientSettings } from '@dayline/contracts/events/organisation';
import { streams } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/platform/ids/derived';
import type { CommandContext } from '../kernel/command-context.ts';
import type { Kernels } from '../kernels.ts';
import type { Changed } from './availability.ts';

/** The specification's "{host}" (decisions, placeholders). */
const defaultMeetingLinkHost = 'https://meet.google.com';

export type OrganisationCommands = ReturnType<typeof organisationCommands>;

/** Clients with their settings, and their departments. */
export function organisationCommands(kernels: Kernels) {
  return {
    /** The new client's id derives from the command's; `by.clientId` is not looked at. */
    async onboardClient(
      settings: Pick<ClientSettings, 'name'> & Partial<ClientSettings>,
      by: CommandContext,
    ): Promise<{ clientId: string; position: string | null } | Refusal> {
      const clientId = derivedFrom(by.commandId, 'client');
      const outcome = await kernels.clients.execute({
        stream: streams.client(clientId),
        command: {
          kind: 'onboard',
          settings: { zone: defaultZone, meetingLinkHost: defaultMeetingLinkHost, branches: [], ...settings },
        },
        given: undefined,
        by: { ...by, clientId },
      });
      return isRefusal(outcome) ? outcome : { clientId, position: outcome.position };
    },

    async changeClientSettings(settings: ClientSettings, by: CommandContext): Promise<Changed | Refusal> {
      const stream = streams.client(by.clientId);
      const command = { kind: 'changeSettings', settings } as const;
      const outcome = await kernels.clients.execute({ stream, command, given: undefined, by });
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    },

    async openDepartment(
      { name }: { readonly name: string },
      by: CommandContext,
    ): Promise<{ departmentId: string; position: string | null } | Refusal> {
      const departmentId = derivedFrom(by.commandId, 'department');
      const outcome = await kernels.departments.execute({
        stream: streams.department(departmentId),
        command: { kind: 'open', clientId: by.clientId, name },
        given: undefined,
        by,
      });
      return isRefusal(outcome) ? outcome : { departmentId, position: outcome.position };
    },

    async renameDepartment(
      { departmentId, name }: { readonly departmentId: string; readonly name: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const stream = streams.department(departmentId);
      const { state } = await kernels.departments.load(stream);
      if (state && state.clientId !== by.clientId) return refuse('access.foreign');
      const outcome = await kernels.departments.execute({
        stream,
        command: { kind: 'rename', name },
        given: undefined,
        by,
      });
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    },
  };
}
