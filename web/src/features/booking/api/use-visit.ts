import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { useCall } from '../../../shared/api/hooks.ts';
import { correctedOf } from '../family.ts';
import type { BookingDraft } from './draft.ts';

/** Whether the patient comes to the doctor for the first time or again. */
export interface Visit {
  /** The desk's choice, else derived from earlier visits. Undefined while these can't be read. */
  kind: VisitKind | undefined;
  /** By earlier visits. */
  found: VisitKind | undefined;
  lastVisit: string | null;
  /** Nothing is asked any more. */
  isSettled: boolean;
}

export function useVisit(draft: BookingDraft): Visit {
  const userId = correctedOf(draft)?.userId;
  const { pocId } = draft.fields;
  const isAsked = userId !== undefined && pocId !== '';
  const before = useCall('getVisitBefore', { pocId, userId: userId ?? '' }, { enabled: isAsked });
  // Somebody new comes for the first time.
  const found = userId === undefined ? 'first' : before.data?.visit;
  return {
    kind: draft.visit ?? found,
    found,
    lastVisit: before.data?.lastVisit ?? null,
    // The booking doesn't wait for what can't be read.
    isSettled: !isAsked || before.data !== undefined || before.failureCount > 0,
  };
}
