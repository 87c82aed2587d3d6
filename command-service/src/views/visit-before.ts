import { type VisitKind, visitBeforeOf } from '@dayline/contracts/clinic/sessions';
import type { PastVisitRow, VisitorRow } from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import { QueryTooSlow, TooBusy, ViewStoreUnavailable } from '@dayline/view-store/port';
import { personIn } from './person.ts';

/** The kind of a patient's next visit with a doctor; null while the views are unavailable. */
export type VisitBefore = (pocId: string, patientId: string) => Promise<VisitKind | null>;

/** By the same rows and the same rule as on the page. */
export const visitBeforeIn =
  (desk: Pick<ReadStore, 'load' | 'query' | 'checkpoint'>): VisitBefore =>
  async (pocId, patientId) => {
    try {
      const records = await personIn(desk, patientId);
      const keys = records.map((record) => `${pocId}_${record}`);
      const [visitors, past] = await Promise.all([
        desk.load('visitors', keys),
        desk.query<PastVisitRow>({ view: 'pastVisits', where: { patientId: records[0] ?? patientId, pocId } }),
      ]);
      // Cast is safe: the projector, its only writer, writes what `DeskViews` says.
      const rows = [...visitors.values()] as unknown as readonly VisitorRow[];
      const dates = rows.flatMap((row) => (row.gone ? [] : row.dates)).toSorted();
      const { visit } = visitBeforeOf(dates.toReversed(), past.rows);
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
  if ([QueryTooSlow, TooBusy, ViewStoreUnavailable].some((Unavailable) => error instanceof Unavailable)) return answer;
  throw error;
}
