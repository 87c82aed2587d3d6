import { createHash } from 'node:crypto';
import { type DoctorDayCommand, doctorDay } from '@dayline/command-service/doctor-day/decide';
import type { DoctorDayContext } from '@dayline/command-service/doctor-day/places';
import type { DoctorDayState } from '@dayline/command-service/doctor-day/state';
import { addDays, clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Actor } from '@dayline/contracts/events/metadata';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { appointmentId as appointmentIdOf } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { CurrentSchedule } from '@dayline/contracts/clinic/weeks';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import type { EventToAppend, SealedLog } from '@dayline/event-log/sealed-log/open';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { Random } from '../../random.ts';
import { type ClientShape, dataToday, instantOf, leadDays, leads } from './shape.ts';

export interface FoundedDoctor {
  readonly pocId: string;
  readonly schedule: CurrentSchedule | null;
}

export interface FoundedClient {
  readonly shape: ClientShape;
  readonly clientId: string;
  readonly doctors: readonly FoundedDoctor[];
  readonly patientIds: readonly string[];
  readonly times: readonly string[];
}

export interface MovingClock {
  instant: number;
  now(): number;
}

interface OpenDay {
  readonly doctor: FoundedDoctor;
  readonly date: string;
  readonly stream: string;
  readonly freeTimes: string[];
  readonly booked: string[];
  state: DoctorDayState;
  revision: number;
  chain: string;
}

/** The numbers of appointments booked and of events appended. */
interface GeneratedCalendar {
  readonly appointments: number;
  readonly events: number;
}

/** Creates a command once the earlier commands of its append are decided. */
type MakeCommand = (state: DoctorDayState, commandId: string) => DoctorDayCommand;

const undoWindowMs = 15_000;
const horizonDays = 60;

/**
 * Fills a client's calendar day by day, in chronological order: the desk's bookings up to ten days ahead,
 * cancellations, and on the day itself the doctor's marks, some of them undone. The doctor-day's own decider decides
 * each; the events of one day at one time are appended together.
 */
export function fillCalendar(
  log: SealedLog,
  clock: MovingClock,
  random: Random,
  client: FoundedClient,
): Promise<GeneratedCalendar> {
  return new CalendarGenerator(log, clock, random, client).generate();
}

class CalendarGenerator {
  readonly #log: SealedLog;
  readonly #clock: MovingClock;
  readonly #random: Random;
  readonly #client: FoundedClient;
  readonly #desk: Actor;
  readonly #days = new Map<string, OpenDay[]>();
  #appointments = 0;
  #events = 0;

  constructor(log: SealedLog, clock: MovingClock, random: Random, client: FoundedClient) {
    this.#log = log;
    this.#clock = clock;
    this.#random = random;
    this.#client = client;
    this.#desk = { kind: 'admin', id: newUlid(clock), name: 'Front Desk' };
  }

