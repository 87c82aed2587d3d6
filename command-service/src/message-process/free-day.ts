import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { daySlots } from '@dayline/contracts/clinic/slots';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import { type DayDeps, doctorDayContext } from '../doctor-day/day-commands.ts';
import type { Appointment } from '../doctor-day/state.ts';

export type FreeDay = NonNullable<ResponseOf<'answerVisit'>['free']>;

/** The days that are read for one answer. */
const maxDays = 14;

/**
 * The doctor's free times for a visit, by the rules of a move, on the first day that has some.
 * @param from the first date, which isn't past
 */
export async function freeDayFrom(
  deps: DayDeps,
  visit: { readonly appointmentId: string; readonly appointment: Appointment; readonly isOnRequest: boolean },
  { from, clientId, now }: { readonly from: string; readonly clientId: string; readonly now: number },
): Promise<FreeDay> {
  const { aggregates, rules, visitBefore } = deps;
  const { appointmentId, appointment, isOnRequest } = visit;
  const { pocId, date: ownDate } = doctorDayOf(appointmentId);
  const { patientId, patientClass } = appointment.booked.data;
  const none = { date: null, times: [], later: null };
  if (isOnRequest) return none;
  const kind = appointment.visit ?? (await visitBefore?.(pocId, patientId)) ?? null;
  for (let days = 0; days < maxDays; days += 1) {
    const date = addDays(from, days);
    const context = await doctorDayContext(aggregates, rules, { pocId, date, clientId, now });
    if (date > context.lastBookable || context.hasLeft) return none;
    const { state } = await aggregates.days.load(streams.doctorDay(pocId, date));
    const free = daySlots(state.book, { ...context, patientClass, visit: kind }).filter((slot) => slot.free > 0);
    const times = new Set(free.map(({ time }) => time));
    if (date === ownDate) times.delete(appointment.time);
    const later = date < context.lastBookable ? addDays(date, 1) : null;
    if (times.size > 0) return { date, times: [...times], later };
  }
  return { ...none, later: addDays(from, maxDays) };
}
