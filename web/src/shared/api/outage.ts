import type { BuildingViews } from '@dayline/contracts/errors';
import type { QueryCache } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { isAway } from './patience.ts';

/** Why a shown query could not be answered. */
export interface Outage {
  /** The rebuild's progress, if the views are being rebuilt; null if a server is unavailable. */
  readonly building: BuildingViews | null;
}

const buildingOf = (error: unknown): BuildingViews | null =>
  (error instanceof CallError && error.details.building) || null;

/**
 * Reports whether any shown query fails because a server is unavailable or its views are being rebuilt, now and on
 * every change. A query that is being retried counts as failing until answered. Returns a function that stops it.
 */
export function watchOutages(cache: QueryCache, tell: (outage: Outage | null) => void): () => void {
  const buildingByCall = new Map<string, BuildingViews | null>();
  for (const query of cache.getAll()) {
    const { error } = query.state;
    if (query.isActive() && isAway(error)) buildingByCall.set(query.queryHash, buildingOf(error));
  }
  let reportedId: string | undefined;
  const notify = () => {
    const outage = outageOf(buildingByCall);
    const now = JSON.stringify(outage);
    if (now !== reportedId) tell(outage);
    reportedId = now;
  };
  notify();
  return cache.subscribe(({ query, ...event }) => {
    const { queryHash } = query;
    if (event.type === 'removed' || event.type === 'observerRemoved') {
      if (event.type === 'removed' || !query.isActive()) buildingByCall.delete(queryHash);
    } else if (event.type === 'updated') {
      const { action } = event;
      if (action.type === 'success') buildingByCall.delete(queryHash);
      else if (action.type === 'error' && query.isActive()) {
        if (isAway(action.error)) buildingByCall.set(queryHash, buildingOf(action.error));
        else buildingByCall.delete(queryHash);
      }
    }
    notify();
  });
}

/** The response with the most progress. */
function outageOf(buildingByCall: ReadonlyMap<string, BuildingViews | null>): Outage | null {
  if (buildingByCall.size === 0) return null;
  let latest: BuildingViews | null = null;
  for (const building of buildingByCall.values()) {
    if (building && (latest === null || building.position > latest.position)) latest = building;
  }
  return { building: latest };
}
