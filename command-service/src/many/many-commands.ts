import { appointmentStatusSchema, statusWords } from '@dayline/contracts/appointments';
import type { ManyResult } from '@dayline/contracts/endpoints/appointments/many';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse, sentenceOf } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { type CommandKeys, keyOf } from '../command-handler/command-keys.ts';
import { isContended } from '../command-handler/contention.ts';
import { appointmentCommands, type StatusChanged } from '../doctor-day/appointment-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';

/** How long further appointments are started, in ms: less than half of the time that a caller waits for the answer. */
const beginsWithinMs = 2_000;

export interface ManyDeps extends DayDeps {
  readonly keys?: Pick<CommandKeys, 'isReused'>;
  /** A monotonic clock, ms; replaceable by tests. */
  readonly elapsed?: () => number;
}

export interface Many {
  readonly results: ManyResult[];
  /** The position of the last change; null if nothing was appended. */
  readonly position: string | null;
}

export type ManyCommands = ReturnType<typeof manyCommands>;
type Change = Omit<RequestOf<'changeMany'>, 'appointmentIds'>;

/**
 * Changes of many appointments. Each is a command of its own, on its own day. The first has the key of the request, so
 * that a later use of the key for another request is refused; the others have keys derived from it.
 */
export function manyCommands(deps: ManyDeps) {
  const single = appointmentCommands(deps);
  const { elapsed = () => performance.now() } = deps;

  /** Whether the key was used for another request; checked before any appointment is changed. */
  async function isReused(appointmentIds: readonly string[], by: CommandContext): Promise<boolean> {
    const contexts = [by, ...appointmentIds.map((appointmentId) => partOf(by, appointmentId))];
    const keys = contexts.map(keyOf).filter((key) => key !== null);
    const keyReuses = await Promise.all(keys.map((key) => deps.keys?.isReused(key)));
    return keyReuses.includes(true);
  }

  /** In sequence, each appointment once. If the key was used for another request, all are refused. */
  async function changeEach(
    appointmentIds: Iterable<string>,
    by: CommandContext,
    change: (appointmentId: string, by: CommandContext) => Promise<StatusChanged | Refusal>,
  ): Promise<Many | Refusal> {
    const began = elapsed();
    const results: ManyResult[] = [];
    const ids = [...new Set(appointmentIds)];
    if (await isReused(ids, by)) return refuse('key.reused');
    let position: Many['position'] = null;
    for (const [index, appointmentId] of ids.entries()) {
      const notStarted = { appointmentId, outcome: 'notBegun', eventId: null, undoUntil: null } as const;
      const elapsedMs = elapsed() - began;
      if (elapsedMs > beginsWithinMs) {
        results.push(notStarted);
        continue;
      }
      // The activity lists the first change, and the others under it.
      const first = results.some(({ outcome }) => outcome === 'done') ? {} : { batchSize: ids.length };
      const own = index === 0 ? by : { ...partOf(by, appointmentId), now: Math.floor(by.now + elapsedMs) };
      const part = { ...own, batchId: by.commandId, ...first };
      const result = await change(appointmentId, part);
      if (isRefusal(result) && result.refused === 'key.reused') return result;
      if (!isRefusal(result)) position = result.position ?? position;
      // Contended: it was not decided.
      results.push(isContended(result) ? notStarted : resultOf(appointmentId, result));
    }
    return { results, position };
  }

  return {
    changeMany: (appointmentIds: readonly string[], change: Change, by: CommandContext) =>
      changeEach(appointmentIds, by, (appointmentId, part) =>
        single.changeAppointmentStatus({ appointmentId, ...change, as: 'admin', asksMoney: true }, part),
      ),

    /** Undoes those of the request's events that are still the latest of their appointments. */
    undoMany({ batchId, events }: RequestOf<'undoMany'>, by: CommandContext) {
      const eventOf = new Map(events.map(({ appointmentId, eventId }) => [appointmentId, eventId]));
      return changeEach(eventOf.keys(), by, (appointmentId, part) => {
        const eventId = eventOf.get(appointmentId) ?? '';
        const undo = { appointmentId, status: 'Confirmed', as: 'admin', eventId, batchId } as const;
        return single.undoAppointmentStatus(undo, part);
      });
    },
  };
}

/** The results of a bulk change, with a sentence that counts the changed ones. */
export function manyCalls(commands: ManyCommands): Pick<CommandHandlers, 'changeMany' | 'undoMany'> {
  const reply = (many: Many | Refusal, { commandId: batchId }: CommandContext, words: string) => {
    if (isRefusal(many)) return many;
    const { results, position } = many;
    const doneCount = results.filter(({ outcome }) => outcome === 'done').length;
    const message = `${doneCount} of ${results.length} ${words}`;
    return { body: { success: true, message, position, batchId, results }, position } as const;
  };
  return {
    changeMany: async ({ appointmentIds, ...change }, by) =>
      reply(await commands.changeMany(appointmentIds, change, by), by, `marked as ${statusWords[change.status]}`),
    undoMany: async (request, by) => reply(await commands.undoMany(request, by), by, 'undone'),
  };
}

function resultOf(appointmentId: string, result: StatusChanged | Refusal): ManyResult {
  if (isRefusal(result)) {
    const status = appointmentStatusSchema.safeParse(result.details?.status).data ?? null;
    const reason = { code: result.refused, message: result.message ?? sentenceOf(result.refused), status };
    return { appointmentId, outcome: 'refused', eventId: null, undoUntil: null, ...reason };
  }
  const { eventId, undoUntil, status } = result;
  return { appointmentId, outcome: eventId === null ? 'unchanged' : 'done', eventId, undoUntil, status };
}
