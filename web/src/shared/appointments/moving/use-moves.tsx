import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { untilLoaded } from '../../lazy-piece.ts';
import type { AppointmentCommands } from '../marking/use-appointment-commands.ts';
import { canBeMoved, type Movable } from './movable.ts';
import { movingText as text } from './text.ts';

const MoveDialog = lazy(() => untilLoaded(() => import('./move-dialog.tsx')));

interface Moves {
  /** The menu item and key; unavailable without a visit that can be moved. `today` is the clinic's. */
  moveAction(visit: Movable | undefined, today: string): Action;
  /** The open dialog; rendered once per page. */
  dialog: ReactNode;
}

/** "Move…" with its dialog. For admins. */
export function useMoves(commands: AppointmentCommands): Moves {
  const [visit, setVisit] = useState<Movable>();
  return {
    moveAction: (one, today) => ({
      name: text.move,
      icon: 'calendar',
      enabled: one !== undefined && canBeMoved(one, today),
      ...(one?.isCalled && { reason: text.isCalled }),
      perform: () => setVisit(one),
    }),
    dialog:
      visit === undefined ? null : (
        <Suspense>
          <MoveDialog visit={visit} commands={commands} onClose={() => setVisit(undefined)} />
        </Suspense>
      ),
  };
}
