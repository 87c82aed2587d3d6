import type { Position } from '@dayline/contracts/ids';
import type { LastColumns, Records } from '@dayline/lists/records';
import type { ReadStore } from '@dayline/view-store/lazy';
import { type FeesBeforeRead, feesBeforeIn } from './fees-before.ts';
import { reach, reaches, rowsOf } from './reading.ts';
import { lastColumnsIn, recordsIn } from './records.ts';
import { type TakingsRead, takingsIn } from './takings.ts';
import { type VisitBefore, visitBeforeIn } from './visit-before.ts';

/**
 * All that commands read from the views, which are behind the log. What decides something that can't be put right by an
 * ordinary command takes a position and has all events up to it, or throws or answers null. The rest is advice: the
 * command it is for goes on without it while the views are away, and what it decided can be corrected.
 */
export interface Views {
  /** The ids of a patient's appointments of whatever status, with all up to the position. @throws ViewStoreUnavailable */
  appointmentsOf(patientId: string, position: Position): Promise<readonly string[]>;
  /** Waits for a position. @throws ViewStoreUnavailable */
  reach(position: Position): Promise<void>;
  /** A client's records as of the position or later; null if the views don't get there soon. */
  recordsAt(position: Position): Promise<Records | null>;
  /** A day's money as of the views' position; null if they don't get to the asked one soon. */
  readonly takings: TakingsRead;
  /** Advice: a desk may say another kind of visit. */
  readonly visitBefore: VisitBefore;
  /** Advice: a desk may take another fee, and correct a payment. */
  readonly feesBefore: FeesBeforeRead;
  /** Advice, of which a person chooses. */
  lastColumns(clientId: string, headerDigest: string): Promise<LastColumns | null>;
}

export function viewsOf(store: ReadStore): Views {
  return {
    async appointmentsOf(patientId, position) {
      await reach(store, position);
      return (await rowsOf(store, 'appointments', { where: { patientId } })).map(({ key }) => key);
    },
    reach: (position) => reach(store, position),
    recordsAt: async (position) => ((await reaches(store, position)) ? recordsIn(store) : null),
    takings: takingsIn(store),
    visitBefore: visitBeforeIn(store),
    feesBefore: feesBeforeIn(store),
    lastColumns: lastColumnsIn(store),
  };
}
