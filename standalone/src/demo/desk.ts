import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { plannedSlots } from '@dayline/contracts/clinic/schedule';
import { type DemoClient, weeks } from './clients.ts';
import { type DemoStep, isNight } from './steps.ts';

const minute = 60_000;

type Booked = Extract<DemoStep, { kind: 'book' }>;

/** The moment that the steps lead to. */
interface Now {
  readonly today: string;
  /** ms since the epoch, UTC. */
  readonly anchor: number;
  instantOf(date: string, time: string): number;
}

interface Place {
  readonly doctor: number;
  readonly date: string;
  readonly time: string;
}

interface Move {
  readonly visit: Booked;
  readonly to: Place;
}

const keyOf = ({ doctor, date, time }: Place): string => `${doctor} ${date} ${time}`;
const dayOf = ({ doctor, date }: Pick<Place, 'doctor' | 'date'>): string => `${doctor} ${date}`;

/**
 * What a desk does beside booking and marking, shortly before now: a visit moves to another day, one to another doctor,
 * one is booked beyond the places of its time, and somebody comes without an appointment; all of it today where today
 * has the times for it. Visits of later days are paid at two desks by two methods, one is given back, and yesterday is
 * closed.
 */
export function deskSteps(client: DemoClient, steps: readonly DemoStep[], now: Now): DemoStep[] {
  const { today, anchor } = now;
  const places = new DemoPlaces(client, steps, now);
  const one = places.move({ days: [8, 9, 10] }, (visit, to) => to.doctor === visit.doctor);
  const other = places.move(
    { days: [0, 1, 2] },
    (visit, to) => to.doctor !== visit.doctor && visit.doctor !== one?.visit.doctor,
  );
  const move = ({ visit, to }: Move, more: { readonly at: number; readonly reason: string }): DemoStep => ({
    ...{ kind: 'move', who: 0, booking: visit.booking, ...to, ...more },
  });
  const full = places.full([0, 1, 2, 3]);
  const walkIn = places.free({ days: [0] }, ({ doctor }) => doctor !== other?.to.doctor);
  const booking = places.bookings;
  const moved = [one, other].map((each) => each?.visit.booking);
  const [cash, upi] = places.untouched('Pay_later').filter((visit) => !moved.includes(visit.booking));
  const back = places.untouched('Paid').find((visit) => !moved.includes(visit.booking));
  const desk2 = client.accounts.filter(({ role }) => role === 'admin').length - 1;
  return [
    ...(one ? [move(one, { at: anchor - 28 * minute, reason: 'Is away on that day' })] : []),
    ...(other ? [move(other, { at: anchor - 26 * minute, reason: 'Can come earlier' })] : []),
    ...(full
      ? [
          {
            ...({ kind: 'overbook', at: anchor - 24 * minute, who: 0, booking, ...full } as const),
            ...{ patient: places.somebody(full.date, 11), reason: 'Fever since yesterday' },
          },
        ]
      : []),
    ...(walkIn
      ? [
          {
            ...({ kind: 'walkIn', at: anchor - 40_000, who: 0, booking: booking + 1 } as const),
            ...({ doctor: walkIn.doctor, date: today, patient: places.somebody(today, 23), payment: 'Paid' } as const),
          },
        ]
      : []),
    // Within the last seconds, so that they are of today also just after midnight.
    ...(cash ? [{ ...paid(cash, 'cash'), at: anchor - 6_000, who: 0 }] : []),
    ...(upi ? [{ ...paid(upi, 'upi'), at: anchor - 5_000, who: desk2 }] : []),
    ...(back
      ? [
          {
            ...({ kind: 'mark', at: anchor - 4_000, who: 0, booking: back.booking } as const),
            ...({ status: 'Cancelled', refunded: 'cash' } as const),
          },
        ]
      : []),
    { kind: 'closeDay', at: anchor, who: desk2, date: addDays(today, -1) },
  ];
}

const paid = ({ booking }: Booked, method: 'cash' | 'upi') => ({ kind: 'pay', booking, method }) as const;

