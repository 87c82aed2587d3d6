import type { DeskChangesRow } from '@dayline/contracts/activity';
import { hoursTypes } from '@dayline/contracts/events/doctor-day';
import { doctorAccountTypes, doctorDetailTypes } from '@dayline/contracts/events/people';
import { type Change, forTypes, ignored, type View } from '../projection.ts';
import { aboutOf } from './about.ts';

const keptAtMost = 10;

const changedByDesk: Change<DeskChangesRow> = {
  rows(event) {
    const { pocId } = aboutOf(event);
    // The blocks of a leave belong to its start.
    const isOfDesk = event.metadata.actor.kind === 'admin' && !('leaveId' in event.data);
    return isOfDesk && pocId !== null ? [pocId] : [];
  },
  fold(row, { id: eventId, position, metadata: { clientId, recordedAt } }, key) {
    const changes = [{ eventId, recordedAt }, ...(row?.changes ?? [])].slice(0, keptAtMost);
    return { key, at: position, clientId, changes };
  },
};

/** The last changes that the desk made to a doctor's settings. Key: the doctor's id. */
export const deskChanges: View<DeskChangesRow, 'doctor' | 'doctorSchedule'> = {
  name: 'deskChanges',
  indexes: [],
  changes: {
    ...forTypes(doctorDetailTypes, changedByDesk),
    DoctorDepartmentChanged: changedByDesk,
    WeeklyScheduleSet: changedByDesk,
    ScheduleChangeWithdrawn: changedByDesk,
    ...forTypes(hoursTypes, changedByDesk),
    // Appended with any command that needs the day's plan.
    SlotsPlanned: null,
    LeaveStarted: changedByDesk,
    LeaveUndoStarted: changedByDesk,
    LeaveEnded: changedByDesk,
    ...ignored('DoctorAdded', ...doctorAccountTypes),
  },
};
