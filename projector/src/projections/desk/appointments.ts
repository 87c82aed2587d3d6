import { type Identity, noDetails, noIdentity, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { foldMoney, foldPresence } from '@dayline/contracts/day-book';
import { streamKey } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { hoursTypes, type PresenceEvent, type StatusEvent, statusTypes } from '@dayline/contracts/events/doctor-day';
import { holdTypes } from '@dayline/contracts/events/doctor-day/holds';
import { presenceTypes } from '@dayline/contracts/events/doctor-day/presence';
import { messageChoiceTypes, patientNoteTypes } from '@dayline/contracts/events/people';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { type DoctorDay, doctorDayKey, doctorDayOf } from '@dayline/contracts/ids';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import { isOfMergedRecord, ofPerson, personCopied, personRow, rowsOfMerge, withPerson } from '../merged-records.ts';
import {
  type Change,
  changed as changedRow,
  type EventOfType,
  forTypes,
  ignored,
  mustExist,
  PoisonEvent,
  type View,
} from '../projection.ts';
import { afterMerge, patientSearchOf } from './patients.ts';

/** The row, which must exist, as an event changed it. @throws PoisonEvent */
const changed = (row: AppointmentRow | null, event: RecordedDaylineEvent, fields: Partial<AppointmentRow>) =>
  changedRow(row, event, { changedAt: event.metadata.recordedAt, ...fields });

type Copied = Pick<PatientDetails, 'name' | 'phone' | 'email' | 'location'> & Identity;

/** The row's fields of the patient; null without a patient. */
const copyOf = ({ name, phone, email, location, uhid, sex, bornOn, ageText }: Copied, former?: string) => ({
  patientName: name,
  patientPhone: phone,
  patientEmail: email,
  patientLocation: location,
  patientIdentity: (uhid ?? sex ?? bornOn ?? ageText) === null ? null : { uhid, sex, bornOn, ageText },
  patientSearch: patientSearchOf({ name, phone, uhid }, former),
  ...(former !== undefined && { former }),
});

/** The patient that a row has a copy of. */
const copiedTo = (row: AppointmentRow): Copied => ({
  name: row.patientName,
  phone: row.patientPhone,
  email: row.patientEmail,
  location: row.patientLocation,
  ...(row.patientIdentity ?? noIdentity),
});

/** When, by whom and by which event the current status was set. */
const statusStamp = (event: RecordedDaylineEvent) => ({
  statusEventId: event.id,
  statusAt: event.metadata.recordedAt,
  statusBy: event.metadata.actor.name,
});

function doctorDayIn(event: RecordedDaylineEvent, appointmentId: string): DoctorDay {
  const { pocId, date } = doctorDayOf(appointmentId);
  if (doctorDayKey(pocId, date) === streamKey(event.stream)) return { pocId, date };
  throw new PoisonEvent(`${event.type} at ${event.position} names an appointment of another day than ${event.stream}`);
}

const named = ({ data }: { readonly data: { readonly appointmentId: string } }) => [data.appointmentId];
const ofPatient = ({ stream }: RecordedDaylineEvent) => [{ field: 'patientId', value: streamKey(stream) }];

const statusChanged: Change<AppointmentRow, Recorded<StatusEvent>> = {
  rows: named,
  fold(row, event) {
    const { statusAfter } = event.data;
    const { movingTo, ...before } = withPresence(row, event);
    if (statusAfter !== 'Moved')
      return changed({ ...before, ...(movingTo && { movingTo }) }, event, {
        status: statusAfter,
        ...statusStamp(event),
      });
    // In no list and no sum: see `movedAppointments`.
    return changed(before, event, { gone: true });
  },
};
const presenceChanged: Change<AppointmentRow, Recorded<PresenceEvent>> = {
  rows: named,
  fold: (row, event) => changed(withPresence(row, event), event, {}),
};

type MoneyEvent = EventOfType<
  | 'AppointmentPaymentRecorded'
  | 'AppointmentPaymentCorrected'
  | 'AppointmentMovedIn'
  | 'PaymentRefunded'
  | 'PaymentRefundUndone'
>;
const moneyChanged: Change<AppointmentRow, MoneyEvent> = {
  rows: named,
  fold: (row, event) => changed(row, event, moneyAfter(mustExist(row, event), event)),
};

function moneyAfter(
  { payment, due, payments }: Pick<AppointmentRow, 'payment' | 'due' | 'payments'>,
  event: MoneyEvent | EventOfType<'AppointmentRescheduled'>,
) {
  const before = { status: payment, due, payments };
  const after = foldMoney(before, event);
  if (after === before) return {};
  return { payment: after.status, due: after.due, payments: after.payments, moneyEventId: event.id };
}

function withPresence(row: AppointmentRow | null, event: Recorded<StatusEvent | PresenceEvent>): AppointmentRow {
  const { presence = null, ...others } = mustExist(row, event);
  const after = foldPresence(presence, event);
  return after ? { ...others, presence: after } : others;
}

/** The appointments of the merged record become the person's, or their own again; all of them copy the details anew. */
const merged: Change<AppointmentRow, EventOfType<'PatientMerged' | 'PatientUnmerged'>> = {
  rows: (event) => (isOfMergedRecord(event) ? rowsOfMerge(event) : ofPatient(event)),
  copiesFrom: {
    view: 'patients',
    key: (event) =>
      isOfMergedRecord(event) && event.type === 'PatientMerged' ? event.data.into : streamKey(event.stream),
  },
  fold(row, event, _key, others) {
    const before = mustExist(row, event);
    const isMergedRecord = isOfMergedRecord(event);
    const moved = isMergedRecord ? withPerson(before, event) : before;
    if (isMergedRecord && moved === before) return before;
    const { former: _, ...appointment } = moved;
    const patient = others.get('patients', moved.patientId) as PatientRow | null;
    if (!patient) return changed(appointment, event, {});
    // The event's own change of the patient's row isn't among the others yet.
    const person = streamKey(event.stream) === patient.key ? afterMerge(patient, event) : patient;
    return changed(appointment, event, copyOf(person, person.former));
  },
};

/**
 * Every appointment with its patient's name and contact details, by which lists search and sort. Key: the appointment's
 * id.
 */
export const appointments: View<AppointmentRow, 'doctorDay' | 'patient'> = {
  name: 'appointments',
  indexes: [
    // Also serves counts by branch.
    { name: 'byClientStatus', fields: ['clientId', 'status', 'date', 'time', 'key', 'patientSearch', 'branchId'] },
    { name: 'byClientStatusName', fields: ['clientId', 'status', 'patientSearch', 'date', 'time', 'key'] },
    { name: 'byClientDay', fields: ['clientId', 'date', 'time', 'key', 'patientSearch'] },
    // A doctor has few enough rows for one index to serve status, type and payment totals.
    { name: 'byDoctorDay', fields: ['pocId', 'date', 'time', 'key', 'status', 'type', 'payment', 'patientSearch'] },
    // For searches by name, which find patients first and may filter by status.
    { name: 'byPatient', fields: ['patientId', 'date', 'time', 'key', 'status'], neededByFold: true },
  ],
  changes: {
    ...forTypes(statusTypes, statusChanged),
    ...forTypes(presenceTypes, presenceChanged),
    AppointmentBooked: {
      rows: named,
      copiesFrom: personCopied(),
      fold(_, event, key, others) {
        const { patientId, time, minutes, type, statusAfter, branchId, session, patientClass } = event.data;
        const person = personRow(others, patientId);
        return {
          key,
          at: event.position,
          clientId: event.metadata.clientId,
          ...doctorDayIn(event, key),
          ...ofPerson(patientId, person),
          ...copyOf(person ?? noDetails, person?.former),
          time,
          minutes,
          type,
          status: statusAfter,
          ...{ payment: null, due: null, payments: [], moneyEventId: null },
          branchId,
          ...(session && { session }),
          ...(patientClass !== undefined && { patientClass }),
          bookedAt: event.metadata.recordedAt,
          ...statusStamp(event),
        };
      },
    },
    AppointmentRescheduled: {
      rows: named,
      fold(row, event) {
        const { time, minutes, branchId, session } = event.data;
        const { session: _, ...before } = mustExist(row, event);
        const place = { time, minutes, branchId, ...(session && { session }) };
        return changed(before, event, { ...place, ...moneyAfter(before, event) });
      },
    },
    AppointmentReassigned: {
      rows: named,
      copiesFrom: personCopied(),
      fold(row, event, _key, others) {
        const { bookedAs: _, former: _former, ...before } = mustExist(row, event);
        const { patientId } = event.data;
        const person = personRow(others, patientId);
        return changed(before, event, {
          ...ofPerson(patientId, person),
          ...copyOf(person ?? noDetails, person?.former),
        });
      },
    },
    AppointmentMoveStarted: {
      rows: named,
      fold(row, event) {
        const { to: appointmentId, toTime: time } = event.data;
        return changed(row, event, { movingTo: { appointmentId, time, by: event.metadata.actor.name } });
      },
    },
    AppointmentMoveAbandoned: {
      rows: named,
      fold(row, event) {
        const { movingTo: _, ...before } = mustExist(row, event);
        return changed(before, event, {});
      },
    },
    AppointmentMovedIn: {
      rows: named,
      fold: (row, event) =>
        changed(row, event, { visitId: event.data.visitId, ...moneyAfter(mustExist(row, event), event) }),
    },
    AppointmentMoveUndone: {
      rows: named,
      fold(row, event) {
        const { gone: _, ...before } = withPresence(row, event);
        return changed(before, event, { status: 'Confirmed', ...statusStamp(event) });
      },
    },
    AppointmentPaymentRecorded: moneyChanged,
    AppointmentPaymentCorrected: moneyChanged,
    PaymentRefunded: moneyChanged,
    PaymentRefundUndone: moneyChanged,
    FeeDecided: {
      rows: named,
      fold(row, event) {
        const { paise, rule, registration } = event.data;
        return changed(row, event, {
          fee: { paise, rule, registration, isOther: mustExist(row, event).due !== paise },
        });
      },
    },
    AppointmentOverbooked: {
      rows: named,
      fold: (row, event) => changed(row, event, { overbookedAt: mustExist(row, event).time }),
    },
    AppointmentConfirmedByPatient: {
      rows: named,
      fold: (row, event) => changed(row, event, { confirmedAt: event.data.time }),
    },
    PatientContacted: {
      rows: named,
      fold(row, event) {
        const { data, metadata } = event;
        const { reached, note } = data;
        return changed(row, event, {
          contact: { reached, note, at: metadata.recordedAt, by: metadata.actor.name },
        });
      },
    },
    PatientContactUndone: {
      rows: named,
      fold(row, event) {
        const { contact, note } = event.data;
        const { contact: _, ...others } = mustExist(row, event);
        return { ...others, at: event.position, ...(contact && { contact: { ...contact, note } }) };
      },
    },
    PatientDetailsCorrected: {
      rows: ofPatient,
      fold(row, event) {
        const before = mustExist(row, event);
        return changed(row, event, copyOf({ ...copiedTo(before), ...event.data }, before.former));
      },
    },
    PatientErased: {
      rows: ofPatient,
      fold(row, event) {
        const { contact, former: _, ...before } = mustExist(row, event);
        return changed(before, event, {
          ...copyOf(noDetails),
          ...(contact && { contact: { ...contact, note: null } }),
        });
      },
    },
    PatientMerged: merged,
    PatientUnmerged: merged,
    ...ignored(
      ...hoursTypes,
      'DoctorLatenessSet',
      ...holdTypes,
      ...patientNoteTypes,
      ...messageChoiceTypes,
      'MoveRefused',
      'PatientRegistered',
    ),
  },
};
