import { streamKey } from '@dayline/contracts/events/categories';
import { hoursTypes, moneyTypes, noteTypes, statusTypes } from '@dayline/contracts/events/doctor-day';
import { holdTypes } from '@dayline/contracts/events/doctor-day/holds';
import { moveSteps } from '@dayline/contracts/events/doctor-day/moves';
import { presenceTypes } from '@dayline/contracts/events/doctor-day/presence';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { MovedAppointmentRow } from '@dayline/contracts/views';
import { mergeChanges, ofPerson, personCopied, personRow } from '../merged-records.ts';
import { changed, ignored, mustExist, type View } from '../projection.ts';

/** Appointments that were moved to another day or doctor. Key: the appointment's id. */
export const movedAppointments: View<MovedAppointmentRow, 'doctorDay'> = {
  name: 'movedAppointments',
  indexes: [
    { name: 'byClient', fields: ['clientId', 'isUndo', 'movedAt', 'key'] },
    { name: 'byDoctor', fields: ['pocId', 'isUndo', 'movedAt', 'key'] },
    { name: 'byClientDay', fields: ['clientId', 'date', 'time', 'key'] },
    { name: 'byDoctorDay', fields: ['pocId', 'date', 'time', 'key'] },
    { name: 'byPatient', fields: ['patientId', 'date', 'time', 'key'], neededByFold: true },
    { name: 'byVisit', fields: ['visitId', 'key'] },
  ],
  changes: {
    ...ignored(
      ...statusTypes,
      ...presenceTypes,
      ...hoursTypes,
      'DoctorLatenessSet',
      ...moneyTypes,
      ...noteTypes,
      ...moveSteps,
      ...holdTypes,
    ),
    AppointmentMovedAway: {
      rows: ({ data }) => [data.appointmentId],
      copiesFrom: personCopied(),
      fold(_, { data, stream, metadata, position: at }, key, others) {
        const { patientId, time, type, to, visitId, undoneEventId } = data;
        const { clientId, recordedAt: movedAt, actor } = metadata;
        const when = { ...doctorDayOf(streamKey(stream)), time };
        const move = { to, visitId, isUndo: undoneEventId !== null, movedAt, movedBy: actor.name };
        return { key, at, clientId, ...ofPerson(patientId, personRow(others, patientId)), type, ...when, ...move };
      },
    },
    AppointmentMoveUndone: {
      rows: ({ data }) => [data.appointmentId],
      fold: (row, event) => changed(row, event, { gone: true }),
    },
    AppointmentReassigned: {
      rows: ({ data }) => (data.status === 'Moved' ? [data.appointmentId] : []),
      copiesFrom: personCopied(),
      fold(row, event, _key, others) {
        const { bookedAs: _, ...before } = mustExist(row, event);
        const { patientId } = event.data;
        return changed(before, event, ofPerson(patientId, personRow(others, patientId)));
      },
    },
    ...mergeChanges<MovedAppointmentRow>(),
    ...ignored('AppointmentRescheduled'),
  },
};
