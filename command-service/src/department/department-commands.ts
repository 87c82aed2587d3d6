import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { hasLeft } from '@dayline/contracts/doctors';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { fold } from '@dayline/contracts/fold';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { claim, type Reserving, type UniqueValue } from '../unique-values/unique-values.ts';
import type { OrganisationRead } from '../views/organisation.ts';
import type { DepartmentCommand, department } from './department.ts';

export interface DepartmentAggregate {
  readonly departments: HandlerOf<typeof department>;
}

interface DepartmentDeps extends Reserving<DepartmentAggregate & ClientAggregate> {
  /** Both are required to close a department. Without views, alike names of older departments aren't found. */
  readonly organisation?: OrganisationRead | undefined;
  readonly log?: Pick<SealedLog, 'head'> | undefined;
}

export type DepartmentCommands = ReturnType<typeof departmentCommands>;

/** What names have in common that would be mistaken for each other: "ENT", "E.N.T." and "e n t". */
const keyOf = (name: string): string => fold(name).replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || fold(name);

function refuseName(name: string, isClosed: boolean): Refusal {
  const message = isClosed
    ? `There is a closed department “${name}”. Please reopen it.`
    : `There is already a department “${name}”.`;
  return refuse('department.name-taken', { message });
}

/** Whether a doctor of the department can be booked. One who is added at the same moment keeps it listed. */
async function hasDoctors(
  { aggregates, organisation, log }: DepartmentDeps,
  departmentId: string,
  { clientId, now }: CommandContext,
): Promise<boolean> {
  if (!organisation || !log) throw new Error('A department is closed with the views.');
  const { state: client } = await aggregates.clients.load(streams.client(clientId));
  const today = clinicDate(now, client?.zone ?? defaultZone);
  const doctors = await organisation.doctorsAt(clientId, await log.head());
  return doctors.some((doctor) => doctor.departmentId === departmentId && !hasLeft(doctor, today));
}

/** A client's departments, each with a unique name; a closed one keeps its name. */
export function departmentCommands(deps: DepartmentDeps) {
  const { aggregates, vault, organisation } = deps;
  const { reservations } = vault;
  const load = async (id: string) => (await aggregates.departments.load(streams.department(id), 0)).state;
  /** The name, and what alike names share. */
  function valuesOf(clientId: string, name: string): UniqueValue[] {
    const unique = (scope: string, nameOf: (name: string) => string): UniqueValue => ({
      scope: `${scope}:${clientId}`,
      value: nameOf(name),
      async holderOf(departmentId) {
        const state = await load(departmentId);
        if (!state) return 'notBegun';
        return nameOf(state.name) === nameOf(name) ? 'holds' : 'mayHold';
      },
    });
    return [unique('department', fold), unique('departmentKey', keyOf)];
  }

  /** Reserves a name for a department, unless another one has it or one like it. */
  async function refusalOfName(name: string, departmentId: string, clientId: string): Promise<Refusal | null> {
    const departments = await organisation?.departments(clientId);
    const alike = departments?.find((row) => row.key !== departmentId && keyOf(row.name) === keyOf(name));
    if (alike) return refuseName(alike.name, alike.closed === true);
    for (const value of valuesOf(clientId, name)) {
      const claimHolder = await claim(reservations, value, departmentId);
      if (claimHolder.id === departmentId) continue;
      const isFree =
        claimHolder.state === 'abandoned' &&
        (await reservations.takeOver(value.scope, value.value, claimHolder, departmentId));
      if (isFree) continue;
      const holder = await load(claimHolder.id);
      return refuseName(holder?.name ?? name, holder?.isClosed === true);
    }
    return null;
  }

  /** Releases a name that was reserved for nothing. */
  async function releaseName(name: string, departmentId: string, clientId: string): Promise<void> {
    for (const { scope, value, holderOf } of valuesOf(clientId, name)) {
      if ((await holderOf(departmentId)) !== 'holds') await reservations.release(scope, value, departmentId);
    }
  }

  async function keepName(name: string, departmentId: string, clientId: string): Promise<void> {
    for (const { scope, value } of valuesOf(clientId, name)) {
      await reservations.complete(scope, value, departmentId);
      await reservations.releaseOthersOf(departmentId, scope, value);
    }
  }

  async function execute(
    departmentId: string,
    command: DepartmentCommand,
    by: CommandContext,
  ): Promise<Changed | Refusal> {
    const stream = streams.department(departmentId);
    const outcome = await aggregates.departments.execute({ stream, command, context: undefined, by });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  /** The name is reserved first, and former ones are free afterwards. */
  async function named(
    departmentId: string,
    command: Extract<DepartmentCommand, { kind: 'open' | 'rename' }>,
    by: CommandContext,
  ): Promise<Changed | Refusal> {
    const { name } = command;
    const refusal = await refusalOfName(name, departmentId, by.clientId);
    const outcome = refusal ?? (await execute(departmentId, command, by));
    await (isRefusal(outcome) ? releaseName : keepName)(name, departmentId, by.clientId);
    return outcome;
  }

  return {
    async openDepartment(
      { name }: { readonly name: string },
      by: CommandContext,
    ): Promise<{ departmentId: string; position: string | null } | Refusal> {
      const departmentId = derivedFrom(by.commandId, 'department');
      const result = await named(departmentId, { kind: 'open', clientId: by.clientId, name }, by);
      return isRefusal(result) ? result : { departmentId, ...result };
    },

    renameDepartment: (
      { departmentId, name }: { readonly departmentId: string; readonly name: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> => named(departmentId, { kind: 'rename', name }, by),

    closeDepartment: async ({ departmentId }: { readonly departmentId: string }, by: CommandContext) =>
      execute(departmentId, { kind: 'close', hasDoctors: await hasDoctors(deps, departmentId, by) }, by),

    reopenDepartment: ({ departmentId }: { readonly departmentId: string }, by: CommandContext) =>
      execute(departmentId, { kind: 'reopen' }, by),
  };
}
