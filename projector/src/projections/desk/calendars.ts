import { liftedDay, withDay } from '@dayline/contracts/clinic/calendar';
import type { CalendarRow } from '@dayline/contracts/views';
import type { View } from '../projection.ts';

/** A client's hospital days, past and lifted ones too. Key: the client's id. */
export const calendars: View<CalendarRow, 'clientCalendar'> = {
  name: 'calendars',
  indexes: [],
  changes: {
    HospitalDaySet: {
      fold: (row, { data, revision, position, metadata }, key) => ({
        key,
        at: position,
        clientId: key,
        ...withDay(row, { ...data, revision, by: metadata.actor.name, liftedFrom: null }),
      }),
    },
    HospitalDayLifted: {
      fold: (row, { data, revision, position }, key) => ({
        key,
        at: position,
        clientId: key,
        ...liftedDay(row, { ...data, revision }),
      }),
    },
  },
};
