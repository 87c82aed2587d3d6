import { isLive } from '@dayline/contracts/clinic/slots';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { WaitingEntry } from '@dayline/contracts/views/waiting-fold';
import { type CommandContext, partOf, withoutSignal } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { appointmentCommands } from '../doctor-day/appointment-commands.ts';
import { personIdOf } from '../patient/patient-commands.ts';
import { entryNow, holdNow, onEntry, releasePlace, type WaitingDeps } from './held-places.ts';

const fresh = 0;

/** @public */
export interface OfOffer {
  readonly waitingId: string;
  /** Of the hold. */
  readonly appointmentId: string;
}

/** The entry, if it is the client's. */
export async function ownEntry(
  deps: WaitingDeps,
  waitingId: string,
  { clientId }: CommandContext,
): Promise<WaitingEntry | Refusal> {
  const entry = await entryNow(deps, waitingId);
  return entry?.clientId === clientId ? entry : refuse('waiting.unknown');
}

/** Books the held place by the rules of the desk, to be paid there. The entry ends once it is booked. */
export async function acceptOffer(
  deps: WaitingDeps,
  { waitingId, appointmentId }: OfOffer,
  by: CommandContext,
): Promise<Changed | Refusal> {
  const entry = await ownEntry(deps, waitingId, by);
  if (isRefusal(entry)) return entry;
  if (entry.offer?.appointmentId !== appointmentId) return refuse('offer.ended');
  if (entry.state === 'booked') return { position: null };
  const held = await holdNow(deps, appointmentId);
  const isOpen = held?.ended === 'booked' || (held?.ended === null && isLive(held.placed.data, by.now));
  if (!held || !isOpen) return refuse('offer.ended');
  const { data, metadata } = held.placed;
  const booking = {
    ...{ ...doctorDayOf(appointmentId), time: data.time, holdId: appointmentId, holder: metadata.actor.id },
    patientId: await personIdOf(deps.aggregates, entry.patientId, fresh),
    ...({ type: 'Direct Consultation', payment: 'Pay_later' } as const),
  };
  const booked = await appointmentCommands(deps).bookAppointment(booking, partOf(by, 'book'));
  if (isRefusal(booked)) return booked;
  // The follower does the same if this process is killed here.
  const accept = { kind: 'accept', appointmentId } as const;
  const accepted = await onEntry(deps, waitingId, accept, withoutSignal(partOf(by, 'accept')));
  return { position: (isRefusal(accepted) ? null : accepted.position) ?? booked.position };
}

export async function declineOffer(
  deps: WaitingDeps,
  { waitingId, appointmentId }: OfOffer,
  by: CommandContext,
): Promise<Changed | Refusal> {
  const entry = await ownEntry(deps, waitingId, by);
  if (isRefusal(entry)) return entry;
  const declined = await onEntry(deps, waitingId, { kind: 'decline', appointmentId, because: 'declined' }, by);
  if (isRefusal(declined)) return declined;
  await releasePlace(deps, appointmentId, partOf(by, 'release'));
  return { position: declined.position };
}