  async generate(): Promise<GeneratedCalendar> {
    const first = addDays(dataToday, leadDays + 1 - this.#client.shape.days);
    for (let date = addDays(first, -leadDays); date <= dataToday; date = addDays(date, 1)) {
      this.#moveClock(instantOf(date, '08:00'));
      await this.#bookAhead(date, first);
      if (date === dataToday) break;
      this.#moveClock(instantOf(date, '18:00'));
      await this.#markDay(date);
    }
    return { appointments: this.#appointments, events: this.#events };
  }

  #moveClock(instant: number): void {
    this.#clock.instant = Math.max(this.#clock.instant, instant);
  }

  /** What the desk does on a date: bookings for the days ahead, and cancellations of earlier ones. */
  async #bookAhead(date: string, first: string): Promise<void> {
    const { bookedOfDay } = this.#client.shape;
    const last = addDays(dataToday, leadDays);
    const appends: Promise<void>[] = [];
    for (const { days: ahead, share } of leads) {
      const sought = addDays(date, ahead);
      if (sought < first || sought > last) continue;
      for (const day of this.#daysOn(sought)) {
        const isLast = ahead === 0 || date === dataToday;
        const count = isLast ? bookedOfDay - day.booked.length : Math.round(share * bookedOfDay);
        const bookings = Array.from({ length: Math.max(0, count) }, () => this.#booking(day));
        const earlier = confirmedOf(
          day,
          day.booked.filter(() => this.#random.chance(0.02)),
        );
        appends.push(this.#perform(day, this.#desk, [...bookings, ...earlier.map(cancelling)]));
      }
    }
    await Promise.all(appends);
  }

  /** What the doctors do on the evening of a date. */
  async #markDay(date: string): Promise<void> {
    const marks = (this.#days.get(date) ?? []).map((day) => {
      const doctor: Actor = { kind: 'doctor', id: day.doctor.pocId, name: 'Doctor' };
      const commands = confirmedOf(day, day.booked).flatMap((appointmentId) => this.#marksOf(appointmentId));
      return this.#perform(day, doctor, commands);
    });
    await Promise.all(marks);
    this.#days.delete(date);
  }

  /** Each doctor's day on the date. */
  #daysOn(date: string): OpenDay[] {
    const known = this.#days.get(date);
    if (known) return known;
    const made = this.#client.doctors.map((doctor) => ({
      doctor,
      date,
      stream: streams.doctorDay(doctor.pocId, date),
      freeTimes: shuffled(this.#random, this.#client.times),
      booked: [],
      state: doctorDay.initial,
      revision: -1,
      chain: chainStart,
    }));
    this.#days.set(date, made);
    return made;
  }

  /** Decides commands in sequence, and appends their events together. */
  async #perform(day: OpenDay, actor: Actor, commands: readonly MakeCommand[]): Promise<void> {
    const { drafts, state, revision } = this.#decideAll(day, actor, commands);
    if (drafts.length === 0) return;
    const expected = day.revision < 0 ? 'noStream' : day.revision;
    const result = await this.#log.append(day.stream, expected, day.chain, drafts);
    if (!result.appended) throw new Error(`${day.stream} was written by somebody else.`);
    day.state = state;
    day.revision = revision;
    day.chain = result.events.at(-1)?.metadata.chain ?? day.chain;
    this.#events += drafts.length;
  }

  /** The commands' events, and the state and revision after them. */
  #decideAll(day: OpenDay, actor: Actor, commands: readonly MakeCommand[]) {
    const drafts: EventToAppend[] = [];
    let { revision, state } = day;
    for (const [index, make] of commands.entries()) {
      const now = this.#clock.instant + index * 1_000;
      const commandId = newUlid(this.#clock);
      const command = make(state, commandId);
      const decided = doctorDay.decide(state, command, contextOf(day, now));
      if (isRefusal(decided) || 'repeats' in decided) throw new Error(`${day.stream} refused ${command.kind}.`);
      const metadata = {
        commandId,
        commandDigest: createHash('sha256').update(commandId).digest('hex').slice(0, 16),
        correlationId: commandId,
        causationId: commandId,
        actor,
        clientId: this.#client.clientId,
        channel: 'web' as const,
        recordedAt: new Date(now).toISOString(),
      };
      const recorded = decided.map((event) => {
        revision += 1;
        const id = newUlid(this.#clock);
        // Cast is safe: events are plain data by their schemas, which the log checks.
        drafts.push({ id, type: event.type, data: event.data as unknown as JsonObject, metadata });
        const stamp = { ...metadata, schemaVersion: 1, keyIds: [], chain: '' };
        return { ...event, id, stream: day.stream, revision, position: '', metadata: stamp };
      });
      state = doctorDay.fold(state, recorded);
    }
    return { drafts, state, revision };
  }

  #booking(day: OpenDay): MakeCommand {
    return (_, commandId) => {
      const appointmentId = appointmentIdOf(day.doctor.pocId, day.date, commandId);
      day.booked.push(appointmentId);
      this.#appointments += 1;
      const type = this.#random.chance(0.2) ? 'Tele Consultation' : 'Direct Consultation';
      return {
        kind: 'book',
        appointmentId,
        patientId: this.#random.pick(this.#client.patientIds),
        time: day.freeTimes.pop() ?? '',
        type,
        payment: type === 'Tele Consultation' || this.#random.chance(0.6) ? 'Paid' : 'Pay_later',
        branchId: 0,
      };
    };
  }

  /**
   * The doctor's marks in the evening: most patients came, some didn't, some marks were mistakes, a few are missing.
   */
  #marksOf(appointmentId: string): MakeCommand[] {
    if (this.#random.chance(0.03)) return [];
    const mark = marking(appointmentId, this.#random.chance(0.88) ? 'Availed' : 'Not_Availed');
    return this.#random.chance(0.01) ? [mark, undoing(appointmentId), mark] : [mark];
  }
}

const cancelling =
  (appointmentId: string): MakeCommand =>
  () => ({ kind: 'changeStatus', appointmentId, status: 'Cancelled', as: 'admin' });
const marking =
  (appointmentId: string, status: 'Availed' | 'Not_Availed'): MakeCommand =>
  () => ({ kind: 'changeStatus', appointmentId, status, as: 'doctor' });
const undoing =
  (appointmentId: string): MakeCommand =>
  (state) => {
    const mark = state.appointments.get(appointmentId)?.lanes.status.at(-1);
    return { kind: 'undo', appointmentId, eventId: mark?.id ?? '', status: 'Confirmed', as: 'doctor' };
  };

const contextOf = ({ doctor, date }: OpenDay, now: number): DoctorDayContext => ({
  pocId: doctor.pocId,
  date,
  schedule: doctor.schedule,
  hospitalDay: null,
  skipped: [],
  clinic: clinicNow(now, defaultZone),
  hasLeft: false,
  lastBookable: lastBookableDate(clinicNow(now, defaultZone).date, horizonDays),
  undoWindowMs,
  overbookPerSlot: 1,
  fee: null,
  isCurrent: true,
});

const confirmedOf = (day: OpenDay, appointmentIds: readonly string[]): string[] =>
  appointmentIds.filter((id) => day.state.appointments.get(id)?.status === 'Confirmed');

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const left = [...list];
  const mixed: T[] = [];
  while (left.length > 0) mixed.push(...left.splice(random.below(left.length), 1));
  return mixed;
}
