import type { Visit } from '@dayline/contracts/endpoints/patients';
import type { ReactNode } from 'react';
import { changeOver, type Pending, usePendingChanges } from '../../shared/appointments/marking/pending-changes.ts';
import { useAppointmentCommands } from '../../shared/appointments/marking/use-appointment-commands.ts';
import { useCorrections } from '../../shared/appointments/marking/use-corrections.tsx';
import type { Movable } from '../../shared/appointments/moving/movable.ts';
import { useMoves } from '../../shared/appointments/moving/use-moves.tsx';
import { isCalled, type PresenceRow } from '../../shared/appointments/presence/presence.ts';
import { usePresenceActions } from '../../shared/appointments/presence/use-presence-actions.ts';
import { clockTime, shortDate } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import type { VisitActions } from './components/upcoming-visits.tsx';
import type { Overview } from './rules.ts';

const presenceRow = (visit: Visit, name: string | null): PresenceRow => ({
  ...{ AppointmentId: visit.appointmentId, Status: visit.status, PatientName: name, POC_ID: visit.pocId },
  ...{ AppointmentDate: visit.date, AppointmentTime: visit.time },
  ...(visit.presence && { presence: visit.presence }),
  ...(visit.movingTo && { movingTo: visit.movingTo }),
});

const movable = (visit: Visit, name: string | null): Movable => {
  const row = presenceRow(visit, name);
  return {
    ...row,
    ...{ name, type: visit.type, pocId: visit.pocId, doctor: visit.pocName, session: visit.session },
    token: visit.presence?.token,
    isCalled: isCalled(row),
    about: `${name ?? ''}, ${shortDate(visit.date)}, ${clockTime(visit.time)}`,
  };
};

/** A visit as it was just changed here, until the server's rows have it; null once it is cancelled. */
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

/** The visits to come, and what a desk does with each. */
export function useVisits({ upcoming, today, name }: Overview) {
  const { role } = useIdentity();
  const commands = useAppointmentCommands('admin');
  const moves = useMoves(commands);
  const { cancelAction, paymentActions, dialog } = useCorrections(commands);
  const presence = usePresenceActions('admin', today);
  const pending = usePendingChanges((state) => state.changes);
  const visits = upcoming.visits.flatMap((visit) => withPending(visit, pending) ?? []).sort(byDateAndTime);
  const [first] = visits;
  const stateOf = (visit: Visit): Action | undefined => presence.stateOf(presenceRow(visit, name));
  const due = visits.find((visit) => stateOf(visit) !== undefined);
  const actionsOf = (visit: Visit): VisitActions => {
    if (role !== 'admin' || visit.movingTo) return nothing;
    const one = movable(visit, name);
    return {
      state: stateOf(visit),
      isFirst: visit === due,
      buttons: [
        moves.moveAction(one, today),
        cancelAction({ ...one, Payment_Status: visit.payment, money: visit.money }, visit.pocName),
      ],
      more: [
        ...presence.menuOf(presenceRow(visit, name)),
        // What is open is paid beside.
        ...paymentActions({ ...one, Payment_Status: visit.payment ?? 'Pay_later', money: visit.money }, true),
      ],
    };
  };
  const state = first && stateOf(first);
  const keys: Action[] = first
    ? [...(state ? [state] : []), { ...moves.moveAction(movable(first, name), today), shortcut: 'm' }]
    : [];
  const dialogs: ReactNode = (
    <>
      {dialog}
      {moves.dialog}
    </>
  );
  return { visits, actionsOf, isDue: due !== undefined, keys, dialogs };
}
