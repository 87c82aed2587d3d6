import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { untilLoaded } from '../../lazy-piece.ts';
import { followVisit } from '../marking/changed-meanwhile.ts';
import { markingText } from '../marking/text.ts';
import { useAppointmentCommands } from '../marking/use-appointment-commands.ts';
import { useCorrections } from '../marking/use-corrections.tsx';
import { isInRoom, offersMove } from '../moving/movable.ts';
import { movingText } from '../moving/text.ts';
import { usePresenceActions } from '../presence/use-presence-actions.ts';
import type { VisitRow } from './visit-row.ts';

const MoveDialog = lazy(() => untilLoaded(() => import('../moving/move-dialog.tsx')));

export type Side = 'admin' | 'doctor';

/** All actions of a desk or a doctor on a visit, and the open dialog. `today` is the clinic's date. */
export function useVisitActions(side: Side, today: string) {
  const client = useQueryClient();
  const commands = useAppointmentCommands(side);
  const { dialog, ...corrections } = useCorrections(commands);
  const presence = usePresenceActions(side, today);
  const [moving, setMoving] = useState<VisitRow>();
  const mark = async (visit: VisitRow, status: AppointmentStatus): Promise<void> => {
    // "after a browser confirmation (doctor side)" (section 4).
    const isConfirmed =
      side === 'admin' ||
      (await confirm({
        title: markingText.question(status),
        message: visit.about,
        actionLabel: markingText.markAs(status),
        followed: followVisit(client, visit, 'status'),
      }));
    if (isConfirmed) await commands.mark(visit, status);
  };
  const dialogs = (
    <>
      {dialog}
      {moving === undefined ? null : (
        <Suspense>
          <MoveDialog visit={moving} commands={commands} onClose={() => setMoving(undefined)} />
        </Suspense>
      )}
    </>
  );
  return {
    ...corrections,
    ...presence,
    mark,
    /** Unavailable without a visit that can be moved. */
    moveAction: (visit: VisitRow | undefined): Action => ({
      ...{ name: movingText.move, icon: 'calendar' },
      enabled: visit !== undefined && offersMove(visit, today) && !isInRoom(visit),
      ...(visit && isInRoom(visit) && { reason: movingText.isCalled }),
      perform: () => setMoving(visit),
    }),
    /** Rendered once per page. */
    dialogs,
  };
}
