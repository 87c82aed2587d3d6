import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import {
  availabilityOf,
  availabilityOfSlot,
  blockedPlaces,
  canOverbook,
  freePlaces,
  openSlots,
} from '@dayline/contracts/clinic/day/availability';
import { lastBlockableDate, lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { nightOf } from '@dayline/contracts/clinic/schedule';
import {
  asksVisitKind,
  closeOf,
  type FreeQuotas,
  isFor,
  openOf,
  type Session,
} from '@dayline/contracts/clinic/sessions';
import { emptyDayBook, freeQuotas, isOnRequest, type Slot, spanOf } from '@dayline/contracts/clinic/slots';
import { refuse } from '@dayline/contracts/errors';
import { doctorDayKey, slotId } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { shownSession } from '../desk/cards.ts';
import type { DayDesk } from '../desk/desk.ts';
import { booksTo, heldUntil, openDays, overbookLimitOf, settingOf, slotsOn } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from './answer.ts';

/** A doctor's dates and times, including blocked and full ones (specification, section 7, "Availability"). */
export const availabilityQueries: Queries<
  'listDatesWithAvailability' | 'listTimesWithAvailability' | 'listBlockedSlots' | 'listDayHours',
  DayDesk
> = {
  async listDatesWithAvailability({ pocId, to, ...offered }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const last = lastBlockable(snapshot, doctor);
    const days = await openDays(snapshot, doctor, { to: to !== undefined && to > last ? last : to, ...offered });
    // A date with only closed slots is not offered.
    const open = days.filter(({ slots }) => openSlots(slots).length > 0);
    const limitOn = (date: string) => overbookLimitOf(snapshot, { clientId: doctor.clientId, date });
    return {
      body: open.map(({ date, slots }) => ({
        Schedule_Date: date,
        active_status: availabilityOf(slots),
        free: freePlaces(slots),
        ...opensOn(date, openSlots(slots)),
        ...(isLeftOnRequest(openSlots(slots)) && { onRequest: true as const }),
        ...(isFullOnly(openSlots(slots), limitOn(date)) && { overbook: true as const }),
      })),
    };
  },

  async listTimesWithAvailability({ pocId, date, ...offered }, snapshot) {
    const { directory, desk, clinicOf } = snapshot;
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const slots = openSlots(await slotsOn(snapshot, doctor, { date, ...offered }));
    const week = settingOf(snapshot, { clientId: doctor.clientId, pocId, date }).schedule?.week ?? [];
    const hasNights = week.some(({ timeIntervals }) => timeIntervals.some(({ endsNextDay }) => endsNextDay));
    const book =
      hasNights || slots.some(({ session }) => session?.quota)
        ? await desk.row('doctorDays', doctorDayKey(pocId, date))
        : null;
    // Hours of one date are not over midnight.
    const nights = new Map(
      hasNights && !book?.hours
        ? slots.map((slot) => [slot, slot.closed ? undefined : nightOf(week, date, slot.time)])
        : [],
    );
    const clinic = clinicOf(doctor.clientId);
    const limit = overbookLimitOf(snapshot, { clientId: doctor.clientId, date });
    /** Hours over a midnight are a session even without a session's fields. */
    const sessionKey = (slot: Slot) => slot.session ?? nights.get(slot)?.date ?? null;
    const sessions = [...new Set(slots.flatMap((slot) => sessionKey(slot) ?? []))];
    return {
      body: slots.map((slot) => {
        const { session } = slot;
        const key = sessionKey(slot);
        const night = nights.get(slot);
        const closes = closeOf(date, { time: slot.time, end: spanOf(slot).to, session }, offered.visit);
        const opens = openOf(date, session);
        const quotas = session?.quota && freeQuotas(book ?? emptyDayBook, slot, { slots, date, clinic });
        return {
          appointment_time: slot.time,
          active_status: availabilityOfSlot(slot),
          free: slot.free,
          capacity: slot.capacity,
          ...(canOverbook(slot, limit) && { overbook: true as const }),
          ...heldUntil(snapshot, doctor.clientId, slot),
          ...(sessions.length > 0 && { minutes: slot.minutes }),
          ...(slot.visitMinutes > slot.minutes && { visitMinutes: slot.visitMinutes }),
          ...(key && { sessionIndex: sessions.indexOf(key) }),
          ...(night && { night }),
          ...(opens && { opens }),
          ...(closes && { closes }),
          ...shownSession(session, directory),
          ...(!isFor(session, offered.patientClass) && { notForPatient: true as const }),
          ...(asksVisitKind(session) && { asksVisit: true as const }),
          ...(quotas && { lists: listsOf(quotas, session, placesOfSession(slots, session)) }),
        };
      }),
    };
  },

  /** A fully blocked day lists all of its slots, including those of hours added later. */
  async listBlockedSlots({ pocId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const books = await booksTo(snapshot, doctor, lastBlockable(snapshot, doctor));
    return {
      body: books.flatMap((book) =>
        blockedPlaces(book, settingOf(snapshot, book)).map(({ from, to, reason }) => ({
          schedule_date: book.date,
          start_time: from,
          end_time: to,
          Active_Status: 'blocked' as const,
          reason,
          slot_id: slotId(pocId, book.date, from),
        })),
      ),
    };
  },

  async listDayHours({ pocId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const books = await booksTo(snapshot, doctor, lastBlockable(snapshot, doctor));
    return {
      body: books.flatMap(({ date, hours }) =>
        hours ? [{ date, intervals: [...hours.intervals], reason: hours.reason }] : [],
      ),
    };
  },
};

/** Whether all slots are full but a time can be overbooked. */
const isFullOnly = (slots: readonly Slot[], limit: number): boolean =>
  freePlaces(slots) === 0 && slots.some((slot) => canOverbook(slot, limit));

/** Whether no more can be booked on a date, and some of its hours are on request. */
const isLeftOnRequest = (slots: readonly Slot[]): boolean =>
  slots.every(({ free }) => free === 0) &&
  slots.some((slot) => isOnRequest(slot) && !slot.blocked && !slot.passed && !slot.bookingsClosed);

/** When the first bookings of a date open, if all that is left of it opens later. */
function opensOn(date: string, slots: readonly Slot[]): { readonly opens?: ClinicTime } {
  if (slots.some(({ free }) => free > 0)) return {};
  const [opens] = slots
    .flatMap(({ notYetOpen, blocked, left, session }) =>
      notYetOpen && !blocked && left > 0 ? (openOf(date, session) ?? []) : [],
    )
    .sort((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1));
  return opens ? { opens } : {};
}

function lastBlockable({ clinicOf, horizonDays }: Snapshot<DayDesk>, { clientId }: DoctorRow): string {
  const today = clinicOf(clientId).date;
  return lastBlockableDate(today, lastBookableDate(today, horizonDays));
}

const placesOfSession = (slots: readonly Slot[], session: Session): number =>
  slots.reduce((sum, slot) => (slot.session === session ? sum + slot.capacity : sum), 0);

/** The quotas, with the remaining capacity of each. */
function listsOf(quotas: FreeQuotas, { quota }: Session, places: number) {
  const most = Math.min(places, quota?.total ?? Infinity);
  const aheadQuota = quota?.sameDay ? Math.max(0, most - quota.sameDay) : undefined;
  const ceilings = { ahead: aheadQuota, total: quota?.total, first: quota?.first, again: quota?.again };
  const lists: Partial<Record<keyof FreeQuotas, { readonly left: number; readonly of: number }>> = {};
  for (const name of ['ahead', 'total', 'first', 'again'] as const) {
    const ceiling = ceilings[name];
    if (ceiling !== undefined && quotas[name] !== Infinity) lists[name] = { left: quotas[name], of: ceiling };
  }
  return lists;
}
