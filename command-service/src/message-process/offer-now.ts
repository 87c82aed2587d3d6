import { slotOfVisit } from '@dayline/contracts/clinic/schedule';
import { streams } from '@dayline/contracts/events/categories';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { doctor } from '../doctor/doctor.ts';
import type { doctorDay } from '../doctor-day/decide.ts';
import { recordedSlots } from '../doctor-day/fold.ts';
import { placeOf } from '../doctor-day/places.ts';
import type { waiting } from '../waiting/waiting.ts';

export interface OfferAggregates {
  readonly days: HandlerOf<typeof doctorDay>;
  readonly doctors: HandlerOf<typeof doctor>;
  readonly waiting: HandlerOf<typeof waiting>;
}

/** A place that was held for a patient on the waiting list, as it is now. Instants are ms since the epoch, UTC. */
export interface OfferNow {
  readonly waitingId: string;
  /** The record that waits. */
  readonly patientId: string;
  readonly time: string;
  readonly minutes: number;
  /** 0: none. */
  readonly branchId: number;
  readonly heldAt: number;
  readonly until: number;
  /** The event that holds the place. */
  readonly causedBy: string;
  /** Whether it is held and offered, unless `until` is over. */
  readonly isOpen: boolean;
  readonly isDeclined: boolean;
}

const fresh = 0;

/** @param appointmentId of the hold, and of the appointment to come; null if it isn't a hold for the waiting list */
export async function offerNow(
  { days, doctors, waiting }: OfferAggregates,
  appointmentId: string,
): Promise<OfferNow | null> {
  const { pocId, date } = doctorDayOf(appointmentId);
  const { book, holds } = (await days.load(streams.doctorDay(pocId, date), fresh)).state;
  const { placed, ended } = holds.get(appointmentId) ?? {};
  const waitingId = placed?.data.waitingId;
  if (!placed || waitingId === undefined) return null;
  const { state: entry } = await waiting.load(streams.waiting(waitingId), fresh);
  if (!entry) return null;
  const { state: doctorState } = await doctors.load(streams.doctor(pocId));
  const { time, minutes, until } = placed.data;
  const session = slotOfVisit(recordedSlots(book), { time, minutes })?.session ?? null;
  const { patientId, state, offer, declined } = entry;
  return {
    ...{ waitingId, patientId, time, minutes, causedBy: placed.id },
    branchId: placeOf(session, doctorState?.branchId ?? 0).branchId,
    ...{ heldAt: requestedAt(placed.metadata), until: Date.parse(until) },
    isOpen: ended === null && state === 'waiting' && offer?.appointmentId === appointmentId,
    isDeclined: declined.has(appointmentId),
  };
}
