import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { untilLoaded } from '../../lazy-piece.ts';
import type { AppointmentCommands } from '../marking/use-appointment-commands.ts';
import type { Movable } from './movable.ts';
import { movingText as text } from './text.ts';

const MoveDialog = lazy(() => untilLoaded(() => import('./move-dialog.tsx')));

interface Moves {
  /** The menu item and key; unavailable without a visit. */
  moveAction(visit: Movable | undefined): Action;
  /** The open dialog; rendered once per page. */
  dialog: ReactNode;
}

/** "Move…" with its dialog. For admins. */
export function useMoves(commands: AppointmentCommands): Moves {
  const [visit, setVisit] = useState<Movable>();
  return {
    moveAction: (one) => ({
      name: text.move,
      icon: 'calendar',
      enabled: one !== undefined,
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
