import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { ReactNode } from 'react';
import { canBeMarked } from '../../shared/appointments/marking/rules.ts';
import { markingText } from '../../shared/appointments/marking/text.ts';
import { useAppointmentCommands } from '../../shared/appointments/marking/use-appointment-commands.ts';
import { useCorrections } from '../../shared/appointments/marking/use-corrections.tsx';
import { changeableOf, movableOf } from '../../shared/appointments/moving/movable.ts';
import { useMoves } from '../../shared/appointments/moving/use-moves.tsx';
import { ofCard } from '../../shared/appointments/paying/what-is-paid.ts';
import { useCallNext } from '../../shared/appointments/presence/use-call-next.ts';
import { type PresenceActions, usePresenceActions } from '../../shared/appointments/presence/use-presence-actions.ts';
import { copyLinkOf, slipOf } from '../../shared/appointments/visit/visit-links.ts';
import type { Action } from '../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';
import type { Column } from './rules.ts';

export interface QueueActions {
  readonly presence: PresenceActions;
  marksOf(row: TodaysAppointment | undefined): [visited: Action, notVisited: Action];
  moveOf(row: TodaysAppointment | undefined): Action;
  /** Whatever a row's button isn't. */
  menuOf(row: TodaysAppointment): RowMenuItem[];
  callNext(column: Column | undefined): Action;
  readonly dialogs: { readonly corrections: ReactNode; readonly moves: ReactNode };
}

/** What the desk can do with somebody of the queue. */
export function useQueueActions(today: string): QueueActions {
  const commands = useAppointmentCommands('admin');
  const corrections = useCorrections(commands);
  const moves = useMoves(commands);
  const presence = usePresenceActions('admin', today);
  const callNext = useCallNext(presence.commands);
  const markOf = (row: TodaysAppointment | undefined, status: AppointmentStatus): Action => ({
    name: markingText.markAs(status),
    enabled: row !== undefined && canBeMarked(row),
    perform: () => void (row && commands.mark(changeableOf(row), status)),
  });
  const marksOf: QueueActions['marksOf'] = (row) => [
    { ...markOf(row, 'Availed'), shortcut: 'v' },
    { ...markOf(row, 'Not_Availed'), shortcut: 'n' },
  ];
  const moveOf = (row: TodaysAppointment | undefined): Action => {
    const visit = row && movableOf(row);
    return { ...moves.moveAction(visit, today), shortcut: 'm' };
  };
  return {
    presence,
    marksOf,
    moveOf,
    menuOf: (row) => [
      slipOf(row.AppointmentId),
      ...copyLinkOf(row.meetingLink),
      ...presence.menuOf(row),
      ...marksOf(row),
      moveOf(row),
      corrections.cancelAction({ ...changeableOf(row), ...ofCard(row) }, row.POC_Name),
    ],
    callNext: (column) => callNext(column?.waiting[0]),
    dialogs: { corrections: corrections.dialog, moves: moves.dialog },
  };
}
