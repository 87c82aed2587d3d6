import { randomUUID } from 'node:crypto';
import type { Clinic } from '../server/messages.ts';
import type { Door, Target } from './target.ts';

/** Makes one call; answers its position in the order that its sockets name. */
export type Call = () => Promise<string>;

export interface Calls {
  /** A real booking of a free place, by the next desk, each with a key of its own. */
  readonly book: Call;
  /** The same request to one of the yardsticks, behind another door where one is given. */
  yardstick(path: string, door?: Door): Call;
  /** The position of the last booking. */
  lastPosition(): string;
  /** Cancels one booking of each full day, as far as there are any; how many. */
  cancelOneOfEachFullDay(): Promise<number>;
}

export function callsOn(target: Target, clinic: Clinic): Calls {
  const { clientId, pocIds, patientIds, dates, times } = clinic;
  let booked = 0;
  let last = '';
  /** Appointment ids of the last place of each doctor and date. */
  const ofFullDays: string[] = [];
  const placesOfDate = pocIds.length * times.length;

  /** All doctors' first places, their second ones, and so on, then the next date: neighbours never share a day's stream. */
  function bodyOf(place: number): string {
    const date = dates[Math.floor(place / placesOfDate)];
    if (date === undefined) throw new Error('All places are booked.');
    const time = times[Math.floor((place % placesOfDate) / pocIds.length)];
    const pocId = pocIds[place % pocIds.length];
    const userId = patientIds[place % patientIds.length];
    return JSON.stringify({
      userId,
      pocId,
      date,
      time,
      type: 'Direct Consultation',
      paymentStatus: place % 3 === 0 ? 'Pay_later' : 'Paid',
      clientId,
    });
  }
  const headersOf = (place: number) => ({
    cookie: target.cookies[place % target.cookies.length] ?? '',
    'idempotency-key': randomUUID(),
  });

  async function call(path: string, place: number, door: Door = target) {
    const { status, body } = await door.post(path, bodyOf(place), headersOf(place));
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    // The reply's schema has both.
    return body as { readonly position: string; readonly appointmentId: string };
  }

  return {
    async book() {
      const place = booked;
      booked += 1;
      const { position, appointmentId } = await call('/api/create-appointments', place);
      if (position > last) last = position;
      if (place % placesOfDate >= placesOfDate - pocIds.length) ofFullDays.push(appointmentId);
      return position;
    },
    yardstick(path, door) {
      let place = 0;
      return async () => {
        place = (place + 1) % placesOfDate;
        return (await call(path, place, door)).position;
      };
    },
    lastPosition: () => last,
    async cancelOneOfEachFullDay() {
      for (const appointmentId of ofFullDays) {
        const body = JSON.stringify({ appointmentId, status: 'Cancelled' });
        const { status } = await target.post('/api/admin/update-appointment-status', body, headersOf(0));
        if (status !== 200) throw new Error(`A cancellation answered ${status}.`);
      }
      return ofFullDays.length;
    },
  };
}
