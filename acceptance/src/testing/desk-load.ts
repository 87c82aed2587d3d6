import { setTimeout as pause } from 'node:timers/promises';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { EndpointName, RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { eventually } from './event-file.ts';
import { type Caller, callerAt } from './http-caller.ts';
import { everyDay, hours } from './started-clinic.ts';

/**
 * Bookings, cancellations and moves at a steady rate through faults. Every command is retried with its key until
 * answered.
 */
export interface DeskLoad {
  /** The visits that must be Confirmed, and those that must be Cancelled, once `rest` has resolved. */
  readonly confirmed: ReadonlySet<string>;
  readonly cancelled: ReadonlySet<string>;
  readonly counts: DeskCounts;
  /** Sets the command services to which the commands go in turn. */
  lead(urls: readonly string[]): void;
  /** Resolves after this many more answers. */
  more(count: number): Promise<unknown>;
  /** Resolves when every command is answered; none is sent until `resume`. */
  rest(): Promise<void>;
  resume(): void;
}

interface DeskCounts {
  bookings: number;
  cancellations: number;
  moves: number;
  /** Retries with the same key, by reason. */
  readonly repeated: Map<string, number>;
}

export interface DeskLoadParts {
  readonly urls: readonly string[];
  readonly cookie: string;
  readonly clientId: string;
  readonly places: Places;
  readonly perSecond: number;
}

interface Place {
  readonly pocId: string;
  readonly date: string;
  readonly time: string;
}
/** One source of slots per patient, so that nobody has two visits in one slot. */
export type Places = readonly { readonly userId: string; readonly next: () => Place }[];

const doctors = 20;
const slotsOfDay = 48;
const maxAtOnce = 128;
/** Longer than any outage of a trial, in ms. */
const maxMs = 180_000;
/** In the order in which they recur: seven bookings to two cancellations and a move. */
const kinds = ['book', 'book', 'cancel', 'book', 'book', 'move', 'book', 'book', 'cancel', 'book'] as const;

/** Twenty doctors with four places every half hour, and three patients. */
export async function preparePlaces({ call }: Pick<Caller, 'call'>, clientId: string): Promise<Places> {
  const { reply } = await call('listDepartments', { clientId });
  const departmentId = reply()[0]?.departmentId ?? '';
  const pocIds: string[] = [];
  for (let number = 1; number <= doctors; number += 1) {
    const doctor = {
      POC_Name: `Test ${number}`,
      Contact_Number: `98760010${10 + number}`,
      Email: `${number}@x.example`,
    };
    const added = await call('addDoctor', { Client_ID: clientId, Department_ID: departmentId, ...doctor });
    const { pocId } = added.reply();
    const schedule = everyDay(hours('00:00', '24:00', 4)).map((day) => ({ ...day, pocId }));
    (await call('updateSchedule', { schedule })).reply();
    pocIds.push(pocId);
  }
  const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
  const person = { phone: '919000000006', email: 'k@x.example', location: 'Pune', clientId };
  const places: Places[number][] = [];
  for (const name of ['Kavya Nair', 'Asha Pillai', 'Meera Iyer']) {
    const { userId } = (await call('saveUser', { ...person, name })).reply();
    let taken = 0;
    const next = (): Place => {
      const slot = Math.floor(taken / doctors) % slotsOfDay;
      const place = {
        pocId: pocIds[taken % doctors] ?? '',
        date: addDays(today, 1 + Math.floor(taken / doctors / slotsOfDay)),
        time: `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
      };
      taken += 1;
      return place;
    };
    places.push({ userId, next });
  }
  return places;
}

/** A visit and its current slot. */
interface Visit {
  readonly appointmentId: string;
  readonly patient: Places[number];
}

export function startDeskLoad(parts: DeskLoadParts): DeskLoad {
  const load = new Desks(parts);
  load.resume();
  return load;
}

class Desks implements DeskLoad {
  readonly confirmed = new Set<string>();
  readonly cancelled = new Set<string>();
  readonly counts: DeskCounts = { bookings: 0, cancellations: 0, moves: 0, repeated: new Map() };
  readonly #parts: DeskLoadParts;
  #callers: readonly Caller[] = [];
  #sent = 0;
  #answered = 0;
  #turn = 0;
  #isResting = false;
  #failed: unknown = null;
  /** Those without a command in flight, the oldest first. */
  readonly #idle: Visit[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #sending: Promise<void> = Promise.resolve();

  constructor(parts: DeskLoadParts) {
    this.#parts = parts;
    this.lead(parts.urls);
  }

  lead(urls: readonly string[]): void {
    this.#callers = urls.map((url) => callerAt(url, this.#parts.cookie));
  }

  more(count: number): Promise<unknown> {
    const target = this.#answered + count;
    const isThere = async () => {
      this.#check();
      return this.#answered >= target;
    };
    return eventually('commands go on', isThere, maxMs);
  }

  async rest(): Promise<void> {
    this.#isResting = true;
    await this.#sending;
    this.#check();
  }

  resume(): void {
    this.#isResting = false;
    this.#sending = this.#work();
  }

  #check(): void {
    if (this.#failed !== null) throw this.#failed;
  }

  async #work(): Promise<void> {
    const [began, since] = [performance.now(), this.#turn];
    while (!this.#isResting && this.#failed === null) {
      const early = began + ((this.#turn - since) * 1_000) / this.#parts.perSecond - performance.now();
      if (early > 0) await pause(early);
      if (this.#underWay.size >= maxAtOnce) await Promise.race(this.#underWay);
      const command = this.#carryOut(this.#turn).finally(() => this.#underWay.delete(command));
      this.#underWay.add(command);
      this.#turn += 1;
    }
    await Promise.all(this.#underWay);
  }

  async #carryOut(turn: number): Promise<void> {
    const kind = kinds[turn % kinds.length];
    const key = `desk-load-${String(turn).padStart(6, '0')}`;
    const visit = kind === 'book' ? undefined : this.#idle.shift();
    try {
      if (!visit) await this.#book(key, turn);
      else if (kind === 'cancel') await this.#cancel(key, visit);
      else await this.#move(key, visit);
      this.#answered += 1;
    } catch (error) {
      this.#failed ??= error;
    }
  }

  async #book(key: string, turn: number): Promise<void> {
    const { places, clientId } = this.#parts;
    const patient = places[turn % places.length];
    if (!patient) throw new Error('There is no patient.');
    const what = { type: 'Direct Consultation', paymentStatus: 'Paid', clientId } as const;
    const booking = { userId: patient.userId, ...patient.next(), ...what };
    const { appointmentId } = await this.#answer('createAppointment', booking, key);
    this.counts.bookings += 1;
    this.confirmed.add(appointmentId);
    this.#idle.push({ appointmentId, patient });
  }

  async #cancel(key: string, { appointmentId }: Visit): Promise<void> {
    const request = { appointmentId, status: 'Cancelled', money: 'refunded' } as const;
    await this.#answer('updateAppointmentStatusAsAdmin', request, key);
    this.counts.cancellations += 1;
    this.confirmed.delete(appointmentId);
    this.cancelled.add(appointmentId);
  }

  async #move(key: string, { appointmentId, patient }: Visit): Promise<void> {
    const moved = await this.#answer('moveAppointment', { appointmentId, ...patient.next() }, key);
    this.counts.moves += 1;
    this.confirmed.delete(appointmentId);
    this.confirmed.add(moved.appointmentId);
    this.#idle.push({ appointmentId: moved.appointmentId, patient });
  }

  /** @throws Error if it is refused for a reason other than an outage or contention */
  #answer<Name extends EndpointName>(
    name: Name,
    request: RequestInputOf<Name>,
    key: string,
  ): Promise<ResponseOf<Name>> {
    const attempt = async () => {
      this.#sent += 1;
      const caller = this.#callers[this.#sent % this.#callers.length];
      const tried = await caller?.call(name, request, { 'Idempotency-Key': key }).catch(() => null);
      if (tried?.status === 200) return tried.reply();
      const reason = tried ? `${tried.status} ${tried.failure().code}` : 'no answer';
      if (tried && tried.status < 500 && reason !== '409 log.conflict') {
        throw new Error(`${name} answered ${JSON.stringify(tried.failure())}`);
      }
      const { repeated } = this.counts;
      repeated.set(reason, (repeated.get(reason) ?? 0) + 1);
      await pause(100);
      return null;
    };
    return eventually(`${name} is answered`, attempt, maxMs);
  }
}
