import { addDays, type ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { bookingHorizonDays } from '@dayline/contracts/clinic/horizon';
import { useState } from 'react';
import { useCall, usePagedCall } from '../../../shared/api/hooks.ts';
import { useListAddress } from '../../../shared/list/list-address.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { cardsPerPage, pageOfNext, stripDays } from '../slots-rules.ts';

/** The session-storage keys of the specification (section 3), and the doctor they were stored for. */
const keys = { search: 'appointmentsSearchTerm', page: 'appointmentsCurrentPage' } as const;
const ofDoctorKey = 'appointmentsPocId';

/** A search and page stored for one doctor don't apply to another. */
function forgetOfOthers(pocId: string): void {
  const before = sessionStorage.getItem(ofDoctorKey);
  if (before !== null && before !== pocId) for (const key of Object.values(keys)) sessionStorage.removeItem(key);
  sessionStorage.setItem(ofDoctorKey, pocId);
}

/** Seven days of a doctor's slots. */
const useDays = (pocId: string, from: string) =>
  useCall('listSlotsOfDoctor', { clientId: useIdentity().clientId, pocId, from, to: addDays(from, stripDays - 1) });

/** A doctor's slots as the page shows them: a page of cards, and the seven days above it. */
export function useSlots(pocId: string, now: ClinicTime) {
  const { clientId } = useIdentity();
  useState(() => forgetOfOthers(pocId));
  const [week, setWeek] = useState(0);
  const first = useDays(pocId, now.date);
  const from = addDays(now.date, week * stripDays);
  const strip = useDays(pocId, from);
  // The first page is fixed on opening: a slot that passes later doesn't change the page.
  const [openIndex, setOpenIndex] = useState<number>();
  if (openIndex === undefined && first.data) setOpenIndex(pageOfNext(first.data.appointmentDetails, now));
  const address = useListAddress({ ...keys, firstPage: openIndex ?? 1 });
  const { debouncedSearch: search, isTyping, page } = address;
  const cards = usePagedCall(
    'listSlotsOfDoctor',
    { clientId, pocId, ...(search !== '' && { search }) },
    { page, pageSize: cardsPerPage },
    { enabled: !isTyping && (openIndex !== undefined || first.isError) },
  );
  const isLast = (week + 1) * stripDays > bookingHorizonDays;
  return {
    ...address,
    cards,
    from,
    strip,
    about: first.data ?? cards.data?.body,
    earlier: week > 0 ? () => setWeek(week - 1) : undefined,
    later: isLast ? undefined : () => setWeek(week + 1),
  };
}
