import { type EarlierFees, feesBeforeOf, noEarlierFees } from '@dayline/contracts/clinic/fees';
import type { AppointmentRow, PastVisitRow } from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import { personIn } from './person.ts';
import { ifUnavailable } from './visit-before.ts';

/** The facts about a patient's visits that the next fee with a doctor depends on. */
export type FeesBeforeRead = (
  pocId: string,
  patientId: string,
  /** The visit itself, if it exists already. */
  itself?: string,
) => Promise<Omit<EarlierFees, 'visit'>>;

/** The number of newest visits to read: enough for the days that fees count. */
const maxRead = 200;

/** Read from the views, since the visits are in other streams; nothing while the views are unavailable. */
export const feesBeforeIn =
  (desk: Pick<ReadStore, 'load' | 'query'>): FeesBeforeRead =>
  async (pocId, recordId, itself) => {
    try {
      const [patientId = recordId] = await personIn(desk, recordId);
      const newest = { where: { patientId }, order: [{ field: 'date', descending: true }], limit: maxRead } as const;
      const [visits, past] = await Promise.all([
        desk.query<AppointmentRow>({ view: 'appointments', ...newest }),
        desk.query<PastVisitRow>({ view: 'pastVisits', where: { patientId, pocId }, limit: maxRead }),
      ]);
      return feesBeforeOf(pocId, visits.rows, past.rows, itself);
    } catch (error) {
      return ifUnavailable(error, noEarlierFees);
    }
  };
