import type { QueryName, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Followed } from '../../../ui/dialogs/confirm.ts';
import type { Answer } from '../../api/client.ts';
import type { VisitRow } from '../visit/visit-row.ts';
import { usePendingChanges } from './pending-changes.ts';
import { changedTo, withPending } from './rules.ts';

type Visit = Pick<VisitRow, 'AppointmentId' | 'Status'>;

/** The queries whose rows are visits. */
const lists = [
  'listTodaysAppointmentsOfClient',
  'listTodaysAppointmentsOfDoctor',
  'listAppointmentDetailsOfClient',
  'listAppointmentDetailsOfDoctor',
  'listCalls',
] as const;

/** Every visit in the cache, which live messages keep current; one may be in several lists. */
function visitsIn(client: QueryClient): (Visit & { at: string })[] {
  const cached = <Name extends QueryName>(name: Name) =>
    client
      .getQueriesData<Answer<ResponseOf<Name>>>({ queryKey: [name] })
      .flatMap(([, answer]) => (answer ? [answer] : []));
  const overviews = cached('getPatientOverview').flatMap(({ body: { upcoming, past }, position: at = '' }) =>
    [...upcoming.visits, ...past.visits].map(({ appointmentId: AppointmentId, status: Status }) => ({
      ...{ AppointmentId, Status, at },
    })),
  );
  return [
    ...lists.flatMap((name) => cached(name).flatMap(({ body }): (Visit & { at: string })[] => body)),
    ...overviews,
  ];
}

/** Says, while a question about a visit is open, that the visit has another status by now. */
export function followVisit(client: QueryClient, { AppointmentId, Status }: Visit): Followed {
  return {
    subscribe(onChange) {
      const ends = [client.getQueryCache().subscribe(onChange), usePendingChanges.subscribe(onChange)];
      return () => {
        for (const end of ends) end();
      };
    },
    problem() {
      const rows = visitsIn(client).filter((row) => row.AppointmentId === AppointmentId);
      const newest = rows.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-1);
      const [now] = withPending(newest, usePendingChanges.getState().changes);
      return now && now.Status !== Status ? changedTo(now.Status) : undefined;
    },
  };
}

const nothing: Followed = { subscribe: () => () => {}, problem: () => undefined };

/** The same for a dialog; undefined while none is open. */
export function useChangedMeanwhile(visit: Visit | undefined): string | undefined {
  const client = useQueryClient();
  const { subscribe, problem } = useMemo(() => (visit ? followVisit(client, visit) : nothing), [client, visit]);
  return useSyncExternalStore(subscribe, problem);
}
