import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { correctedOf } from '../family.ts';
import type { BookingDraft } from './draft.ts';

/** The visit's fee as the server determines it at booking; the general one for an unknown patient. */
export function useVisitFee(draft: BookingDraft) {
  const { clientId } = useIdentity();
  const { pocId, date, time, type } = draft.fields;
  const userId = correctedOf(draft)?.userId;
  return useCall(
    'getFeeOfVisit',
    // Cast is safe: without a type no request is sent.
    {
      ...{ clientId, pocId, date, time, type: type as 'Direct Consultation' },
      ...(userId !== undefined && { userId }),
      ...(draft.visit && { visit: draft.visit }),
      ...(draft.patientClass !== '' && { patientClass: draft.patientClass }),
    },
    { enabled: pocId !== '' && date !== '' && time !== '' && type !== '' },
  ).data;
}
