import { refuse } from '@dayline/contracts/errors';
import { weekdayOf } from '@dayline/contracts/schedule';
import { type DayOfSlots, openDays } from '../desk/doctor-days.ts';
import { pageOfList } from '../paging/page-of-list.ts';
import { clockWords, dateWords } from '../words.ts';
import type { Slice } from './answer.ts';

/** One card a slot, in the order of time. */
export const slotGroups = (days: readonly DayOfSlots[]) =>
  days.flatMap(({ date, slots }) =>
    slots.map(({ time, booked, capacity }) => ({
      day: weekdayOf(date),
      date,
      time,
      noOfAppointments: booked,
      totalSlots: capacity,
    })),
  );
type SlotGroup = ReturnType<typeof slotGroups>[number];

/**
 * "Appointment search (slots): case-insensitive substring on date, day and time." (specification, section 5) The date and
 * the time are found as they travel and as they are shown.
 */
export function matchesSlot({ date, day, time }: SlotGroup, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return true;
  return [date, dateWords(date), day, time, clockWords(time)].some((text) => text.toLowerCase().includes(wanted));
}

/** "`/api/appointments` lists every slot from today to the horizon, booked or not" (decisions). */
export const slotGroupsSlice: Slice<'listSlotsOfDoctor'> = {
  async listSlotsOfDoctor({ clientId, pocId, search = '', ...paging }, reading) {
    const doctor = reading.directory.doctor(pocId);
    const client = reading.directory.client(clientId);
    if (!doctor || doctor.clientId !== clientId) return refuse('access.foreign');
    const groups = slotGroups(await openDays(reading, doctor)).filter((group) => matchesSlot(group, search));
    const page = pageOfList(groups, paging);
    if ('refused' in page) return page;
    return {
      body: {
        clientName: client?.name ?? 'Unknown Client',
        pocName: doctor.name,
        pocSpecialization: doctor.specialization,
        appointmentDetails: [...page.rows],
      },
      total: page.total,
      next: page.next,
    };
  },
};
