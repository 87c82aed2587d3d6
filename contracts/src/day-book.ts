import type { AppointmentStatus } from './appointments.ts';
import { type DoctorDayEvent, isStatusEvent } from './events/doctor-day.ts';
import type { DayBook } from './slots.ts';
import { unreachable } from './unreachable.ts';

/** Every status but Cancelled holds a place in its slot. */
export const holdsPlace = (status: AppointmentStatus | null): boolean => status !== null && status !== 'Cancelled';

/**
 * Folds one event into a doctor's day. Pure. The decider and the view share it, so decisions and screens agree. Returns
 * the same object if the event doesn't affect places.
 */
export function foldDayBook(book: DayBook, event: DoctorDayEvent): DayBook {
  if (isStatusEvent(event)) {
    const { time, statusBefore, statusAfter } = event.data;
    const change = Number(holdsPlace(statusAfter)) - Number(holdsPlace(statusBefore));
    return change === 0 ? book : { ...book, booked: countPlaces(book.booked, time, change) };
  }
  switch (event.type) {
    case 'SlotsPlanned':
      return { ...book, plan: { slots: event.data.slots, scheduleRevision: event.data.scheduleRevision } };
    case 'AppointmentPaymentRecorded':
    case 'AppointmentPaymentCorrected':
      return book;
    case 'DayBlocked':
      return { ...book, dayBlock: { reason: event.data.reason }, opened: [] };
    case 'SlotsBlocked': {
      const { times, reason } = event.data;
      const blocks = { ...book.blocks };
      for (const time of times) blocks[time] = { reason };
      return { ...book, blocks, opened: book.opened.filter((time) => !times.includes(time)) };
    }
    case 'DayUnblocked':
      return { ...book, dayBlock: null, opened: [], blocks: {} };
    case 'SlotsUnblocked': {
      const { times } = event.data;
      const blocks = { ...book.blocks };
      for (const time of times) delete blocks[time];
      // On a blocked day, list the freed times; on an open day nothing needs listing.
      const opened = book.dayBlock ? [...new Set([...book.opened, ...times])].sort() : book.opened;
      return { ...book, blocks, opened };
    }
    default:
      return unreachable(event);
  }
}

/** Omits times without bookings, so that equal books serialise to equal text. */
function countPlaces(booked: DayBook['booked'], time: string, change: number): DayBook['booked'] {
  const counted = { ...booked, [time]: (booked[time] ?? 0) + change };
  if (counted[time] === 0) delete counted[time];
  return counted;
}
