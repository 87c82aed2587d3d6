import { availabilityOfSlot, placesOf } from '@dayline/contracts/clinic/day/availability';
import { weekdayOf } from '@dayline/contracts/clinic/schedule';
import { closeOf, openOf } from '@dayline/contracts/clinic/sessions';
import { spanOf } from '@dayline/contracts/clinic/slots';
import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import { refuse } from '@dayline/contracts/errors';
import { fold } from '@dayline/contracts/fold';
import { clockWords, dateWords } from '@dayline/contracts/words/dates';
import { shownSession } from '../desk/cards.ts';
import type { DayDesk } from '../desk/desk.ts';
import type { Directory } from '../desk/directory.ts';
import { daysToCome, heldUntil, type UpcomingDay } from '../desk/doctor-days.ts';
import { type ListSlice, pageOfList } from '../paging/page-of-list.ts';
import type { Queries } from './answer.ts';

/** The client whose slots they are, with its names. */
interface OfClient {
  readonly clientId: string;
  readonly directory: Directory;
}

const groupsOf = ({ date, slots }: UpcomingDay, { clientId, directory }: OfClient): SlotGroup[] => {
  const day = weekdayOf(date);
  return slots().map((slot) => {
    const closes = closeOf(date, { ...slot, end: spanOf(slot).to });
    const opens = openOf(date, slot.session);
    return {
      day,
      date,
      time: slot.time,
      minutes: slot.minutes,
      noOfAppointments: slot.booked,
      totalSlots: slot.capacity,
      active_status: availabilityOfSlot(slot),
      free: slot.free,
      places: placesOf(slot),
      ...heldUntil({ directory }, clientId, slot),
      closed: slot.closed,
      ...shownSession(slot.session, directory),
      ...(opens && { opens }),
      ...(closes && { closes }),
      ...(slot.bookingsClosed && { bookingsClosed: true as const }),
    };
  });
};

/** One card per slot, by time; only the days on a page are computed. */
export const slotGroups = (days: readonly UpcomingDay[], client: OfClient): ListSlice<SlotGroup> => ({
  length: days.reduce((sum, { count }) => sum + count, 0),
  slice(from, to) {
    const groups: SlotGroup[] = [];
    let before = 0;
    for (const day of days) {
      const start = Math.max(0, from - before);
      const end = Math.min(day.count, to - before);
      if (start < end) groups.push(...groupsOf(day, client).slice(start, end));
      before += day.count;
    }
    return groups;
  },
});

/**
 * "Appointment search (slots): case-insensitive substring on date, day and time." (specification, section 5) Date and
 * time match in their wire format and as displayed, and also in common typed forms: '27 Nov', '9 am' for all of the
 * hour.
 * @param searchText the search, folded
 */
export function matchesSlot({ date, day, time }: SlotGroup, searchText: string): boolean {
  const [shownDate, shownTime] = [dateWords(date), clockWords(time)];
  const isTyped = [shownDate.split(' ').reverse().join(' '), shownTime.replace(/:\d\d/, '')].some(
    (text) => text.toLowerCase() === searchText,
  );
  return isTyped || [date, shownDate, day, time, shownTime].some((text) => text.toLowerCase().includes(searchText));
}

/** Later than any slot's date. */
const lastDate = '9999-12-31';

/** "`/api/appointments` lists every slot from today to the horizon, booked or not" (decisions). */
export const slotGroupsQueries: Queries<'listSlotsOfDoctor', DayDesk> = {
  async listSlotsOfDoctor({ clientId, pocId, from = '', to = lastDate, search = '', ...paging }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    const client = snapshot.directory.client(clientId);
    if (!doctor || doctor.clientId !== clientId) return refuse('access.foreign');
    const days = await daysToCome(snapshot, doctor);
    const inRange = days.filter(({ date }) => date >= from && date <= to);
    const all = slotGroups(inRange, { clientId, directory: snapshot.directory });
    const searchText = fold(search);
    const found = searchText === '' ? all : all.slice(0, all.length).filter((group) => matchesSlot(group, searchText));
    const page = pageOfList(found, paging);
    if ('refused' in page) return page;
    return {
      body: {
        clientName: client?.name ?? 'Unknown Client',
        pocName: doctor.name,
        pocSpecialization: doctor.specialization,
        departmentId: doctor.departmentId,
        appointmentDetails: [...page.rows],
      },
      total: page.total,
      next: page.next,
    };
  },
};
