import { clinicDate } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import { counted } from '@dayline/contracts/fields/phrase';
import { type KeptReason, visitedFrom } from '@dayline/contracts/patients/retention';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { CommandHandlers } from '@dayline/http/handler';
import { clockFrom } from '@dayline/runtime/clock';
import type { ClientCommands } from '../client/client-commands.ts';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { plainReply, replyOf } from '../command-handler/plain-reply.ts';
import { type Beginning, runProcess } from '../process/process.ts';
import type { Views } from '../views/views.ts';
import { type RetentionProcessDeps, retentionProcess } from './retention-process.ts';

interface RetentionDeps extends Omit<RetentionProcessDeps, 'views'> {
  /** Required for an erasure. */
  readonly removalViews?: Pick<Views, 'appointmentsOf' | 'reach'> | undefined;
  readonly log?: Pick<SealedLog, 'head'> | undefined;
}

interface StayingPatient {
  readonly userId: string;
  readonly reason: KeptReason;
}

export interface EndedRetention {
  readonly position: string | null;
  readonly erased: number;
  readonly kept: StayingPatient[];
}

type RetentionCommands = ReturnType<typeof retentionCommands>;

/** Erasures of patients whom the client keeps no longer. */
export function retentionCommands({ removalViews: views, log, ...deps }: RetentionDeps) {
  const { clients, patients } = deps.aggregates;

  /** Null: the client keeps patients without end. */
  async function firstDateKept({ clientId, now }: CommandContext): Promise<string | null> {
    const { state } = await clients.load(streams.client(clientId), 0);
    return state && state.patientYears !== null ? visitedFrom(clinicDate(now, state.zone), state.patientYears) : null;
  }

  /** Of another client, or unknown, which look alike; an erased patient is none. */
  async function areOwn(patientIds: readonly string[], { clientId }: CommandContext): Promise<boolean> {
    for (const patientId of patientIds) {
      const { state } = await patients.load(streams.patient(patientId));
      if (state?.clientId !== clientId) return false;
    }
    return true;
  }

  /** The start of a removal; or why there is none, null if another one has ended or will. */
  async function begin(
    patientId: string,
    unlessVisitedFrom: string,
    by: CommandContext,
  ): Promise<Beginning | KeptReason | null> {
    const command = { kind: 'leave', unlessVisitedFrom } as const;
    const stream = streams.patient(patientId);
    const outcome = await patients.execute({ stream, command, context: undefined, by });
    // Otherwise undecided, such as a conflict.
    if (isRefusal(outcome)) return outcome.refused.startsWith('patient.') ? 'merged' : null;
    const [retentionStart] = outcome.events;
    const { state } = await patients.load(stream);
    if (!retentionStart) return state?.isErased || state?.leavings.at(-1)?.to === null ? null : 'visit';
    // Cast is safe: a recorded event is plain data.
    return retentionStart as unknown as Beginning;
  }

  return {
    /** All removals begin before the first is decided; a follower ends what a crash left of them. */
    async eraseDuePatients(patientIds: readonly string[], by: CommandContext): Promise<EndedRetention | Refusal> {
      if (!views || !log) throw new Error('Patients are erased by retention with the views.');
      if (!(await areOwn(patientIds, by))) return refuse('access.foreign');
      const from = await firstDateKept(by);
      if (from === null) return { position: null, erased: 0, kept: [] };
      // First the views, so that no patient is in removal while the views are unavailable.
      await views.reach(await log.head());
      const beginnings: Beginning[] = [];
      const keptPatients: StayingPatient[] = [];
      for (const [index, patientId] of [...new Set(patientIds)].entries()) {
        const beginning = await begin(patientId, from, index === 0 ? by : partOf(by, patientId));
        if (typeof beginning === 'string') keptPatients.push({ userId: patientId, reason: beginning });
        else if (beginning) beginnings.push(beginning);
      }
      const process = retentionProcess({ ...deps, views });
      let erasedCount = 0;
      for (const beginning of beginnings) {
        const { commandId } = beginning.metadata;
        await runProcess(process, beginning, { ...by, commandId }, { clock: clockFrom(by.now) });
        const { state } = await patients.load(beginning.stream);
        if (state?.isErased) erasedCount += 1;
        else keptPatients.push({ userId: streamKey(beginning.stream), reason: 'visit' });
      }
      return { position: beginnings.length === 0 ? null : await log.head(), erased: erasedCount, kept: keptPatients };
    },
  };
}

export const retentionCalls = (
  commands: Pick<ClientCommands, 'changeClient'> & RetentionCommands,
): Pick<CommandHandlers, 'setRetention' | 'eraseDuePatients'> => ({
  setRetention: async ({ clientId: _, ...years }, by) =>
    plainReply(await commands.changeClient(years, by), 'Retention saved.'),

  async eraseDuePatients({ patientIds }, by) {
    const result = await commands.eraseDuePatients(patientIds, by);
    return replyOf(result, ({ erased }) => `${erased} of ${counted(patientIds.length, 'patient')} erased.`);
  },
});
