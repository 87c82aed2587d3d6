import { streams } from '@dayline/contracts/ids';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Ownership } from '@dayline/http/claims';
import { LRUCache } from 'lru-cache';

/** Maximum number of cached answers per kind; owners never change. */
const maxKept = 20_000;

/** Looks up owners in the first event of a stream. */
export function createOwnership(log: SealedLog): Ownership {
  return {
    clientOfDoctor: rememberedOwner(log, streams.doctor),
    clientOfDepartment: rememberedOwner(log, streams.department),
    clientOfPatient: rememberedOwner(log, streams.patient),
  };
}

function rememberedOwner(log: SealedLog, streamOf: (id: string) => string) {
  const kept = new LRUCache<string, string>({ max: maxKept });
  let setBacks = 0;
  return async (id: string): Promise<string | null> => {
    const now = await log.setBacks();
    if (now !== setBacks) kept.clear();
    setBacks = now;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const [first] = await log.readStream(streamOf(id), { limit: 1 });
    const clientId = first?.data['clientId'];
    // Unknown ids are not cached: a stranger could fill the memory with them.
    if (typeof clientId !== 'string') return null;
    kept.set(id, clientId);
    return clientId;
  };
}
