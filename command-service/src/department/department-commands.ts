import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DepartmentEvent } from '@dayline/contracts/events/organisation';
import { streams } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { CommandHandler } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { DepartmentCommand, DepartmentState } from './department.ts';

export interface DepartmentAggregate {
  readonly departments: CommandHandler<DepartmentState | null, DepartmentCommand, DepartmentEvent, undefined>;
}

export type DepartmentCommands = ReturnType<typeof departmentCommands>;

/** A client's departments. */
export function departmentCommands(aggregates: DepartmentAggregate) {
  return {
    async openDepartment(
      { name }: { readonly name: string },
      by: CommandContext,
    ): Promise<{ departmentId: string; position: string | null } | Refusal> {
      const departmentId = derivedFrom(by.commandId, 'department');
      const outcome = await aggregates.departments.execute({
        stream: streams.department(departmentId),
        command: { kind: 'open', clientId: by.clientId, name },
        context: undefined,
        by,
      });
      return isRefusal(outcome) ? outcome : { departmentId, position: outcome.position };
    },

    async renameDepartment(
      { departmentId, name }: { readonly departmentId: string; readonly name: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const stream = streams.department(departmentId);
      const { state } = await aggregates.departments.load(stream);
      if (state && state.clientId !== by.clientId) return refuse('access.foreign');
      const outcome = await aggregates.departments.execute({
        stream,
        command: { kind: 'rename', name },
        context: undefined,
        by,
      });
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    },
  };
}
