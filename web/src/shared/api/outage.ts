import type { QueryCache } from '@tanstack/react-query';
import { isAway } from './patience.ts';

/**
 * Tells whether anything that is shown could not be asked for because a server is away, now and whenever that turns. A query
 * that is being asked again is still away until it has its answer. Returns the way to stop.
 */
export function watchOutages(cache: QueryCache, tell: (away: boolean) => void): () => void {
  const away = new Set<string>();
  for (const query of cache.getAll()) {
    if (query.isActive() && isAway(query.state.error)) away.add(query.queryHash);
  }
  let told: boolean | undefined;
  const say = () => {
    const now = away.size > 0;
    if (now !== told) tell(now);
    told = now;
  };
  say();
  return cache.subscribe(({ query, ...event }) => {
    const { queryHash } = query;
    if (event.type === 'removed' || event.type === 'observerRemoved') {
      if (event.type === 'removed' || !query.isActive()) away.delete(queryHash);
    } else if (event.type === 'updated') {
      const { action } = event;
      if (action.type === 'success') away.delete(queryHash);
      else if (action.type === 'error' && query.isActive()) {
        if (isAway(action.error)) away.add(queryHash);
        else away.delete(queryHash);
      }
    }
    say();
  });
}
