import { streams } from '@dayline/contracts/events/categories';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Ownership } from '@dayline/http/claims';
import { LRUCache } from 'lru-cache';

/** Maximum number of cached answers; owners never change. */
const maxKept = 60_000;

/** Looks up owners in the first event of a stream. */
export function createOwnership(log: SealedLog): Ownership {
  const kept = new LRUCache<string, string>({ max: maxKept });
  let setBacks = 0;
  return {
    async clientOf(kind, id) {
      const now = await log.setBacks();
      if (now !== setBacks) kept.clear();
      setBacks = now;
      const stream = streams[kind](id);
      const known = kept.get(stream);
      if (known !== undefined) return known;
      const [first] = await log.readStream(stream, { limit: 1 });
      const clientId = first?.data['clientId'];
      // Unknown ids are not cached: a stranger could fill the memory with them.
      if (typeof clientId !== 'string') return null;
      kept.set(stream, clientId);
      return clientId;
    },
  };
}
