import { foldDayBook, holdsPlace } from '@dayline/contracts/day-book';
import { placeOfDoctorDay, streamKey } from '@dayline/contracts/ids';
import { emptyDayBook } from '@dayline/contracts/slots';
import type { DoctorDayRow } from '@dayline/contracts/views';
import { noRows, type View } from '../projection.ts';

/** A doctor's day: plan, blocks and places taken. Key: `{pocId}_{yyyymmdd}`. */
export const doctorDays: View<DoctorDayRow> = {
  name: 'doctorDays',
  indexes: [
    { name: 'byDoctor', fields: ['pocId', 'date'] },
    { name: 'byClient', fields: ['clientId', 'date'] },
  ],
  names(event) {
    switch (event.type) {
      case 'AppointmentBooked':
      case 'AppointmentCancelled':
      case 'AppointmentMarkedVisited':
      case 'AppointmentMarkedNotVisited':
      case 'AppointmentMarkUndone':
      case 'AppointmentCancellationUndone':
      case 'AppointmentStatusCorrected':
        // A mark leaves the places as they are: nothing to write, nothing to send.
        return holdsPlace(event.data.statusBefore) === holdsPlace(event.data.statusAfter)
          ? noRows
          : [streamKey(event.stream)];
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
    switch (event.type) {
      case 'SlotsPlanned':
      case 'AppointmentBooked':
      case 'AppointmentCancelled':
      case 'AppointmentMarkedVisited':
      case 'AppointmentMarkedNotVisited':
      case 'AppointmentMarkUndone':
      case 'AppointmentCancellationUndone':
      case 'AppointmentStatusCorrected':
      case 'DayBlocked':
      case 'SlotsBlocked':
      case 'DayUnblocked':
      case 'SlotsUnblocked':
        // The fold keeps whatever it is not about, so the row comes out with its own fields.
        return { ...before, ...foldDayBook(before, event), at };
      default:
        return before;
    }
  },
};
