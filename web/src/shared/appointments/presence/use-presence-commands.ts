import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { Presence } from '@dayline/contracts/clinic/queue';
import type { RequestInputOf, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../actions/toast.ts';
import { CallError } from '../../api/call-error.ts';
import { type Answer, call } from '../../api/client.ts';
import { keyOf } from '../../api/hooks.ts';
import { serverNow } from '../../clock.ts';
import { useIdentity } from '../../session/session-store.ts';
import type { Change } from '../marking/change.ts';
import { performWithUndo } from '../marking/use-appointment-commands.ts';
import { aboutOf } from '../visit/visit-row.ts';
import { calledElsewhereWords, elsewhereWords, type PresenceRow, type PresentRow } from './presence.ts';
import { presenceText as text } from './text.ts';

type Reply = ResponseOf<'arrive'>;

export interface PresenceCommands {
  arrive(row: PresenceRow): Promise<void>;
  withdrawArrival(row: PresentRow): Promise<void>;
  /** Calls a waiting patient, or calls a patient again. */
  call(row: PresentRow): Promise<void>;
  /** Calls the next patient: refused if another one is next by now. */
  callNext(row: PresentRow): Promise<void>;
  withdrawCall(row: PresentRow): Promise<void>;
}

/** Shows who is next now, if it is another patient. */
function isAboutNext(error: unknown): boolean {
  if (!(error instanceof CallError) || error.code !== 'queue.changed') return false;
  const next = error.details.next;
  const detail = next ? text.nextIs(next) : text.nobodyIsNext;
  showToast({ kind: 'error', message: text.callFailed, detail });
  return true;
}

/** The rows of a list that the page shows. */
const shownIn = <Name extends 'listTodaysAppointmentsOfClient' | 'listCalledElsewhere'>(
  client: QueryClient,
  name: Name,
  request: RequestInputOf<Name>,
): ResponseOf<Name> | readonly [] => client.getQueryData<Answer<ResponseOf<Name>>>(keyOf(name, request))?.body ?? [];

/** Arrivals and calls: shown at once, with Undo for as long as it is accepted. */
export function usePresenceCommands(): PresenceCommands {
  const client = useQueryClient();
  const { zone, clientId, pocId } = useIdentity();
  const elsewhereOf = (id: string): string | undefined => {
    // The rows of all doctors, if the user may see them.
    const rows = shownIn(client, 'listTodaysAppointmentsOfClient', { clientId });
    const own = rows.find(({ AppointmentId }) => AppointmentId === id);
    if (own) return elsewhereWords(rows, own);
    return calledElsewhereWords(shownIn(client, 'listCalledElsewhere', { pocId: pocId ?? '' }), id);
  };
  const perform = async (row: PresenceRow, change: Omit<Change<Reply>, 'about' | 'appointmentId' | 'settled'>) => {
    const changeOf = ({ presence }: Reply) => ({ presence });
    const { AppointmentId: appointmentId } = row;
    await performWithUndo<Reply>(client, {
      about: aboutOf(row),
      appointmentId,
      settled: changeOf,
      isLongUndo: true,
      ...change,
    });
  };
  const callOf = (row: PresentRow, request: RequestOf<'callPatient'>): Promise<void> => {
    const { AppointmentId: appointmentId, presence } = row;
    const calledAt = new Date(serverNow()).toISOString();
    const elsewhere = elsewhereOf(appointmentId);
    return perform(row, {
      shown: { presence: { ...presence, call: { room: presence.call?.room ?? null, calledAt } } },
      send: () => call('callPatient', request),
      done: (reply) =>
        [text.wasCalled(presence, reply.presence?.call?.room ?? null), elsewhere].filter(Boolean).join(' · '),
      failed: text.callFailed,
      refused: isAboutNext,
      back: {
        shown: { presence },
        send: (undo) => call('withdrawCall', { appointmentId, undo }),
        done: () => text.callWithdrawn,
        failed: text.callFailed,
      },
    });
  };
  /** No undo: pressing the button again reverts it. */
  const backOf = (before: Presence, send: () => Promise<Reply>): Change<Reply>['back'] => ({
    ...{ shown: { presence: before }, send, done: () => '', failed: '' },
  });
  return {
    arrive: (row) => {
      const { AppointmentId: appointmentId } = row;
      const { time: arrivedAt } = clinicNow(serverNow(), zone);
      return perform(row, {
        shown: { presence: { token: 0, arrivedAt, call: null } },
        send: () => call('arrive', { appointmentId }),
        done: (reply) => text.hasArrived(reply.presence ?? { token: 0 }),
        failed: text.arriveFailed,
        back: {
          shown: { presence: null },
          send: (undo) => call('withdrawArrival', { appointmentId, undo }),
          done: () => text.arrivalWithdrawn,
          failed: text.arriveFailed,
        },
      });
    },
    withdrawArrival: (row) => {
      const send = () => call('withdrawArrival', { appointmentId: row.AppointmentId });
      return perform(row, {
        shown: { presence: null },
        send,
        done: () => text.arrivalWithdrawn,
        failed: text.arriveFailed,
        back: backOf(row.presence, send),
      });
    },
    call: (row) => callOf(row, { appointmentId: row.AppointmentId }),
    callNext: (row) => callOf(row, { pocId: row.POC_ID, next: row.presence.token }),
    withdrawCall: (row) => {
      const send = () => call('withdrawCall', { appointmentId: row.AppointmentId });
      return perform(row, {
        shown: { presence: { ...row.presence, call: null } },
        send,
        done: () => text.callWithdrawn,
        failed: text.callFailed,
        back: backOf(row.presence, send),
      });
    },
  };
}
