import { type FeesBefore, feeRulesOf, feesBeforeOf, nothingBefore, type Pricing } from '@dayline/contracts/clinic/fees';
import { yearsOn } from '@dayline/contracts/clinic/identity';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import type { AppointmentRow, PastVisitRow } from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import { type VisitBefore, whileAway } from './visit-before.ts';

/** What a patient's visits say about the fee of the next one with a doctor. */
export type FeesBeforeRead = (pocId: string, patientId: string) => Promise<Omit<FeesBefore, 'visit'>>;

/** Of the newest visits, which are enough for the days that fees count. */
const mostRead = 200;

/** By the views, since the visits lie in other streams; nothing while they can't be read. */
export const feesBeforeIn =
  (desk: Pick<ReadStore, 'query'>): FeesBeforeRead =>
  async (pocId, patientId) => {
    const newest = { where: { patientId }, order: [{ field: 'date', descending: true }], limit: mostRead } as const;
    try {
      const [visits, past] = await Promise.all([
        desk.query<AppointmentRow>({ view: 'appointments', ...newest }),
        desk.query<PastVisitRow>({ view: 'pastVisits', where: { patientId, pocId }, limit: mostRead }),
      ]);
      return feesBeforeOf(pocId, visits.rows, past.rows);
    } catch (error) {
      return whileAway(error, nothingBefore);
    }
  };

type WithRules = Parameters<typeof feeRulesOf>[0];

/** Undefined where there is one fee alone. */
export async function pricingOf(
  deps: { readonly visitBefore?: VisitBefore | undefined; readonly feesBefore?: FeesBeforeRead | undefined },
  found: {
    readonly doctor: WithRules;
    readonly client: WithRules;
    readonly patient: Parameters<typeof yearsOn>[1];
    readonly pocId: string;
    readonly patientId: string;
    readonly date: string;
    /** As the desk says; by the patient's visits if absent. */
    readonly visit: VisitKind | null | undefined;
  },
): Promise<Pricing | undefined> {
  const { doctor, client, patient, pocId, patientId, date } = found;
  const rules = feeRulesOf(doctor, client);
  if (!rules) return undefined;
  const [visit = null, before = nothingBefore] = await Promise.all([
    found.visit ?? deps.visitBefore?.(pocId, patientId),
    deps.feesBefore?.(pocId, patientId),
  ]);
  return { rules, before: { ...before, visit }, age: yearsOn(date, patient) };
}
