import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAct } from '../../shared/actions/act.ts';
import { useUnderway } from '../../shared/actions/underway.ts';
import { call } from '../../shared/api/client.ts';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import type { Giving } from './components/give-dialogs.tsx';
import { nameOf, placeOf } from './rules.ts';
import { waitingText as text } from './text.ts';

const PlaceDialog = lazy(() =>
  untilLoaded(() => import('./components/give-dialogs.tsx').then((module) => ({ default: module.PlaceDialog }))),
);
const AnotherDialog = lazy(() =>
  untilLoaded(() => import('./components/give-dialogs.tsx').then((module) => ({ default: module.AnotherDialog }))),
);

export interface RowActions {
  readonly buttons: readonly Action[];
  readonly menu: readonly Action[];
}

/** The desk's actions on a row of the waiting list. */
export function useWaiting(rows: readonly WaitingPatient[]): {
  actionsOf(row: WaitingPatient): RowActions;
  dialogs: ReactNode;
} {
  const { clientId } = useIdentity();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const [giving, setGiving] = useState<WaitingPatient>();
  const after = { failed: text.actFailed, refetch: ['listWaiting'] } as const;

  const answer = ({ waitingId, offer, ...row }: WaitingPatient, is: 'accept' | 'decline') =>
    act({
      send: async () =>
        offer
          ? call('answerOffer', { clientId, waitingId, appointmentId: offer.appointmentId, answer: is })
          : undefined,
      done: () => ({
        message: is === 'accept' ? text.accepted : text.declined,
        detail: offer ? `${nameOf(row)}, ${placeOf(offer)}` : nameOf(row),
      }),
      ...after,
    });
  const leave = (row: WaitingPatient) =>
    act({
      send: async () => {
        const question = { title: text.leaveQuestion(nameOf(row)), message: text.leaveHint };
        const labels = { actionLabel: text.leave, cancelLabel: text.keep, destructive: true };
        if (!(await confirm({ ...question, ...labels }))) return undefined;
        return call('leaveWaitingList', { clientId, waitingId: row.waitingId });
      },
      done: () => ({ message: text.left, detail: nameOf(row) }),
      ...after,
    });
  const give = (place: Giving) =>
    run(place.waitingId, () =>
      act({
        async send() {
          const reply = await call('offerPlace', { clientId, ...place });
          setGiving(undefined);
          return reply;
        },
        done: () => ({ message: text.given, detail: placeOf(place) }),
        ...after,
      }),
    );

  const others = rows.filter(({ offer }) => offer === null);
  const actionsOf = (row: WaitingPatient): RowActions => {
    const { waitingId, offer } = row;
    const isPending = isUnderway(waitingId);
    const press = (name: string, work: () => Promise<void>): Action => ({
      ...{ name, isPending },
      perform: () => void run(waitingId, work),
    });
    const leaving = { ...press(text.leave, () => leave(row)), icon: 'cross', destructive: true } as const;
    if (offer === null) {
      return { buttons: [{ name: text.give, isPending, perform: () => setGiving(row) }], menu: [leaving] };
    }
    const another = { name: text.giveToAnother, icon: 'people', perform: () => setGiving(row) } as const;
    return {
      buttons: [press(text.accept, () => answer(row, 'accept')), press(text.decline, () => answer(row, 'decline'))],
      menu: others.length > 0 ? [another, leaving] : [leaving],
    };
  };

  const shared = {
    isPending: rows.some(({ waitingId }) => isUnderway(waitingId)),
    onGive: (place: Giving) => void give(place),
    onClose: () => setGiving(undefined),
  };
  const dialogs = giving && (
    <Suspense>
      {giving.offer ? (
        <AnotherDialog offer={giving.offer} others={others} {...shared} />
      ) : (
        <PlaceDialog row={giving} {...shared} />
      )}
    </Suspense>
  );
  return { actionsOf, dialogs };
}
