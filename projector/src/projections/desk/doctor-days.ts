import { foldDayBook, holdsPlace } from '@dayline/contracts/day-book';
import { isStatusEvent } from '@dayline/contracts/events/doctor-day';
import { placeOfDoctorDay, streamKey } from '@dayline/contracts/ids';
import { emptyDayBook } from '@dayline/contracts/slots';
import type { DoctorDayRow } from '@dayline/contracts/views';
import { noRows, notFolded, type View } from '../projection.ts';

/** A doctor's day: plan, blocks and bookings per time. Key: `{pocId}_{yyyymmdd}`. */
export const doctorDays: View<DoctorDayRow> = {
  name: 'doctorDays',
  indexes: [
    { name: 'byDoctor', fields: ['pocId', 'date'] },
    { name: 'byClient', fields: ['clientId', 'date'] },
  ],
  names(event) {
    if (isStatusEvent(event)) {
      // A mark doesn't change the places: nothing to write or send.
      const { statusBefore, statusAfter } = event.data;
      return holdsPlace(statusBefore) === holdsPlace(statusAfter) ? noRows : [streamKey(event.stream)];
    }
    switch (event.type) {
      case 'SlotsPlanned':
      case 'DayBlocked':
      case 'SlotsBlocked':
      case 'DayUnblocked':
      case 'SlotsUnblocked':
        return [streamKey(event.stream)];
      default:
        return noRows;
    }
  },
  fold(row, event, key) {
    const at = event.position;
    const before = row ?? { key, at, clientId: event.metadata.clientId, ...placeOfDoctorDay(key), ...emptyDayBook };
    // The fold keeps unrelated fields, so the result is a complete row.
    if (isStatusEvent(event)) return { ...before, ...foldDayBook(before, event), at };
    switch (event.type) {
      case 'SlotsPlanned':
      case 'DayBlocked':
      case 'SlotsBlocked':
      case 'DayUnblocked':
      case 'SlotsUnblocked':
        return { ...before, ...foldDayBook(before, event), at };
      default:
        return notFolded(event);
    }
  },
};
