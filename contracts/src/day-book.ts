import type { AppointmentStatus } from './appointments.ts';
import type { DoctorDayEvent } from './events/doctor-day.ts';
import type { DayBook } from './slots.ts';

/** Every status but Cancelled holds a place in its slot. */
export const holdsPlace = (status: AppointmentStatus | null): boolean => status !== null && status !== 'Cancelled';

/**
 * A doctor's day after one more event of its stream. Pure; the decider and the view fold by it, so that what is decided
 * and what is shown agree. Gives the same book where the event says nothing about places.
 */
export function foldDayBook(book: DayBook, event: DoctorDayEvent): DayBook {
  switch (event.type) {
    case 'SlotsPlanned':
      return { ...book, plan: { slots: event.data.slots, scheduleRevision: event.data.scheduleRevision } };
    case 'AppointmentPaymentRecorded':
      return book;
    case 'AppointmentBooked':
    case 'AppointmentMarkedVisited':
    case 'AppointmentMarkedNotVisited':
    case 'AppointmentCancelled':
    case 'AppointmentMarkUndone':
    case 'AppointmentCancellationUndone':
    case 'AppointmentStatusCorrected': {
      const { time, statusBefore, statusAfter } = event.data;
      const change = Number(holdsPlace(statusAfter)) - Number(holdsPlace(statusBefore));
      return change === 0 ? book : { ...book, booked: countPlaces(book.booked, time, change) };
    }
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
      // On a blocked day the freed times are named; on an open one nothing is left to name.
      const opened = book.dayBlock ? [...new Set([...book.opened, ...times])].sort() : book.opened;
      return { ...book, blocks, opened };
    }
    default:
      return event satisfies never;
  }
}

/** A time without bookings has no entry, so that equal books have equal text. */
function countPlaces(booked: DayBook['booked'], time: string, change: number): DayBook['booked'] {
  const { [time]: before = 0, ...others } = booked;
  const after = before + change;
  return after === 0 ? others : { ...booked, [time]: after };
}
