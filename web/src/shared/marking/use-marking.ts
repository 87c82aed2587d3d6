import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Answer } from '../api/client.ts';
import { useCommand } from '../api/hooks.ts';
import { useLiveState } from '../api/live.ts';
import { useIdentity } from '../session/session-store.ts';
import { showToast, toastTimes } from '../ui/toast.ts';
import { holdMark, noteOwn, releaseMark } from './pending-marks.ts';
import { reasonOf, undoDeadline, withStatus } from './rules.ts';
import { markingText } from './text.ts';

type StatusReply = ResponseOf<'updateAppointmentStatusAsAdmin'>;
interface Markable {
  AppointmentId: string;
  Status: AppointmentStatus;
}

const boards = ['listTodaysAppointmentsOfClient', 'listTodaysAppointmentsOfDoctor'] as const;

/** Puts what the command answered into the boards that are cached, unless the live update was faster. */
function settle(client: QueryClient, reply: StatusReply, by: string): void {
  const { position } = reply;
  if (position === null) {
    void client.invalidateQueries();
    return;
  }
  noteOwn(position);
  const change = (row: TodaysAppointment): TodaysAppointment =>
    row.AppointmentId === reply.appointmentId && row.at < position
      ? { ...withStatus(row, reply.status), at: position, StatusAt: new Date().toISOString(), StatusBy: by }
      : row;
  for (const name of boards) {
    client.setQueriesData<Answer<TodaysAppointment[]>>({ queryKey: [name] }, (answer) =>
      answer ? { ...answer, body: answer.body.map(change) } : answer,
    );
  }
  // Without the socket nobody tells the counts and lists that something changed.
  if (useLiveState.getState().state !== 'live') void client.invalidateQueries();
}

/**
 * Changes an appointment's status as section 4 has it: shown at once, then the toast with Undo for 5 s; what fails goes back
 * to what it was and says so. The status on the wire is the specification's.
 */
export function useMarking(
  side: 'admin' | 'doctor',
): (appointment: Markable, status: AppointmentStatus) => Promise<void> {
  const client = useQueryClient();
  const { name: by } = useIdentity();
  const { mutateAsync: update } = useCommand(
    side === 'admin' ? 'updateAppointmentStatusAsAdmin' : 'updateAppointmentStatusAsDoctor',
  );

  return useCallback(
    async (appointment, status) => {
      const { AppointmentId: appointmentId, Status: before } = appointment;

      /** Shows `shown` while the command is away; undefined when it failed, which has then been said. */
      const send = async (shown: AppointmentStatus, undo: string | undefined): Promise<StatusReply | undefined> => {
        holdMark(appointmentId, shown);
        try {
          const reply = await update({ request: { appointmentId, status: shown, ...(undo ? { undo } : {}) } });
          settle(client, reply, by);
          return reply;
        } catch (error) {
          const reason = reasonOf(error);
          showToast({
            kind: 'error',
            message: undo ? markingText.revertFailed : markingText.updateFailed,
            ...(reason === undefined ? {} : { detail: reason }),
          });
          // Whatever the appointment is by now comes from the server.
          void client.invalidateQueries();
          return undefined;
        } finally {
          releaseMark(appointmentId);
        }
      };

      const reply = await send(status, undefined);
      if (!reply) return;
      const { eventId, undoUntil } = reply;
      const undo = async (): Promise<void> => {
        const undone = eventId === null ? undefined : await send(before, eventId);
        if (undone) showToast({ message: markingText.reverted(undone.status), time: toastTimes.brief });
      };
      showToast({
        message: markingText.marked(reply.status),
        ...(eventId === null || undoUntil === null
          ? {}
          : {
              action: {
                label: markingText.undo,
                key: 'u',
                until: undoDeadline(undoUntil, Date.now()),
                perform: () => void undo(),
              },
            }),
      });
    },
    [client, by, update],
  );
}
