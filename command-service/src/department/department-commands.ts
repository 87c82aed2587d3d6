import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { fold } from '@dayline/contracts/fold';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import { type Reserving, reserve, type UniqueValue } from '../unique-values/unique-values.ts';
import type { department } from './department.ts';

export interface DepartmentAggregate {
  readonly departments: HandlerOf<typeof department>;
}

export type DepartmentCommands = ReturnType<typeof departmentCommands>;

/** A client's departments, each with a unique name. */
export function departmentCommands({ aggregates, vault: { reservations } }: Reserving<DepartmentAggregate>) {
  const nameAt = (clientId: string, name: string): UniqueValue => ({
    scope: `department:${clientId}`,
    value: fold(name),
    async holderOf(departmentId) {
      const { state } = await aggregates.departments.load(streams.department(departmentId), 0);
      if (!state) return 'notBegun';
      return fold(state.name) === fold(name) ? 'holds' : 'holdsAnother';
    },
  });

  return {
    /** Refused as `value.taken` if the client has a department of this name. */
    async openDepartment(
      { name }: { readonly name: string },
      by: CommandContext,
    ): Promise<{ departmentId: string; position: string | null } | Refusal> {
      const departmentId = derivedFrom(by.commandId, 'department');
      const { scope, value, ...unique } = nameAt(by.clientId, name);
      if (!(await reserve(reservations, { scope, value, ...unique }, departmentId))) return refuse('value.taken');
      const outcome = await aggregates.departments.execute({
        stream: streams.department(departmentId),
        command: { kind: 'open', clientId: by.clientId, name },
        context: undefined,
        by,
      });
      if (isRefusal(outcome)) {
        if ((await unique.holderOf(departmentId)) !== 'holds') await reservations.release(scope, value, departmentId);
        return outcome;
      }
      await reservations.complete(scope, value, departmentId);
      return { departmentId, position: outcome.position };
    },
  };
}
