import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { canBeMarked } from '../../shared/appointments/marking/rules.ts';
import { markingText } from '../../shared/appointments/marking/text.ts';
import type { Column } from '../../shared/appointments/presence/column.ts';
import { elsewhereWords } from '../../shared/appointments/presence/presence.ts';
import { useCallNext } from '../../shared/appointments/presence/use-call-next.ts';
import { useVisitActions } from '../../shared/appointments/visit/use-visit-actions.tsx';
import { copyLinkOf, slipOf } from '../../shared/appointments/visit/visit-links.ts';
import { visitOfCard } from '../../shared/appointments/visit/visit-row.ts';
import type { Action } from '../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';

/** The desk's actions on a patient in the queue. */
export function useQueueActions(today: string, rows: readonly TodaysAppointment[]) {
  const actions = useVisitActions('admin', today);
  const callNext = useCallNext(actions.presence);
  const markOf = (row: TodaysAppointment | undefined, status: AppointmentStatus): Action => ({
    name: markingText.markAs(status),
    enabled: row !== undefined && canBeMarked(row),
    perform: () => void (row && actions.mark(visitOfCard(row), status)),
  });
  const marksOf = (row: TodaysAppointment | undefined): [visited: Action, notVisited: Action] => [
    { ...markOf(row, 'Availed'), shortcut: 'v' },
    { ...markOf(row, 'Not_Availed'), shortcut: 'n' },
  ];
  const moveOf = (row: TodaysAppointment | undefined): Action => ({
    ...actions.moveAction(row && visitOfCard(row)),
    shortcut: 'm',
  });
  return {
    ...actions,
    marksOf,
    moveOf,
    /** Where somebody who waits is called at another doctor. */
    elsewhereOf: (row: TodaysAppointment) => elsewhereWords(rows, row),
    /** The actions that aren't a row's button. */
    menuOf: (row: TodaysAppointment): RowMenuItem[] => [
      slipOf(row.AppointmentId),
      ...copyLinkOf(row.meetingLink),
      ...actions.presenceMenu(row),
      ...marksOf(row),
      moveOf(row),
      actions.cancelAction(visitOfCard(row)),
    ],
    callNext: (column: Column | undefined): Action => callNext(column?.waiting[0]),
  };
}
export type QueueActions = ReturnType<typeof useQueueActions>;
