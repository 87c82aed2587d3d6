import type { Position } from '@dayline/contracts/ids';
import type { MessageRow } from '@dayline/contracts/views/message-fold';
import type { LastColumns, Records } from '@dayline/lists/records';
import type { ReadStore } from '@dayline/view-store/lazy';
import { type FeesBeforeRead, feesBeforeIn } from './fees-before.ts';
import { type OrganisationRead, organisationIn } from './organisation.ts';
import { reach, reaches, rowsOf } from './reading.ts';
import { lastColumnsIn, recordsIn } from './records.ts';
import { type TakingsRead, takingsIn } from './takings.ts';
import { ifUnavailable, type VisitBefore, visitBeforeIn } from './visit-before.ts';
import { type WaitingRead, waitingIn } from './waiting.ts';

/**
 * Everything that commands read from the views, which are behind the log. Reads that decide something irreversible take
 * a position: they include all events up to it, or throw or answer null. The other reads are advice: while the views
 * are unavailable the command continues without it, and its outcome can be corrected.
 */
export interface Views {
  /**
   * The ids of a patient's appointments of any status, including all events up to the position.
   * @throws ViewStoreUnavailable
   */
  appointmentsOf(patientId: string, position: Position): Promise<readonly string[]>;
  /** Advice: whether one of a patient's appointments is being moved, or was called; else null. A merge can be undone. */
  underWay(patientId: string): Promise<'patient.moving' | 'patient.called' | null>;
  /** Waits for a position. @throws ViewStoreUnavailable */
  reach(position: Position): Promise<void>;
  /** A client's records as of the position or later; null if the views don't reach it soon. */
  recordsAt(position: Position): Promise<Records | null>;
  /** A day's money as of the views' position; null if they don't reach the given one soon. */
  readonly takings: TakingsRead;
  readonly organisation: OrganisationRead;
  readonly waitingList: WaitingRead;
  /** Advice: a desk may choose another kind of visit. */
  readonly visitBefore: VisitBefore;
  /** Advice: a desk may take another fee, and correct a payment. */
  readonly feesBefore: FeesBeforeRead;
  /** Advice: planned messages that are due, the earliest first; none while the views are unavailable. */
  dueMessages(now: number, limit: number): Promise<readonly MessageRow[]>;
  /** Advice: a user chooses the columns. */
  lastColumns(clientId: string, headerDigest: string): Promise<LastColumns | null>;
}

export function viewsOf(store: ReadStore): Views {
  return {
    async appointmentsOf(patientId, position) {
      await reach(store, position);
      return (await rowsOf(store, 'appointments', { where: { patientId } })).map(({ key }) => key);
    },
    async underWay(patientId) {
      try {
        const where = { patientId, status: 'Confirmed' } as const;
        const rows = await rowsOf(store, 'appointments', { where });
        if (rows.some(({ movingTo }) => movingTo)) return 'patient.moving';
        return rows.some(({ presence }) => presence != null && presence.call !== null) ? 'patient.called' : null;
      } catch (error) {
        return ifUnavailable(error, null);
      }
    },
    reach: (position) => reach(store, position),
    recordsAt: async (position) => ((await reaches(store, position)) ? recordsIn(store) : null),
    organisation: organisationIn(store),
    waitingList: waitingIn(store),
    takings: takingsIn(store),
    visitBefore: visitBeforeIn(store),
    feesBefore: feesBeforeIn(store),
    async dueMessages(now, limit) {
      const range = { field: 'dueAt', to: new Date(now).toISOString() };
      const order = [{ field: 'dueAt' }, { field: 'key' }];
      try {
        return await rowsOf(store, 'messages', { where: { state: 'planned' }, range, order, limit });
      } catch (error) {
        return ifUnavailable(error, []);
      }
    },
    lastColumns: lastColumnsIn(store),
  };
}