/** The times of a client's days without blocks and lists. One counts as taken also where the visit was cancelled. */
class DemoPlaces {
  readonly #client: DemoClient;
  readonly #now: Now;
  readonly #booked: readonly Booked[];
  /** Bookings that something happened to. */
  readonly #changed: ReadonlySet<number>;
  readonly #blocked: ReadonlySet<string>;
  /** Patients and their dates. */
  readonly #busy: ReadonlySet<string>;
  readonly #at = new Map<string, Booked[]>();

  constructor(client: DemoClient, steps: readonly DemoStep[], now: Now) {
    this.#client = client;
    this.#now = now;
    this.#booked = steps.flatMap((step) => (step.kind === 'book' ? [step] : []));
    for (const each of this.#booked) this.#at.set(keyOf(each), [...(this.#at.get(keyOf(each)) ?? []), each]);
    this.#busy = new Set(this.#booked.map(({ patient, date }) => `${patient} ${date}`));
    const changes = steps.flatMap((step) => ('booking' in step && step.kind !== 'book' ? [step.booking] : []));
    this.#changed = new Set(changes);
    this.#blocked = new Set(
      steps.flatMap((step) => (step.kind === 'blockSlots' || step.kind === 'blockDay' ? [dayOf(step)] : [])),
    );
  }

  /** Their number, as long as none is added. */
  get bookings(): number {
    return Math.max(-1, ...this.#booked.map(({ booking }) => booking)) + 1;
  }

  /** Visits of some days ahead that nothing has happened to, of doctors with a fee. */
  untouched(payment: Booked['payment']): Booked[] {
    return this.#movable().filter((visit) => visit.payment === payment && this.#client.doctors[visit.doctor]?.fee);
  }

  #movable(): Booked[] {
    const soonest = addDays(this.#now.today, 3);
    return this.#booked.filter(
      (visit) =>
        visit.date > soonest &&
        visit.type === 'Direct Consultation' &&
        !this.#changed.has(visit.booking) &&
        !this.#blocked.has(dayOf(visit)),
    );
  }

  /** A visit of some days ahead that nothing has happened to, and a time for it. */
  move({ days }: { readonly days: readonly number[] }, isWanted: (visit: Booked, to: Place) => boolean): Move | null {
    for (const visit of this.#movable()) {
      const to = this.free({ days, patient: visit.patient }, (place) => isWanted(visit, place));
      if (to) return { visit, to };
    }
    return null;
  }

  /** A time with a place left; without a patient, anybody's. */
  free(
    { days, patient }: { readonly days: readonly number[]; readonly patient?: number },
    isWanted: (place: Place) => boolean,
  ): Place | undefined {
    return this.#places(days).find(
      ({ place, capacity, taken }) =>
        taken.length < capacity && isWanted(place) && (patient === undefined || this.#isFree(patient, place.date)),
    )?.place;
  }

  /** A time whose places are all taken. */
  full(days: readonly number[]): Place | undefined {
    return this.#places(days).find(
      ({ capacity, taken }) => taken.length === capacity && !taken.some(({ booking }) => this.#changed.has(booking)),
    )?.place;
  }

  /** A patient without a visit on the date, who has an e-mail address. */
  somebody(date: string, after: number): number {
    const most = this.#client.patients - this.#client.known.length;
    const all = Array.from({ length: most }, (_, index) => (index + after) % most);
    return all.find((patient) => this.#isFree(patient, date)) ?? 0;
  }

  #isFree = (patient: number, date: string): boolean => !this.#busy.has(`${patient} ${date}`);

  /** Of now and later, by day; nobody comes by night. */
  #places(days: readonly number[]) {
    const { today, anchor, instantOf } = this.#now;
    return days.flatMap((ahead) =>
      this.#client.doctors.flatMap(({ hours, onRequest }, doctor) => {
        const date = addDays(today, ahead);
        const slots = plannedSlots(weeks[hours], date);
        const isPlain = !onRequest && slots.every(({ session }) => session === null);
        if (!isPlain || this.#blocked.has(dayOf({ doctor, date }))) return [];
        return slots
          .filter(({ time }) => !isNight(time) && instantOf(date, time) > anchor)
          .map(({ time, capacity }) => {
            const place = { doctor, date, time };
            return { place, capacity, taken: this.#at.get(keyOf(place)) ?? [] };
          });
      }),
    );
  }
}
