import type { Visit } from '@dayline/contracts/endpoints/patients';
import { changeOver, type Pending, usePendingChanges } from '../../shared/appointments/marking/pending-changes.ts';
import { useVisitActions } from '../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfPatient } from '../../shared/appointments/visit/visit-row.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import type { VisitActions } from './components/upcoming-visits.tsx';
import type { Overview } from './rules.ts';

/** A visit as just changed here, until the server's rows have the change; null if cancelled. */
function withPending(visit: Visit, pending: Pending): Visit | null {
  const change = changeOver(pending, visit.appointmentId, visit.at);
  if (change === undefined) return visit;
  const { moved, presence, Status, Payment_Status, money } = change;
  if (Status === 'Cancelled') return null;
  const { session, presence: before, ...others } = visit;
  const there = presence === undefined ? before : presence;
  return {
    ...others,
    ...(there && { presence: there }),
    time: moved?.AppointmentTime ?? visit.time,
    ...(Payment_Status && { payment: Payment_Status }),
    ...(money && { money }),
    ...(moved ? moved.session && { session: moved.session } : session && { session }),
  };
}

const byDateAndTime = (a: Visit, b: Visit): number => a.date.localeCompare(b.date) || a.time.localeCompare(b.time);

const nothing: VisitActions = { state: undefined, isFirst: false, buttons: [], more: [] };

/** The upcoming visits, and a desk's actions on each. */
export function useVisits({ upcoming, today, name }: Overview) {
  const { role } = useIdentity();
  const { moveAction, cancelAction, presenceMenu, paymentActions, dialogs, ...actions } = useVisitActions(
    'admin',
    today,
  );
  const pending = usePendingChanges((state) => state.changes);
  const visits = upcoming.visits.flatMap((visit) => withPending(visit, pending) ?? []).sort(byDateAndTime);
  const [first] = visits;
  const stateOf = (visit: Visit): Action | undefined => actions.stateOf(visitOfPatient(visit, name));
  const due = visits.find((visit) => stateOf(visit) !== undefined);
  const actionsOf = (visit: Visit): VisitActions => {
    if (role !== 'admin' || visit.movingTo) return nothing;
    const row = visitOfPatient(visit, name);
    return {
      state: stateOf(visit),
      isFirst: visit === due,
      buttons: [moveAction(row), cancelAction(row)],
      // Open payments have their own button.
      more: [...presenceMenu(row), ...paymentActions(row, true)],
    };
  };
  const state = first && stateOf(first);
  const keys: Action[] = first
    ? [...(state ? [state] : []), { ...moveAction(visitOfPatient(first, name)), shortcut: 'm' }]
    : [];
  return { visits, actionsOf, isDue: due !== undefined, keys, dialogs };
}
