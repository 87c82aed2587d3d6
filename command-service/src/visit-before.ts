import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import type { ReadStore } from '@dayline/view-store/lazy';
import { QueryTooSlow, TooBusy, ViewStoreUnavailable } from '@dayline/view-store/port';

/** Which kind of visit a patient's next one with a doctor is; null while the views can't say. */
export type VisitBefore = (pocId: string, patientId: string) => Promise<VisitKind | null>;

/** "Somebody with a visit marked Visited with that doctor or unit", by the views, since it lies in other streams. */
export const visitBeforeIn =
  (desk: Pick<ReadStore, 'load' | 'query' | 'checkpoint'>): VisitBefore =>
  async (pocId, patientId) => {
    const key = `${pocId}_${patientId}`;
    try {
      const row = (await desk.load('visitors', [key])).get(key);
      if (row && !row.gone) return 'again';
      const where = { patientId, pocId, outcome: 'Availed' };
      const { rows } = await desk.query({ view: 'pastVisits', where, limit: 1 });
      if (rows.length > 0) return 'again';
      return (await desk.checkpoint()) === null ? null : 'first';
    } catch (error) {
      return whileAway(error, null);
    }
  };

/** The answer while the views can't be read. @throws any other error */
export function whileAway<Answer>(error: unknown, answer: Answer): Answer {
  if ([QueryTooSlow, TooBusy, ViewStoreUnavailable].some((away) => error instanceof away)) return answer;
  throw error;
}
