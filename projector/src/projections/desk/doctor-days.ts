import { emptyDayBook } from '@dayline/contracts/clinic/slots';
import { foldDayBook, holdsPlace } from '@dayline/contracts/day-book';
import type { Recorded } from '@dayline/contracts/events/definition';
import {
  type DoctorDayEvent,
  moneyTypes,
  noteTypes,
  type StatusEvent,
  statusTypes,
} from '@dayline/contracts/events/doctor-day';
import { moveSteps } from '@dayline/contracts/events/doctor-day/moves';
import { presenceTypes } from '@dayline/contracts/events/doctor-day/presence';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { DoctorDayRow } from '@dayline/contracts/views';
import { type Change, forTypes, ignored, ownRow, type View } from '../projection.ts';

const bookChanged: Change<DoctorDayRow, Recorded<DoctorDayEvent>> = {
  fold(row, event, key) {
    const { position: at, metadata } = event;
    const before = row ?? { key, at, clientId: metadata.clientId, ...doctorDayOf(key), ...emptyDayBook };
    // The fold keeps unrelated fields, so the result is a complete row.
    return { ...before, ...foldDayBook(before, event), at };
  },
};

const statusChanged: Change<DoctorDayRow, Recorded<StatusEvent>> = {
  ...bookChanged,
  /** A mark doesn't change the capacity: nothing to write or send. */
  rows(event) {
    const { statusBefore, statusAfter } = event.data;
    return holdsPlace(statusBefore) === holdsPlace(statusAfter) ? [] : ownRow(event);
  },
};

/** A doctor's day: plan, blocks and bookings per time. Key: `{pocId}_{yyyymmdd}`. */
export const doctorDays: View<DoctorDayRow, 'doctorDay'> = {
  name: 'doctorDays',
  indexes: [
    { name: 'byDoctor', fields: ['pocId', 'date'] },
    { name: 'byClient', fields: ['clientId', 'date'] },
  ],
  changes: {
    ...forTypes(statusTypes, statusChanged),
    AppointmentRescheduled: bookChanged,
    SlotsPlanned: bookChanged,
    DoctorLatenessSet: bookChanged,
    DayHoursSet: bookChanged,
    DayHoursCleared: bookChanged,
    DayBlocked: bookChanged,
    SlotsBlocked: bookChanged,
    DayUnblocked: bookChanged,
    SlotsUnblocked: bookChanged,
    PlaceHeld: bookChanged,
    HoldReleased: bookChanged,
    HoldLapsed: bookChanged,
    ...ignored(...presenceTypes, ...moneyTypes, ...noteTypes, ...moveSteps, 'AppointmentReassigned'),
  },
};
