import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { type DoctorDay, doctorDayOf } from '@dayline/contracts/ids';
import type { WaitingEntry } from '@dayline/contracts/views/waiting-fold';
import type { StoredEvent } from '@dayline/event-log/port';
import { type CommandContext, partOf, withoutSignal } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { onRequestNow, refusedAsErased } from '../doctor-day/appointment-commands.ts';
import { type DayDeps, onDoctorDay } from '../doctor-day/day-commands.ts';
import type { DoctorDayState, HeldPlace } from '../doctor-day/state.ts';
import { refusalIfRemoved } from '../patient/patient.ts';
import { personIdOf, recordIdsOf } from '../patient/patient-commands.ts';
import type { WaitingCommand, waiting } from '../waiting/waiting.ts';

export interface WaitingDeps extends DayDeps {
  readonly aggregates: DayDeps['aggregates'] & { readonly waiting: HandlerOf<typeof waiting> };
}

const fresh = 0;

export const entryNow = async ({ aggregates }: WaitingDeps, waitingId: string): Promise<WaitingEntry | null> =>
  (await aggregates.waiting.load(streams.waiting(waitingId), fresh)).state;

export const onEntry = ({ aggregates }: WaitingDeps, waitingId: string, command: WaitingCommand, by: CommandContext) =>
  aggregates.waiting.execute({ stream: streams.waiting(waitingId), command, context: undefined, by });

export const dayNow = async ({ aggregates }: DayDeps, { pocId, date }: DoctorDay): Promise<DoctorDayState> =>
  (await aggregates.days.load(streams.doctorDay(pocId, date), fresh)).state;

export const holdNow = async (deps: DayDeps, appointmentId: string): Promise<HeldPlace | undefined> =>
  (await dayNow(deps, doctorDayOf(appointmentId))).holds.get(appointmentId);

/** Frees the place of an offer that has ended; nothing if it is booked, or free already. */
export async function releasePlace(deps: DayDeps, appointmentId: string, by: CommandContext): Promise<void> {
  const held = await holdNow(deps, appointmentId);
  if (held?.ended !== null) return;
  const { id: holder } = held.placed.metadata.actor;
  const release = { kind: 'releaseHold', appointmentId, holder } as const;
  await onDoctorDay(deps, doctorDayOf(appointmentId), release, withoutSignal(by));
}

/** Frees the place that was offered last to an entry that has left the list. */
export async function releaseLast(deps: WaitingDeps, waitingId: string, by: CommandContext): Promise<void> {
  const { state } = await deps.aggregates.waiting.load(streams.waiting(waitingId), fresh);
  const last = [...(state?.placeTimes.keys() ?? [])].at(-1);
  if (last !== undefined) await releasePlace(deps, last, by);
}

/**
 * Ends the offer of a place that is no longer held for it.
 * @param release the event that released the place; its command has given the place to another if it holds one as well
 */
export async function endOffer(
  deps: WaitingDeps,
  appointmentId: string,
  by: CommandContext,
  release?: Pick<StoredEvent, 'metadata'>,
): Promise<void> {
  const { appointments, holds } = await dayNow(deps, doctorDayOf(appointmentId));
  const { placed, ended = null } = holds.get(appointmentId) ?? {};
  const waitingId = placed?.data.waitingId;
  if (waitingId === undefined || ended === null) return;
  const isGivenAway =
    ended === 'released' &&
    [...holds.values()].some((held) => held.placed.metadata.commandId === release?.metadata.commandId);
  const booking = ended === 'booked' ? appointments.get(appointmentId)?.booked : undefined;
  const { actor = by.actor } = (isGivenAway ? release?.metadata : booking?.metadata) ?? {};
  const command: WaitingCommand =
    ended === 'booked'
      ? { kind: 'accept', appointmentId }
      : isGivenAway
        ? { kind: 'decline', appointmentId, because: 'givenAway' }
        : { kind: 'lapse', appointmentId, because: ended === 'lapsed' ? 'unanswered' : 'ended' };
  await onEntry(deps, waitingId, command, { ...partOf(by, `ended ${appointmentId}`), actor });
}

export interface OfferedPlace {
  readonly waitingId: string;
  /** Of the hold, and of the appointment to come. */
  readonly appointmentId: string;
  readonly time: string;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** The desk's word why; null: it is the patient's turn. */
  readonly reason: string | null;
  /** The hold of another's offer of this place, which ends with this one. */
  readonly replaces?: string | undefined;
}

/**
 * Holds a place for a patient on the list, and then offers it. A crash in between leaves a hold, which lapses, unless the
 * same command goes on: both of its parts are found as done.
 */
export async function offerHeldPlace(
  deps: WaitingDeps,
  { patientId }: Pick<WaitingEntry, 'patientId'>,
  place: OfferedPlace,
  by: CommandContext,
): Promise<{ readonly until: string; readonly position: string | null } | Refusal> {
  const { appointmentId } = place;
  const refused = (await holdNow(deps, appointmentId)) ? null : await refusalOfEntry(deps, place.waitingId);
  if (refused) return refused;
  const held = await holdFor(deps, patientId, place, by);
  if (isRefusal(held)) return held;
  const { until } = held;
  const offered = await offerFor(deps, { ...place, until }, withoutSignal(by));
  if (!isRefusal(offered)) return { until, position: offered.position };
  await releasePlace(deps, appointmentId, partOf(by, 'release'));
  return offered;
}

/** Before the day is changed, so that a refused offer doesn't end another's. */
async function refusalOfEntry(deps: WaitingDeps, waitingId: string): Promise<Refusal | null> {
  const { patients } = deps.aggregates;
  const entry = await entryNow(deps, waitingId);
  if (entry?.state !== 'waiting') return refuse('waiting.unknown');
  if (entry.offer) return refuse('waiting.offered');
  const personId = await personIdOf(deps.aggregates, entry.patientId, fresh);
  const { state } = await patients.load(streams.patient(personId), fresh);
  return state && refusalIfRemoved(state);
}

async function holdFor(
  deps: WaitingDeps,
  patientId: string,
  { waitingId, appointmentId, time, until, replaces }: OfferedPlace,
  by: CommandContext,
): Promise<Pick<OfferedPlace, 'until'> | Refusal> {
  const { aggregates } = deps;
  const day = doctorDayOf(appointmentId);
  const doctor = (await aggregates.doctors.load(streams.doctor(day.pocId))).state;
  const onRequest = doctor?.onRequest == null ? null : await onRequestNow(aggregates, day.pocId);
  const records = await recordIdsOf(aggregates, patientId);
  const waiting = { waitingId, patientId, records, replaces };
  const hold = { kind: 'hold', appointmentId, time, type: 'Direct Consultation', onRequest, until, waiting } as const;
  const { outcome } = await onDoctorDay(deps, day, hold, partOf(by, 'hold'));
  if (isRefusal(outcome)) return outcome;
  // That of the first try.
  return outcome.state.holds.get(appointmentId)?.placed.data ?? { until };
}

async function offerFor(
  deps: WaitingDeps,
  { waitingId, appointmentId, time, until, reason }: OfferedPlace,
  by: CommandContext,
): Promise<Changed | Refusal> {
  try {
    return await onEntry(deps, waitingId, { kind: 'offer', appointmentId, time, until, reason }, partOf(by, 'offer'));
  } catch (error) {
    return refusedAsErased(error);
  }
}
