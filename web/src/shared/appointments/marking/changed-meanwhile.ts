import type { QueryName, ResponseOf } from '@dayline/contracts/endpoints/table';
import { doctorDayOf } from '@dayline/contracts/ids';
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Followed } from '../../../ui/dialogs/confirm.ts';
import type { Answer } from '../../api/client.ts';
import { callOptions } from '../../api/hooks.ts';
import { useSession } from '../../session/session-store.ts';
import { maxVisitsOfTime, type VisitRow, visitOfCard } from '../visit/visit-row.ts';
import { usePendingChanges } from './pending-changes.ts';
import { changedTo, withPending } from './rules.ts';
import { markingText } from './text.ts';

type Visit = Pick<VisitRow, 'AppointmentId' | 'Status' | 'AppointmentTime'> &
  Partial<Pick<VisitRow, 'Payment_Status' | 'money'>>;
type ShownVisit = Pick<Visit, 'AppointmentId' | 'Status'> &
  Partial<Pick<Visit, 'Payment_Status' | 'money'>> & { at: string };

/** What a question is about, and what makes its answer wrong. */
export type Followable = 'status' | 'payment' | 'both';

/** Every visit in the cache, which live messages keep current; one may be in several lists. */
function visitsIn(client: QueryClient): ShownVisit[] {
  const cached = <Name extends QueryName>(name: Name) =>
    client
      .getQueriesData<Answer<ResponseOf<Name>>>({ queryKey: [name] })
      .flatMap(([, answer]) => (answer ? [answer] : []));
  const rowsOf = <Name extends 'listAppointmentDetailsOfClient' | 'listAppointmentDetailsOfDoctor' | 'listCalls'>(
    name: Name,
  ) => cached(name).flatMap(({ body }): ShownVisit[] => body);
  const cards = (['listTodaysAppointmentsOfClient', 'listTodaysAppointmentsOfDoctor'] as const).flatMap((name) =>
    cached(name).flatMap(({ body }) => body.map((row) => ({ ...visitOfCard(row), at: row.at }))),
  );
  const overviews = cached('getPatientOverview').flatMap(({ body: { upcoming, past }, position: at = '' }) =>
    [...upcoming.visits, ...past.visits].map((visit) => ({
      ...{ AppointmentId: visit.appointmentId, Status: visit.status, at },
      ...{ Payment_Status: visit.payment, money: visit.money },
    })),
  );
  return [
    ...cards,
    ...rowsOf('listAppointmentDetailsOfClient'),
    ...rowsOf('listAppointmentDetailsOfDoctor'),
    ...rowsOf('listCalls'),
    ...overviews,
  ];
}

/** The list of the visit's own time: it has the visit by whatever the page's list is filtered. */
function ownTime(client: QueryClient, { AppointmentId, AppointmentTime: time }: Visit) {
  const { shown } = useSession.getState();
  const request = { ...doctorDayOf(AppointmentId), time, page: 1, pageSize: maxVisitsOfTime };
  return shown?.pocId == null
    ? new QueryObserver(
        client,
        callOptions(client, 'listAppointmentDetailsOfClient', { clientId: shown?.clientId ?? '', ...request }),
      )
    : new QueryObserver(client, callOptions(client, 'listAppointmentDetailsOfDoctor', request));
}

/** Says, while a question about a visit is open, what another user has made of the visit by now. */
export function followVisit(client: QueryClient, visit: Visit, asks: Followable): Followed {
  const { AppointmentId, Status, Payment_Status, money } = visit;
  return {
    subscribe(onChange) {
      const ends = [
        ownTime(client, visit).subscribe(onChange),
        client.getQueryCache().subscribe(onChange),
        usePendingChanges.subscribe(onChange),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    problem() {
      const rows = visitsIn(client).filter((row) => row.AppointmentId === AppointmentId);
      const newest = rows.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-1);
      const [now] = withPending(newest, usePendingChanges.getState().changes);
      if (now === undefined) return undefined;
      const isOff = asks === 'payment' ? now.Status === 'Cancelled' : true;
      if (isOff && now.Status !== Status) return changedTo(now.Status);
      if (asks === 'status' || Payment_Status === null || now.money === undefined) return undefined;
      const { Payment_Status: payment } = now;
      if (payment != null && payment !== Payment_Status) {
        return `${markingText.changedMeanwhile} ${markingText.paymentIsNow(payment)}`;
      }
      return now.money.eventId === money?.eventId ? undefined : markingText.changedMeanwhile;
    },
  };
}

const nothing: Followed = { subscribe: () => () => {}, problem: () => undefined };

/** The same for a dialog; undefined while none is open. */
export function useChangedMeanwhile(visit: Visit | undefined, asks: Followable): string | undefined {
  const client = useQueryClient();
  const { subscribe, problem } = useMemo(
    () => (visit ? followVisit(client, visit, asks) : nothing),
    [client, visit, asks],
  );
  return useSyncExternalStore(subscribe, problem);
}
