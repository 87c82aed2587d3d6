import { addDays } from '@dayline/contracts/clinic-time';
import type { Refusal } from '@dayline/contracts/errors';
import { lastBookableDate } from '@dayline/contracts/horizon';
import { streams } from '@dayline/contracts/ids';
import { daySlots } from '@dayline/contracts/slots';
import type { Kernels } from '../kernels.ts';
import { type DoctorDayContext, freeTimesOf } from '../slices/doctor-day/places.ts';

/** With fewer free times than this on the day itself, the following days are looked at. */
const enough = 3;
/** How many following days are looked at, so that a refusal costs no more than a fortnight's streams. */
const maxDays = 14;

/** A `slot.full` with the nearest free times of the same doctor: the day's own first, then those of following days. */
export async function withFollowingDays(
  kernels: Kernels,
  refusal: Refusal,
  time: string,
  given: DoctorDayContext,
): Promise<Refusal> {
  const freeTimes = [...(refusal.details?.freeTimes ?? [])];
  const last = lastBookableDate(given.clinic.date, given.horizonDays);
  for (let days = 1; days <= maxDays && freeTimes.length < enough; days += 1) {
    const date = addDays(given.date, days);
    if (date > last) break;
    const { state } = await kernels.days.load(streams.doctorDay(given.pocId, date));
    const slots = daySlots(given.schedule, state.book, date, given.clinic);
    freeTimes.push(...freeTimesOf(slots, date, time).slice(0, enough - freeTimes.length));
  }
  return { ...refusal, details: { ...refusal.details, freeTimes } };
}
