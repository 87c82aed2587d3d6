import { streams } from '@dayline/contracts/ids';
import type { Ownership } from '@dayline/platform/http/claims';
import type { SealedLog } from '@dayline/platform/sealed-log/open';

/** How many answers are kept for each kind; an owner never changes. */
const maxKept = 20_000;

/** Whose something is, told by the first event of its stream. */
export function createOwnership(log: SealedLog): Ownership {
  return {
    clientOfDoctor: rememberedOwner(log, streams.doctor),
    clientOfDepartment: rememberedOwner(log, streams.department),
    clientOfPatient: rememberedOwner(log, streams.patient),
  };
}

function rememberedOwner(log: SealedLog, streamOf: (id: string) => string) {
  const kept = new Map<string, string>();
  return async (id: string): Promise<string | null> => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const [first] = await log.readStream(streamOf(id), { limit: 1 });
    const clientId = first?.data['clientId'];
    // Ids that nobody has are not kept: a stranger could fill the memory with them.
    if (typeof clientId !== 'string') return null;
    kept.set(id, clientId);
    if (kept.size > maxKept) {
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    }
    return clientId;
  };
}
