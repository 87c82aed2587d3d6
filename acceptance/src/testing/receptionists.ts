import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { eventually } from './event-file.ts';
import { type Answered, callerAt, paidDirectVisit } from './http-caller.ts';

/** Simulated receptionists who keep booking; an unanswered booking is retried with the same key, as the page does. */
export interface Receptionists {
  /** The ids of acknowledged bookings, in the order of the responses. */
  readonly booked: readonly string[];
  /** Responses other than 200. */
  readonly refusals: readonly Answered<'createAppointment'>[];
  /** Resolves after this many more bookings. */
  more(count: number): Promise<unknown>;
  /** Resolves when no call is in flight; nobody books until `resume`. */
  rest(): Promise<void>;
  /** @param cookie of another session; without it they keep theirs */
  resume(cookie?: string): void;
}

export interface ReceptionistsParts {
  readonly url: string;
  readonly cookie: string;
  readonly clientId: string;
  readonly pocId: string;
  /** Three: a slot's places are for three different people. */
  readonly userIds: readonly string[];
  /** Pause between a receptionist's bookings, in ms. */
  readonly everyMs: number;
}

/** How long a booking may take, in ms: longer than any outage of a test. */
const longest = 300_000;
/** The small clinic's slots by day, from 08:00 on, and the days that each of three receptionists fills. */
const slotsOfDay = 20;
const daysOfReceptionist = 19;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function startReceptionists({
  url,
  everyMs,
  cookie: first,
  userIds,
  ...what
}: ReceptionistsParts): Receptionists {
  const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
  const booked: string[] = [];
  const refusals: Answered<'createAppointment'>[] = [];
  let isResting = false;
  let cookie = first;
  let working: Promise<unknown> = Promise.resolve();
  const turns = [0, 0, 0];

  async function book(receptionist: number, turn: number): Promise<void> {
    const slot = turn % slotsOfDay;
    // Three places per slot: a day is filled three times.
    const day = Math.floor(turn / slotsOfDay / 3) % daysOfReceptionist;
    const booking = {
      ...what,
      userId: userIds[(receptionist + turn) % userIds.length] ?? '',
      date: addDays(today, 1 + receptionist * daysOfReceptionist + day),
      time: `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
      ...paidDirectVisit,
    };
    const key = { 'Idempotency-Key': `booking-of-receptionist-${receptionist}-${turn}` };
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

  async function work(receptionist: number): Promise<void> {
    while (!isResting) {
      const turn = turns[receptionist] ?? 0;
      turns[receptionist] = turn + 1;
      await book(receptionist, turn);
      await pause(everyMs);
    }
  }
  const resume = (newCookie = cookie): void => {
    cookie = newCookie;
    isResting = false;
    working = Promise.all(turns.map((_, receptionist) => work(receptionist)));
    // The error is thrown to the caller that waits for the receptionists.
    working.catch(() => undefined);
  };
  resume();

  return {
    booked,
    refusals,
    resume,
    more(count) {
      const target = booked.length + count;
      return eventually('bookings go on', async () => booked.length >= target, longest);
    },
    async rest() {
      isResting = true;
      await working;
    },
  };
}
