import { clinicDate, clinicNow, defaultZone, instantOf } from '@dayline/contracts/clinic/clinic-time';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import { firstNameOf } from '@dayline/contracts/words/message-text';
import type { Appointment } from '../doctor-day/state.ts';
import type { PatientState } from '../patient/patient.ts';
import { personIdOf } from '../patient/patient-commands.ts';
import type { WaitingDeps } from '../waiting-process/held-places.ts';
import { freeDayFrom } from './free-day.ts';
import { type OfferNow, offerNow } from './offer-now.ts';
import { currentOf, personOf } from './visit-now.ts';

/** What the link in a message is of. */
export interface VisitLink {
  /**
   * Any appointment of the visit, or the hold of an offered place: the link goes on with the visit that it becomes, where
   * it is moved.
   */
  readonly appointmentId: string;
  /** The record that the message was for. */
  readonly patientId: string;
  /** From when on free times are listed; undefined: they are not. */
  readonly freeFrom: string | undefined;
}

export type Shown = Pick<ResponseOf<'answerVisit'>, 'state' | 'visit' | 'free'>;

/** What a link shows, and the visit or the offered place that it can answer. */
export interface LinkedVisit {
  readonly shown: Shown;
  readonly current?: NonNullable<Awaited<ReturnType<typeof currentOf>>>;
  readonly offer?: OfferNow;
}

interface Asked {
  readonly clientId: string;
  readonly now: number;
}

const fresh = 0;
export const ended: Shown = { state: 'ended', visit: null };

/** The visit of a link where it is now, or its offered place, if the link is of its record. */
export async function linkedVisit(deps: WaitingDeps, link: VisitLink, asked: Asked): Promise<LinkedVisit> {
  const { aggregates } = deps;
  const { appointmentId, patientId, freeFrom } = link;
  const current = await currentOf(aggregates, appointmentId);
  if (!current) return linkedOffer(deps, link, asked);
  const { booked, time, place, confirmedAt } = current.appointment;
  const day = doctorDayOf(current.appointmentId);
  const person = await personOf(aggregates, patientId);
  const { patientId: owner } = booked.data;
  // The link of a record that the visit no longer belongs to shows nothing. An offered place is booked for the person.
  const isTheirs = owner === patientId || owner === (await personIdOf(aggregates, patientId, fresh));
  if (!isTheirs || !person || person.isErased) return { shown: ended };
  const at = { ...day, time, branchId: place.branchId };
  const { visit, zone, isOnRequest } = await visitAt(deps, at, { person, ...asked });
  const state = stateOf(current.appointment, instantOf({ date: day.date, time }, zone) <= asked.now);
  if (state !== 'open') return { shown: { state, visit: null } };
  const shown: Shown = { state: confirmedAt === time ? 'confirmed' : 'open', visit };
  if (freeFrom === undefined) return { shown, current };
  const today = clinicDate(asked.now, zone);
  const from = freeFrom < today ? today : freeFrom;
  const free = await freeDayFrom(deps, { ...current, isOnRequest }, { from, ...asked });
  return { shown: { ...shown, free }, current };
}

async function linkedOffer(
  deps: WaitingDeps,
  { appointmentId, patientId }: VisitLink,
  asked: Asked,
): Promise<LinkedVisit> {
  const offer = await offerNow(deps.aggregates, appointmentId);
  const person = await personOf(deps.aggregates, patientId);
  if (offer?.patientId !== patientId || !person || person.isErased) return { shown: ended };
  if (offer.isDeclined) return { shown: { state: 'declined', visit: null } };
  if (!offer.isOpen || offer.until <= asked.now) return { shown: { state: 'offerEnded', visit: null } };
  const { time, branchId, until } = offer;
  const at = { ...doctorDayOf(appointmentId), time, branchId };
  const { visit, zone } = await visitAt(deps, at, { person, ...asked });
  const { date: untilDate, time: untilTime } = clinicNow(until, zone);
  return {
    shown: { state: 'offered', visit: { ...visit, offeredUntil: { date: untilDate, time: untilTime } } },
    offer,
  };
}

/** No more than the message had. */
async function visitAt(
  { aggregates }: WaitingDeps,
  place: { readonly pocId: string; readonly date: string; readonly time: string; readonly branchId: number },
  { person, clientId }: { readonly person: PatientState; readonly clientId: string },
) {
  const { pocId, date, time, branchId } = place;
  const [{ state: client }, { state: doctor }] = await Promise.all([
    aggregates.clients.load(streams.client(clientId), fresh),
    aggregates.doctors.load(streams.doctor(pocId)),
  ]);
  const visit = {
    ...{ firstName: firstNameOf(person.name), hospital: client?.name ?? '', doctor: doctor?.name ?? '', date, time },
    branch: client?.branches.find(({ id }) => id === branchId)?.name ?? null,
  };
  return { visit, zone: client?.zone ?? defaultZone, isOnRequest: typeof doctor?.onRequest === 'string' };
}

const stateOf = ({ status, isMoving }: Appointment, hasBegun: boolean) => {
  if (status === 'Cancelled') return 'cancelled';
  if (isMoving) return 'moving';
  if (status !== 'Confirmed') return 'ended';
  return hasBegun ? 'past' : 'open';
};
