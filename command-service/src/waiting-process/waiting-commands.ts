import { clinicDate, defaultZone, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { daySlots } from '@dayline/contracts/clinic/slots';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Joining } from '@dayline/contracts/views/waiting-fold';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { type CommandContext, partOf, withoutSignal } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import { newAppointmentId, refusedAsErased } from '../doctor-day/appointment-commands.ts';
import { doctorDayContext } from '../doctor-day/day-commands.ts';
import { patientOf, recordIdsOf } from '../patient/patient-commands.ts';
import { ifUnavailable } from '../views/visit-before.ts';
import type { WaitingRead } from '../views/waiting.ts';
import { offeredUntil } from '../waiting/offer-times.ts';
import { acceptOffer, declineOffer, type OfOffer, ownEntry } from './answered-offers.ts';
import { dayNow, entryNow, holdNow, offerHeldPlace, onEntry, releaseLast, type WaitingDeps } from './held-places.ts';

const minuteMs = 60_000;

interface CommandDeps extends WaitingDeps {
  /** Both refuse a second entry of a patient; absent without views. */
  readonly waitingList?: WaitingRead | undefined;
  readonly log?: Pick<SealedLog, 'head'> | undefined;
}

/** @public */
export interface OfEntry {
  readonly waitingId: string;
}
/** @public */
export interface GivenPlace extends OfEntry {
  readonly pocId: string;
  readonly date: string;
  readonly time: string;
  readonly reason: string;
  /** The hold of another's offer of this time, which ends. Absent: a free place. */
  readonly instead?: string | undefined;
}
/** @public */
export interface OfferAnswer extends OfOffer {
  readonly answer: 'accept' | 'decline';
}

/** The waiting list as the desk changes it; `offered-places` offers what becomes free. */
export function waitingCommands(deps: CommandDeps) {
  return {
    joinWaitingList: (asked: Joining, by: CommandContext) => joinWaitingList(deps, asked, by),

    async leaveWaitingList({ waitingId }: OfEntry, by: CommandContext): Promise<Changed | Refusal> {
      const entry = await ownEntry(deps, waitingId, by);
      if (isRefusal(entry)) return entry;
      const outcome = await onEntry(deps, waitingId, { kind: 'leave', because: 'left' }, by);
      if (isRefusal(outcome)) return outcome;
      // The follower does the same if this process is killed here.
      await releaseLast(deps, waitingId, partOf(by, 'release'));
      return { position: outcome.position };
    },

    offerPlace: (place: GivenPlace, by: CommandContext) => offerPlace(deps, place, by),

    answerOffer: ({ answer, ...offer }: OfferAnswer, by: CommandContext): Promise<Changed | Refusal> =>
      answer === 'accept' ? acceptOffer(deps, offer, by) : declineOffer(deps, offer, by),
  };
}

async function joinWaitingList(
  deps: CommandDeps,
  asked: Joining,
  by: CommandContext,
): Promise<{ readonly waitingId: string; readonly position: string | null } | Refusal> {
  const waitingId = derivedFrom(by.commandId, 'waiting');
  const refused = (await entryNow(deps, waitingId)) ? null : await refusalOfJoining(deps, asked, by);
  if (refused) return refused;
  const outcome = await onEntry(deps, waitingId, { kind: 'join', ...asked }, by).catch(refusedAsErased);
  return isRefusal(outcome) ? outcome : { waitingId, position: outcome.position };
}

async function refusalOfJoining(deps: CommandDeps, asked: Joining, by: CommandContext): Promise<Refusal | null> {
  const { aggregates, rules } = deps;
  const patient = await patientOf(aggregates, asked.patientId, by.clientId);
  if (isRefusal(patient)) return patient;
  const { state: client } = await aggregates.clients.load(streams.client(by.clientId));
  // The booking would be refused.
  if (patient.email === null && client?.bookingNeedsEmail !== false) return refuse('patient.without-email');
  const today = clinicDate(by.now, client?.zone ?? defaultZone);
  const last = lastBookableDate(today, rules.horizonDays);
  if (asked.to < asked.from || asked.from < today || asked.to > last) return refuse('waiting.days');
  return (await waitsAlready(deps, asked, by)) ? refuse('waiting.already') : null;
}

/** Whether the person waits for the same in some of these days. */
async function waitsAlready(
  { aggregates, waitingList, log }: CommandDeps,
  asked: Joining,
  { clientId }: CommandContext,
): Promise<boolean> {
  if (!waitingList || !log) return false;
  // Advice: the desk can remove an entry.
  const rows = await waitingList.at(clientId, await log.head(), asked.from).catch((error) => ifUnavailable(error, []));
  const records = await recordIdsOf(aggregates, asked.patientId);
  return rows.some(
    (row) =>
      records.includes(row.patientId) &&
      row.pocId === asked.pocId &&
      row.departmentId === asked.departmentId &&
      row.from <= asked.to,
  );
}

/** Offers a free place, or one that is offered to another, out of turn. */
async function offerPlace(
  deps: CommandDeps,
  { waitingId, pocId, date, time, reason, instead }: GivenPlace,
  by: CommandContext,
): Promise<{ readonly appointmentId: string; readonly until: string; readonly position: string | null } | Refusal> {
  const { aggregates } = deps;
  const entry = await ownEntry(deps, waitingId, by);
  if (isRefusal(entry)) return entry;
  const doctor = await doctorOf(aggregates, pocId, by.clientId);
  if (isRefusal(doctor)) return doctor;
  const { state: client } = await aggregates.clients.load(streams.client(by.clientId));
  const zone = client?.zone ?? defaultZone;
  const startsAt = instantOf({ date, time }, zone);
  const last =
    offeredUntil(by.now, { startsAt, zone }) ?? (await lastInstant(deps, { pocId, date, time, startsAt }, by));
  const until = new Date(last).toISOString();
  const appointmentId = newAppointmentId({ pocId, date }, by);
  const place = { waitingId, appointmentId, time, until, reason, replaces: instead };
  const given = await offerHeldPlace(deps, entry, place, by);
  if (isRefusal(given)) return given;
  const other = instead === undefined ? undefined : (await holdNow(deps, instead))?.placed.data;
  if (other?.waitingId !== undefined) {
    // The follower does the same if this process is killed here.
    const declined = { kind: 'decline', appointmentId: other.appointmentId, because: 'givenAway' } as const;
    const ended = await onEntry(deps, other.waitingId, declined, withoutSignal(partOf(by, 'given away')));
    if (!isRefusal(ended) && ended.position !== null) return { appointmentId, ...given, position: ended.position };
  }
  return { appointmentId, ...given };
}

/** The start of a slot, or its end once it has begun, as the only one of a session that is still bookable. */
async function lastInstant(
  deps: CommandDeps,
  { pocId, date, time, startsAt }: Pick<GivenPlace, 'pocId' | 'date' | 'time'> & { readonly startsAt: number },
  { clientId, now }: CommandContext,
): Promise<number> {
  if (startsAt > now) return startsAt;
  const context = await doctorDayContext(deps.aggregates, deps.rules, { pocId, date, clientId, now });
  const { book } = await dayNow(deps, { pocId, date });
  const slot = daySlots(book, context).find((each) => each.time === time);
  return startsAt + (slot?.minutes ?? 0) * minuteMs;
}
