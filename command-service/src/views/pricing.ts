import { feeRulesOf, noEarlierFees, type Pricing } from '@dayline/contracts/clinic/fees';
import { yearsOn } from '@dayline/contracts/clinic/identity';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import type { Views } from './views.ts';

type WithRules = Parameters<typeof feeRulesOf>[0];

/** Undefined if the doctor has no fee rules. */
export async function pricingOf(
  deps: {
    readonly visitBefore?: Views['visitBefore'] | undefined;
    readonly feesBefore?: Views['feesBefore'] | undefined;
  },
  found: {
    readonly doctor: WithRules;
    readonly client: WithRules;
    readonly patient: Parameters<typeof yearsOn>[1];
    readonly pocId: string;
    readonly patientId: string;
    readonly date: string;
    /** The desk's choice; absent: by the patient's earlier visits. */
    readonly visit: VisitKind | null | undefined;
    /** Set for a visit that is moved. */
    readonly ownId?: string;
  },
): Promise<Pricing | undefined> {
  const { doctor, client, patient, pocId, patientId, date } = found;
  const rules = feeRulesOf(doctor, client);
  if (!rules) return undefined;
  const [visit = null, before = noEarlierFees] = await Promise.all([
    found.visit ?? deps.visitBefore?.(pocId, patientId),
    deps.feesBefore?.(pocId, patientId, found.ownId),
  ]);
  return { rules, before: { ...before, visit }, age: yearsOn(date, patient) };
}
