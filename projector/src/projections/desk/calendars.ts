import { liftedDay, withDay } from '@dayline/contracts/clinic/calendar';
import { doctorOfLeave } from '@dayline/contracts/ids';
import type { LeaveViewRow } from '@dayline/contracts/views';
import type { CalendarRow } from '@dayline/contracts/views/directory';
import { changed, mustExist, type View } from '../projection.ts';

/** A client's hospital days, including past and removed ones. Key: the client's id. */
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

/** Leaves with what happened to each appointment. Key: the leave's id. */
export const leaves: View<LeaveViewRow, 'leave'> = {
  name: 'leaves',
  indexes: [{ name: 'byDoctor', fields: ['pocId', 'startedAt', 'key'] }],
  changes: {
    LeaveStarted: {
      fold(_, { data, position, metadata }, key) {
        const { from, to, hours, reason, appointments } = data;
        const open = { outcome: null, movedTo: null, code: null, at: null };
        return {
          ...{ key, at: position, clientId: metadata.clientId, pocId: doctorOfLeave(key) },
          ...{ from, to, hours, reason, by: metadata.actor.name, startedAt: metadata.recordedAt },
          rows: appointments.map((row) => ({ ...row, ...open })),
          ...{ state: 'running', settledAt: null, stopped: null },
        };
      },
    },
    LeaveStopped: {
      fold: (row, event) => changed(row, event, { state: 'stopped', stopped: event.data }),
    },
    LeaveDaysBlocked: null,
    LeaveRowSettled: {
      fold(row, event) {
        const { appointmentId, eventId: _, ...outcome } = event.data;
        const outcomeRow = { ...outcome, at: event.metadata.recordedAt };
        const rows = mustExist(row, event).rows.map((row) =>
          row.appointmentId === appointmentId ? { ...row, ...outcomeRow } : row,
        );
        return changed(row, event, { rows });
      },
    },
    LeaveSettled: {
      fold: (row, event) => changed(row, event, { state: 'settled', settledAt: event.metadata.recordedAt }),
    },
    LeaveUndoStarted: { fold: (row, event) => changed(row, event, { state: 'undoing' }) },
    LeaveEnded: { fold: (row, event) => changed(row, event, { state: 'ended' }) },
    LeaveDaysOpened: {
      fold(row, event) {
        const { state } = mustExist(row, event);
        return changed(row, event, { state: state === 'undoing' ? 'undone' : state });
      },
    },
  },
};
