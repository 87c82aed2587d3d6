import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { correctedOf } from '../family.ts';
import type { BookingDraft } from './draft.ts';

/** The visit's fee as the server decides it at the booking; for an unknown patient the general one. */
export function useVisitFee(draft: BookingDraft) {
  const { clientId } = useIdentity();
  const { pocId, date, time, type } = draft.fields;
  const userId = correctedOf(draft)?.userId;
  return useCall(
    'getFeeOfVisit',
    // Cast is safe: without a type nothing is asked.
    {
      ...{ clientId, pocId, date, time, type: type as 'Direct Consultation' },
      ...(userId !== undefined && { userId }),
      ...(draft.visit && { visit: draft.visit }),
    },
    { enabled: pocId !== '' && date !== '' && time !== '' && type !== '' },
  ).data;
}
