import { defaultZone, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { queueRuleOf } from '@dayline/contracts/clinic/queue';
import { streams } from '@dayline/contracts/events/categories';
import { requestedAt } from '@dayline/contracts/events/metadata';
import type { Language } from '@dayline/contracts/fields/language';
import { doctorDayOf } from '@dayline/contracts/ids';
import { lastChoice, noMessages } from '@dayline/contracts/patients/messages';
import type { client } from '../client/client.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Appointment, DoctorDayState } from '../doctor-day/state.ts';
import type { message, VisitNow } from '../message/message.ts';
import type { PatientState, patient } from '../patient/patient.ts';
import { type OfferAggregates, offerNow } from './offer-now.ts';
import { queueNow } from './queue-now.ts';

export interface MessageAggregates extends OfferAggregates {
  readonly clients: HandlerOf<typeof client>;
  readonly patients: HandlerOf<typeof patient>;
  readonly messages: HandlerOf<typeof message>;
}

/** More moves of a visit than anybody makes. */
const maxMoves = 1_000;
const fresh = 0;

/**
 * The first appointment of the visit that an appointment belongs to, which for an offered place is its hold; null if it
 * doesn't exist.
 */
export async function visitIdOf(aggregates: MessageAggregates, appointmentId: string): Promise<string | null> {
  const found = await appointmentOf(aggregates, appointmentId);
  if (found) return found.movedIn?.data.visitId ?? appointmentId;
  return (await offerNow(aggregates, appointmentId)) ? appointmentId : null;
}

/** @param visitId the visit's first appointment, or the hold of an offered place */
export async function visitNow(
  aggregates: MessageAggregates,
  visitId: string,
  clientId: string,
): Promise<VisitNow | null> {
  const [first, current] = [await appointmentOf(aggregates, visitId), await currentOf(aggregates, visitId)];
  const { state: settings } = await aggregates.clients.load(streams.client(clientId), fresh);
  const zone = settings?.zone ?? defaultZone;
  if (!first) return offeredVisit(aggregates, visitId, { zone, settings: settings?.messages ?? noMessages });
  if (!current) return null;
  const { appointmentId, appointment, day } = current;
  const { patientId } = appointment.booked.data;
  const change = lastChangeOf(appointment);
  const { booked } = first;
  return {
    ...{ visitId, appointmentId, patientId, zone },
    minutes: appointment.minutes,
    branchId: appointment.place.branchId,
    status: appointment.status === 'Confirmed' || appointment.status === 'Cancelled' ? appointment.status : 'marked',
    startsAt: startOf(appointmentId, appointment.time, zone),
    bookedAt: requestedAt(booked.metadata),
    changedAt: requestedAt(change.metadata),
    causedBy: change.id,
    isMove: isMoveOf(appointment, change.type),
    bookedByPatient:
      booked.metadata.actor.kind === 'patient'
        ? { appointmentId: visitId, startsAt: startOf(visitId, booked.data.time, zone) }
        : null,
    queue: queueNow(day, appointment, queueRuleOf(settings)),
    settings: settings?.messages ?? noMessages,
    refusal: await refusalOfPatient(aggregates, patientId),
  };
}

const startOf = (appointmentId: string, time: string, zone: string): number =>
  instantOf({ date: doctorDayOf(appointmentId).date, time }, zone);

/** The place that a hold offers, which is not booked. */
async function offeredVisit(
  aggregates: MessageAggregates,
  visitId: string,
  ofClient: Pick<VisitNow, 'zone' | 'settings'>,
): Promise<VisitNow | null> {
  const offer = await offerNow(aggregates, visitId);
  if (!offer) return null;
  const { patientId, minutes, branchId, causedBy, heldAt, until, isOpen, time } = offer;
  return {
    ...{ visitId, appointmentId: visitId, patientId, minutes, branchId, causedBy, ...ofClient },
    ...{ bookedAt: heldAt, changedAt: heldAt, isMove: false, bookedByPatient: null, queue: null },
    ...{ status: isOpen ? 'Offered' : 'offerEnded', offeredUntil: until },
    startsAt: startOf(visitId, time, ofClient.zone),
    refusal: await refusalOfPatient(aggregates, patientId),
  };
}

/** Where the visit of an appointment is now; null if it doesn't exist. */
export async function currentOf(
  aggregates: Pick<MessageAggregates, 'days'>,
  startId: string,
): Promise<{ readonly appointmentId: string; readonly appointment: Appointment; readonly day: DoctorDayState } | null> {
  let appointmentId = startId;
  for (let moves = 0; moves <= maxMoves; moves += 1) {
    const day = await dayOf(aggregates, doctorDayOf(appointmentId));
    const appointment = day.appointments.get(appointmentId);
    if (!appointment) return null;
    if (appointment.status !== 'Moved' || !appointment.moving) return { appointmentId, appointment, day };
    appointmentId = appointment.moving.data.to;
  }
  return null;
}

/** Read now. */
export const appointmentOf = async (
  aggregates: Pick<MessageAggregates, 'days'>,
  appointmentId: string,
): Promise<Appointment | undefined> =>
  (await dayOf(aggregates, doctorDayOf(appointmentId))).appointments.get(appointmentId);

/** Read now. */
export const dayOf = async (
  { days }: Pick<MessageAggregates, 'days'>,
  { pocId, date }: { readonly pocId: string; readonly date: string },
): Promise<DoctorDayState> => (await days.load(streams.doctorDay(pocId, date), fresh)).state;

/** The last event that set the status, the day, the doctor or the time. */
function lastChangeOf({ booked, lanes }: Appointment) {
  const [status, time] = [lanes.status.at(-1) ?? booked, lanes.time.at(-1)];
  return time && time.position > status.position ? time : status;
}

const isMoveOf = ({ movedIn }: Appointment, type: string): boolean =>
  type === 'AppointmentRescheduled' ||
  type === 'AppointmentMoveUndone' ||
  (type === 'AppointmentBooked' && movedIn !== null);

/** The record that stands for a record's person, as it is now. */
export async function personOf(
  { patients }: Pick<MessageAggregates, 'patients'>,
  patientId: string,
): Promise<PatientState | null> {
  const { state } = await patients.load(streams.patient(patientId), fresh);
  const into = state?.mergedInto?.into;
  if (into === undefined || state?.isErased) return state;
  return (await patients.load(streams.patient(into), fresh)).state;
}

/** A person's own record, and those that are merged into it. */
async function recordsOf({ patients }: Pick<MessageAggregates, 'patients'>, person: PatientState) {
  const merged = await Promise.all(
    person.merged.map((record) => patients.load(streams.patient(record.patientId), fresh)),
  );
  return [person, ...merged.map(({ state }) => state)];
}

/** The language of the messages to a person; null: the hospital's. */
export async function languageOf(aggregates: MessageAggregates, person: PatientState): Promise<Language | null> {
  const records = await recordsOf(aggregates, person);
  return lastChoice(records.map((record) => record?.messageLanguage))?.language ?? null;
}

/** Why the person of a record gets no message at this moment; null if nothing is against it. */
export async function refusalOfPatient(aggregates: MessageAggregates, patientId: string): Promise<VisitNow['refusal']> {
  const person = await personOf(aggregates, patientId);
  if (!person || person.isErased || person.leavings.some(({ to }) => to === null)) return 'erased';
  const records = await recordsOf(aggregates, person);
  if (lastChoice(records.map((record) => record?.messageChoice))?.accepted === false) return 'declined';
  return person.email === null || person.email === '' ? 'noAddress' : null;
}
