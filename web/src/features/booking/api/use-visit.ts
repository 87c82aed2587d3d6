import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { useCall } from '../../../shared/api/hooks.ts';
import { correctedOf } from '../family.ts';
import type { BookingDraft } from './draft.ts';

/** Whether it is the patient's first visit to the doctor or a follow-up. */
export interface Visit {
  /** The desk's choice, or else derived from earlier visits. Undefined while these can't be read. */
  kind: VisitKind | undefined;
  /** Derived from earlier visits. */
  found: VisitKind | undefined;
  lastVisit: string | null;
  /** No request is pending any more. */
  isSettled: boolean;
}

export function useVisit(draft: BookingDraft): Visit {
  const userId = correctedOf(draft)?.userId;
  const { pocId } = draft.fields;
  const isAsked = userId !== undefined && pocId !== '';
  const before = useCall('getVisitBefore', { pocId, userId: userId ?? '' }, { enabled: isAsked });
  // A new patient comes for a first visit.
  const found = userId === undefined ? 'first' : before.data?.visit;
  return {
    kind: draft.visit ?? found,
    found,
    lastVisit: before.data?.lastVisit ?? null,
    // The booking doesn't wait for data that can't be read.
    isSettled: !isAsked || before.data !== undefined || before.failureCount > 0,
  };
}
