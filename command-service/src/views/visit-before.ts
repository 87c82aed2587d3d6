import { type VisitKind, visitBeforeOf } from '@dayline/contracts/clinic/sessions';
import type { PastVisitRow, VisitorRow } from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import { QueryTooSlow, TooBusy, ViewStoreUnavailable } from '@dayline/view-store/port';

/** The kind of a patient's next visit with a doctor; null while the views are unavailable. */
export type VisitBefore = (pocId: string, patientId: string) => Promise<VisitKind | null>;

/** By the same rows and the same rule as on the page. */
export const visitBeforeIn =
  (desk: Pick<ReadStore, 'load' | 'query' | 'checkpoint'>): VisitBefore =>
  async (pocId, patientId) => {
    const key = `${pocId}_${patientId}`;
    try {
      const [visitors, past] = await Promise.all([
        desk.load('visitors', [key]),
        desk.query<PastVisitRow>({ view: 'pastVisits', where: { patientId, pocId } }),
      ]);
      // Cast is safe: the projector, its only writer, writes what `DeskViews` says.
      const row = visitors.get(key) as VisitorRow | undefined;
      const { visit } = visitBeforeOf(row && !row.gone ? row.dates : [], past.rows);
      if (visit === 'again') return visit;
      return (await desk.checkpoint()) === null ? null : visit;
    } catch (error) {
      return ifUnavailable(error, null);
    }
  };

/**
 * The answer while the views are unavailable.
 * @throws any other error
 */
export function ifUnavailable<Answer>(error: unknown, answer: Answer): Answer {
  if ([QueryTooSlow, TooBusy, ViewStoreUnavailable].some((away) => error instanceof away)) return answer;
  throw error;
}
