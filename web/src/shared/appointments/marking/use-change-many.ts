import { type AppointmentStatus, type Money, undoManyWindowMs } from '@dayline/contracts/appointments';
import type { ManyResult } from '@dayline/contracts/endpoints/appointments/many';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useQueryClient } from '@tanstack/react-query';
import { showDone, showToast, type ToastAction } from '../../actions/toast.ts';
import { call, newIntentKey } from '../../api/client.ts';
import type { Changeable } from './change.ts';
import { changeOutcome, undoOutcome } from './many-outcome.ts';
import { dropChange, holdChange, settleChange } from './pending-changes.ts';
import { reasonOf, undoDeadline } from './rules.ts';
import { markingText as text } from './text.ts';

type Reply = ResponseOf<'changeMany'>;
/** An appointment's refusal. */
export type RefusedVisit = Extract<ManyResult, { outcome: 'refused' }>;

const isRefused = (result: ManyResult): result is RefusedVisit => result.outcome === 'refused';
const isDone = ({ outcome }: ManyResult): boolean => outcome === 'done';

/** Repeats the request with the same key until no appointment is left over that the server had no time for. */
async function untilAllStarted(send: (key: string) => Promise<Reply>): Promise<Reply> {
  const key = newIntentKey();
  let reply = await send(key);
  let openCount = reply.results.length;
  for (;;) {
    const remaining = reply.results.filter(({ outcome }) => outcome === 'notBegun').length;
    // Every request completes more of them.
    if (remaining === 0 || remaining >= openCount) return reply;
    openCount = remaining;
    reply = await send(key);
  }
}

/**
 * Changes many appointments like a single one: shown at once, then one toast with one Undo, which names those not
 * changed.
 */
export function useChangeMany(onUndone: () => void) {
  const client = useQueryClient();

  /** Returns the refused appointments; all of them if the request itself failed. */
  async function perform(
    all: readonly Changeable[],
    statusOf: (visit: Changeable) => AppointmentStatus,
    send: (key: string) => Promise<Reply>,
    failedText: string,
  ): Promise<Reply | undefined> {
    const delayedChanges = all.map((visit) => ({
      visit: visit,
      id: holdChange(visit.AppointmentId, { Status: statusOf(visit) }),
    }));
    try {
      const reply = await untilAllStarted(send);
      const { position } = reply;
      const doneIds = new Set(reply.results.filter(isDone).map(({ appointmentId }) => appointmentId));
      for (const { visit, id } of delayedChanges) {
        if (position !== null && doneIds.has(visit.AppointmentId)) settleChange(id, { position });
        else dropChange(id);
      }
      void client.invalidateQueries();
      return reply;
    } catch (error) {
      for (const { id } of delayedChanges) dropChange(id);
      const detail = reasonOf(error);
      showToast({ kind: 'error', message: failedText, ...(detail !== undefined && { detail }) });
      void client.invalidateQueries();
      return undefined;
    }
  }

  const showOutcome = (
    { position }: Reply,
    { kind, ...outcome }: ReturnType<typeof undoOutcome>,
    action?: { action: ToastAction; time: number },
  ): void => {
    if (kind === undefined) showDone({ position }, { ...outcome, ...action });
    else showToast({ kind, ...outcome });
  };

  async function undoAll(all: readonly Changeable[], { batchId, results }: Reply): Promise<void> {
    const events = results.flatMap(({ appointmentId, eventId }) =>
      eventId === null ? [] : [{ appointmentId, eventId }],
    );
    const toChange = all.filter(({ AppointmentId }) =>
      events.some(({ appointmentId }) => appointmentId === AppointmentId),
    );
    const send = (key: string) => call('undoMany', { batchId, events }, { key });
    const reply = await perform(toChange, ({ Status }) => Status, send, text.revertFailed);
    onUndone();
    if (reply === undefined) return;
    showOutcome(reply, undoOutcome(toChange, reply.results));
  }

  return async (
    all: readonly Changeable[],
    status: ManyStatus,
    money?: Money,
  ): Promise<readonly RefusedVisit[] | undefined> => {
    const appointmentIds = all.map(({ AppointmentId }) => AppointmentId);
    const request = { appointmentIds, status, ...(money && { money }) };
    const reply = await perform(
      all,
      () => status,
      (key) => call('changeMany', request, { key }),
      text.updateFailed,
    );
    if (reply === undefined) return undefined;
    const doneResults = reply.results.filter(isDone);
    const [undoUntil] = doneResults.flatMap((result) => result.undoUntil ?? []);
    const until = undoUntil === undefined ? undefined : undoDeadline(undoUntil, Date.now(), undoManyWindowMs);
    const undoAction = until !== undefined && {
      time: until - Date.now(),
      action: {
        name: text.undoMany(doneResults.length),
        shortcut: 'u',
        until,
        perform: () => void undoAll(all, reply),
      },
    };
    showOutcome(reply, changeOutcome(all, reply.results, status), undoAction || undefined);
    return reply.results.filter(isRefused);
  };
}

export type ManyStatus = Exclude<AppointmentStatus, 'Confirmed'>;
