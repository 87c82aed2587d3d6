import { randomUUID } from 'node:crypto';
import type { Clinic } from '../server/messages.ts';
import type { Target } from './target.ts';

/** Makes one call; returns its position in the order of the socket messages. */
export type Call = () => Promise<string>;

export interface Calls {
  /** A real booking of a free place, by the next desk, each with its own key. */
  readonly book: Call;
  /** Cancels the oldest of its bookings that it has not cancelled. */
  readonly cancelOldest: Call;
  /** The same request to one of the yardsticks. */
  yardstick(path: string): Call;
  lastPosition(): string;
  /** Cancels one booking of each full day, if any; returns how many. */
  cancelInFullDays(): Promise<number>;
}

export function callsOn(target: Pick<Target, 'post' | 'cookies'>, clinic: Clinic): Calls {
  const { clientId, pocIds, patientIds, dates, times } = clinic;
  let booked = 0;
  let cancelled = 0;
  const bookedIds: string[] = [];
  let last = '';
  /** Appointment ids of the last place of each doctor and date. */
  const fullDayAppointments: string[] = [];
  const placesOfDate = pocIds.length * times.length;

  /**
   * First the first slot of every doctor, then the second one, and so on, then the next date: neighbours never share a
   * day's stream.
   */
  function bodyOf(index: number): string {
    const date = dates[Math.floor(index / placesOfDate)];
    if (date === undefined) throw new Error('All places are booked.');
    const time = times[Math.floor((index % placesOfDate) / pocIds.length)];
    const pocId = pocIds[index % pocIds.length];
    const userId = patientIds[index % patientIds.length];
    return JSON.stringify({
      userId,
      pocId,
      date,
      time,
      type: 'Direct Consultation',
      paymentStatus: index % 3 === 0 ? 'Pay_later' : 'Paid',
      clientId,
    });
  }
  const headersOf = (index: number) => ({
    cookie: target.cookies[index % target.cookies.length] ?? '',
    'idempotency-key': randomUUID(),
  });

  async function call(path: string, index: number) {
    const { status, body } = await target.post(path, bodyOf(index), headersOf(index));
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    // Cast is safe: the reply's schema contains both.
    return body as { readonly position: string; readonly appointmentId: string };
  }

  async function cancel(appointmentId: string, index: number): Promise<string> {
    const body = JSON.stringify({ appointmentId, status: 'Cancelled' });
    const answer = await target.post('/api/admin/update-appointment-status', body, headersOf(index));
    if (answer.status !== 200)
      throw new Error(`A cancellation answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    // Cast is safe: the reply's schema contains it.
    return (answer.body as { readonly position: string }).position;
  }

  return {
    async book() {
      const index = booked;
      booked += 1;
      const { position, appointmentId } = await call('/api/create-appointments', index);
      if (position > last) last = position;
      bookedIds.push(appointmentId);
      if (index % placesOfDate >= placesOfDate - pocIds.length) fullDayAppointments.push(appointmentId);
      return position;
    },
    yardstick(path) {
      let index = 0;
      return async () => {
        index = (index + 1) % placesOfDate;
        return (await call(path, index)).position;
      };
    },
    lastPosition: () => last,
    cancelOldest() {
      const appointmentId = bookedIds[cancelled];
      cancelled += 1;
      return cancel(appointmentId ?? '', cancelled);
    },
    async cancelInFullDays() {
      for (const appointmentId of fullDayAppointments) await cancel(appointmentId, 0);
      return fullDayAppointments.length;
    },
  };
}
