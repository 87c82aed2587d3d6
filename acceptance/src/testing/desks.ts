import { addDays, clinicNow } from '@dayline/contracts/clinic-time';
import { type Answered, callerAt } from './desk-calls.ts';
import { eventually } from './event-file.ts';

/** Desks that book continuously; an unanswered booking is retried with the same key, as the page does. */
export interface Desks {
  /** The ids of acknowledged bookings, in the order of the responses. */
  readonly booked: readonly string[];
  /** Responses other than 200. */
  readonly refusals: readonly Answered<'createAppointment'>[];
  /** Resolves after this many more bookings. */
  more(count: number): Promise<unknown>;
  /** Resolves when no call is in flight; nobody books until `goOn`. */
  rest(): Promise<void>;
  goOn(): void;
}

export interface DesksParts {
  readonly url: string;
  readonly cookie: string;
  readonly clientId: string;
  readonly pocId: string;
  readonly userId: string;
  /** Pause between a desk's bookings, in ms. */
  readonly everyMs: number;
}

/** How long a booking may take, in ms: longer than any outage of a test. */
const longest = 120_000;
/** The small clinic's slots by day, from 08:00 on, and the days that each of three desks fills. */
const slotsOfDay = 20;
const daysOfDesk = 19;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function startDesks({ url, cookie, everyMs, ...what }: DesksParts): Desks {
  const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
  const booked: string[] = [];
  const refusals: Answered<'createAppointment'>[] = [];
  let isResting = false;
  let working: Promise<unknown> = Promise.resolve();
  const turns = [0, 0, 0];

  async function book(desk: number, turn: number): Promise<void> {
    const slot = turn % slotsOfDay;
    // Three places per slot: a day is filled three times.
    const day = Math.floor(turn / slotsOfDay / 3) % daysOfDesk;
    const booking = {
      ...what,
      date: addDays(today, 1 + desk * daysOfDesk + day),
      time: `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
      type: 'Direct Consultation',
      paymentStatus: 'Paid',
    } as const;
    const key = { 'Idempotency-Key': `booking-of-desk-${desk}-${turn}` };
    const { call } = callerAt(url, cookie);
    await eventually(
      'the booking is answered',
      async () => {
        // Without a response it is unknown whether it is booked: the same key is sent again.
        const tried = await call('createAppointment', booking, key).catch(() => null);
        if (tried?.status === 200) return booked.push(tried.reply().appointmentId);
        if (tried) refusals.push(tried);
        await pause(50);
        return null;
      },
      longest,
    );
  }

  async function work(desk: number): Promise<void> {
    while (!isResting) {
      const turn = turns[desk] ?? 0;
      turns[desk] = turn + 1;
      await book(desk, turn);
      await pause(everyMs);
    }
  }
  const goOn = (): void => {
    isResting = false;
    working = Promise.all(turns.map((_, desk) => work(desk)));
    // The error is thrown to the caller that waits for the desks.
    working.catch(() => undefined);
  };
  goOn();

  return {
    booked,
    refusals,
    goOn,
    more(count) {
      const wanted = booked.length + count;
      return eventually('bookings go on', async () => booked.length >= wanted, longest);
    },
    async rest() {
      isResting = true;
      await working;
    },
  };
}
