import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import type { PlacePrice, PlacePrices } from '@dayline/contracts/clinic/fee-change';
import type { Pricing } from '@dayline/contracts/clinic/fees';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { CommandContext } from '../command-handler/command-context.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import { priceIn } from '../doctor-day/money/payment.ts';
import type { Appointment } from '../doctor-day/state.ts';
import { patientOf } from '../patient/patient-commands.ts';
import { pricingOf } from '../views/pricing.ts';
import { contextNow, streamOf } from './move-process.ts';

/** The fee rules for a visit that moves to a doctor's day; undefined without rules. */
export async function pricingOfMove(
  deps: DayDeps,
  { booked }: Appointment,
  { pocId, date }: { readonly pocId: string; readonly date: string },
  { clientId }: CommandContext,
): Promise<Pricing | undefined> {
  const { appointmentId, patientId } = booked.data;
  const [doctor, patient, { state: client }] = await Promise.all([
    doctorOf(deps.aggregates, pocId, clientId),
    patientOf(deps.aggregates, patientId, clientId),
    deps.aggregates.clients.load(streams.client(clientId)),
  ]);
  // The move itself reports these refusals.
  if (isRefusal(doctor) || isRefusal(patient)) return undefined;
  return pricingOf(deps, { doctor, client, patient, pocId, patientId, date, visit: undefined, ownId: appointmentId });
}

/**
 * The fees of a visit at its present and its new place, by its days as they were just read; undefined if the visit no
 * longer exists.
 */
export async function pricesOfMove(
  deps: DayDeps,
  { appointmentId, to, toTime }: { readonly appointmentId: string; readonly to: string; readonly toTime: string },
  by: CommandContext,
): Promise<PlacePrices | undefined> {
  const { state: origin } = await deps.aggregates.days.load(streamOf(appointmentId), Number.POSITIVE_INFINITY);
  const appointment = origin.appointments.get(appointmentId);
  if (!appointment) return undefined;
  const { type, patientClass } = appointment.booked.data;
  const priceOn = async (
    id: string,
    sessionOf: (context: Awaited<ReturnType<typeof contextNow>>) => Promise<string | undefined>,
  ) => {
    const day = doctorDayOf(id);
    const [context, pricing] = await Promise.all([
      contextNow(deps, day, by),
      pricingOfMove(deps, appointment, day, by),
    ]);
    return priceIn({ type, pricing, patientClass }, await sessionOf(context), context);
  };
  const isSameDoctor = doctorDayOf(to).pocId === doctorDayOf(appointmentId).pocId;
  const [here, there]: [PlacePrice | null, PlacePrice] = await Promise.all([
    isSameDoctor ? priceOn(appointmentId, async () => appointment.place.session?.name) : null,
    priceOn(to, async (context) => {
      const { state } = await deps.aggregates.days.load(streamOf(to), Number.POSITIVE_INFINITY);
      return currentSlots(state.book, context).find(({ time }) => time === toTime)?.session?.name;
    }),
  ]);
  return { here, there };
}
