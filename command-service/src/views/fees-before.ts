import { type FeesBefore, feesBeforeOf, nothingBefore } from '@dayline/contracts/clinic/fees';
import type { AppointmentRow, PastVisitRow } from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import { whileAway } from './visit-before.ts';

/** What a patient's visits say about the fee of the next one with a doctor. */
export type FeesBeforeRead = (
  pocId: string,
  patientId: string,
  /** The visit itself, where it is known already. */
  itself?: string,
) => Promise<Omit<FeesBefore, 'visit'>>;

/** Of the newest visits, which are enough for the days that fees count. */
const mostRead = 200;

/** By the views, since the visits lie in other streams; nothing while they can't be read. */
export const feesBeforeIn =
  (desk: Pick<ReadStore, 'query'>): FeesBeforeRead =>
  async (pocId, patientId, itself) => {
    const newest = { where: { patientId }, order: [{ field: 'date', descending: true }], limit: mostRead } as const;
    try {
      const [visits, past] = await Promise.all([
        desk.query<AppointmentRow>({ view: 'appointments', ...newest }),
        desk.query<PastVisitRow>({ view: 'pastVisits', where: { patientId, pocId }, limit: mostRead }),
      ]);
      return feesBeforeOf(pocId, visits.rows, past.rows, itself);
    } catch (error) {
      return whileAway(error, nothingBefore);
    }
  };
