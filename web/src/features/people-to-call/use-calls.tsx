import type { PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { refusalIn, useAct } from '../../shared/actions/act.ts';
import { useUnderway } from '../../shared/actions/underway.ts';
import { call } from '../../shared/api/client.ts';
import { historyOf, leadsOf } from '../../shared/appointments/choosing/rows.ts';
import { undoDeadline } from '../../shared/appointments/marking/rules.ts';
import { useVisitActions } from '../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfDetail } from '../../shared/appointments/visit/visit-row.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';
import { callsText as text } from './text.ts';

const ContactDialog = lazy(() => untilLoaded(() => import('./components/contact-dialog.tsx')));

/** Without icons, a row's three buttons fit beside each other. */
const withoutIcon = ({ icon: _, ...action }: Action): Action => action;

interface RowActions {
  buttons: readonly Action[];
  menu: readonly RowMenuItem[];
}

/** A row's actions at a desk; other roles only read the history. */
export function useCalls(): { actionsOf(row: PersonToCall): RowActions; dialogs: ReactNode } {
  const { role, zone } = useIdentity();
  const today = useClinicDay(zone);
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const [noting, setNoting] = useState<{ row: PersonToCall; reached: boolean }>();
  const visits = useVisitActions('admin', today);

  const send = (row: PersonToCall, reached: boolean, words?: string) => {
    const { about } = visitOfDetail(row);
    const { AppointmentId: appointmentId } = row;
    const undo = (eventId: string) =>
      act({
        send: () => call('noteContact', { appointmentId, reached, undo: eventId }),
        done: () => ({ message: text.undone, detail: about }),
        failed: (error) => ({ message: text.undoFailed, detail: [about, refusalIn(error)].filter(Boolean).join('. ') }),
        refetch: ['listCalls'],
      });
    return act({
      send: () => call('noteContact', { appointmentId, reached, ...(words && { note: words }) }),
      done: ({ eventId, undoUntil }) => ({
        message: text.noted[reached ? 'reached' : 'notReached'],
        detail: about,
        ...(eventId !== null &&
          undoUntil !== null && {
            action: {
              ...{ name: text.undo, icon: 'undo' as const, shortcut: 'u' },
              ...{ until: undoDeadline(undoUntil, Date.now()), perform: () => void undo(eventId) },
            },
          }),
      }),
      failed: (error) => ({ message: text.noteFailed, detail: [about, refusalIn(error)].filter(Boolean).join('. ') }),
      refetch: ['listCalls'],
    });
  };
  const note = (row: PersonToCall, reached: boolean, words?: string) =>
    void run(row.AppointmentId, () => send(row, reached, words));

  const actionsOf = (row: PersonToCall): RowActions => {
    if (role !== 'admin') return { buttons: [], menu: [historyOf(row)] };
    if (row.Status !== 'Confirmed' || row.movingTo) return { buttons: [], menu: leadsOf(row) };
    const visit = visitOfDetail(row);
    const withNote = (reached: boolean) => () => setNoting({ row, reached });
    const isPending = isUnderway(row.AppointmentId);
    return {
      buttons: [
        { name: text.reached, isPending, perform: () => note(row, true) },
        { name: text.notReached, isPending, perform: withNote(false) },
        withoutIcon(visits.moveAction(visit)),
      ],
      menu: [
        { name: text.reachedWithNote, icon: 'edit', perform: withNote(true) },
        ...leadsOf(row),
        visits.cancelAction(visit),
      ],
    };
  };
  const dialogs = (
    <>
      {noting === undefined ? null : (
        <Suspense>
          <ContactDialog
            appointmentId={noting.row.AppointmentId}
            reached={noting.reached}
            about={visitOfDetail(noting.row).about}
            onSubmit={(words) => note(noting.row, noting.reached, words)}
            onClose={() => setNoting(undefined)}
          />
        </Suspense>
      )}
      {visits.dialogs}
    </>
  );
  return { actionsOf, dialogs };
}
