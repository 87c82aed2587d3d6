import { createHash } from 'node:crypto';
import { type DoctorDayCommand, doctorDay } from '@dayline/command-service/doctor-day/decide';
import type { DoctorDayContext } from '@dayline/command-service/doctor-day/places';
import type { DoctorDayState } from '@dayline/command-service/doctor-day/state';
import { addDays, clinicNow, defaultZone } from '@dayline/contracts/clinic-time';
import { isRefusal } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import { appointmentId as appointmentIdOf, streams } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { CurrentSchedule } from '@dayline/contracts/slots';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import type { EventToAppend, SealedLog } from '@dayline/event-log/sealed-log/open';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { Random } from '@dayline/standalone/demo/random';
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

const undoWindowMs = 15_000;
const horizonDays = 60;

/**
 * Fills a client's calendar day by day, in chronological order: the desk's bookings up to ten days ahead,
 * cancellations, and on the day itself the doctor's marks, some of them undone. The doctor-day's own decider decides
 * each; the events of one day at one time are appended together.
 */
export async function fillCalendar(
  log: SealedLog,
  clock: MovingClock,
  random: Random,
  client: FoundedClient,
): Promise<{ readonly appointments: number; readonly events: number }> {
  const { shape, clientId } = client;
  const first = addDays(dataToday, leadDays + 1 - shape.days);
  const last = addDays(dataToday, leadDays);
  const days = new Map<string, OpenDay[]>();
  const desk: Actor = { kind: 'admin', id: newUlid(clock), name: 'Front Desk' };
  let appointments = 0;
  let events = 0;

  function daysOn(date: string): OpenDay[] {
    const known = days.get(date);
    if (known) return known;
    const made = client.doctors.map((doctor) => ({
      doctor,
      date,
      stream: streams.doctorDay(doctor.pocId, date),
      freeTimes: shuffled(random, client.times),
      booked: [],
      state: doctorDay.initial,
      revision: -1,
      chain: chainStart,
    }));
    days.set(date, made);
    return made;
  }

  /** Decides commands in sequence, and appends their events together. */
  async function perform(day: OpenDay, actor: Actor, commands: readonly Command[]): Promise<void> {
    const drafts: EventToAppend[] = [];
    let { revision, state } = day;
    for (const [place, make] of commands.entries()) {
      const now = clock.instant + place * 1_000;
      const given: DoctorDayContext = {
        pocId: day.doctor.pocId,
        date: day.date,
        schedule: day.doctor.schedule,
        now,
        clinic: clinicNow(now, defaultZone),
        horizonDays,
        undoWindowMs,
      };
      const commandId = newUlid(clock);
      const command = make(state, commandId);
      const decided = doctorDay.decide(state, command, given);
      if (isRefusal(decided) || 'repeats' in decided) throw new Error(`${day.stream} refused ${command.kind}.`);
      const metadata = {
        commandId,
        commandDigest: createHash('sha256').update(commandId).digest('hex').slice(0, 16),
        correlationId: commandId,
        causationId: commandId,
        actor,
        clientId,
        recordedAt: new Date(now).toISOString(),
      };
      const recorded = decided.map((event) => {
        revision += 1;
        const id = newUlid(clock);
        // Cast is safe: events are plain data by their schemas, which the log checks.
        drafts.push({ id, type: event.type, data: event.data as unknown as JsonObject, metadata });
        const stamp = { ...metadata, schemaVersion: 1, keyIds: [], chain: '' };
        return { ...event, id, stream: day.stream, revision, position: '', metadata: stamp };
      });
      state = doctorDay.evolve(state, recorded);
    }
    if (drafts.length === 0) return;
    const result = await log.append(day.stream, day.revision < 0 ? 'noStream' : day.revision, day.chain, drafts);
    if (!result.appended) throw new Error(`${day.stream} was written by somebody else.`);
    day.state = state;
    day.revision = revision;
    day.chain = result.events.at(-1)?.metadata.chain ?? day.chain;
    events += drafts.length;
  }

  type Command = (state: DoctorDayState, commandId: string) => DoctorDayCommand;
  const booking =
    (day: OpenDay): Command =>
    (_, commandId) => {
      const appointmentId = appointmentIdOf(day.doctor.pocId, day.date, commandId);
      day.booked.push(appointmentId);
      appointments += 1;
      const type = random.chance(0.2) ? 'Tele Consultation' : 'Direct Consultation';
      return {
        kind: 'book',
        appointmentId,
        patientId: random.pick(client.patientIds),
        time: day.freeTimes.pop() ?? '',
        type,
        payment: type === 'Tele Consultation' || random.chance(0.6) ? 'Paid' : 'Pay_later',
        branchId: 0,
      };
    };
  const cancelling =
    (appointmentId: string): Command =>
    () => ({ kind: 'changeStatus', appointmentId, status: 'Cancelled', as: 'admin' });
  const marking =
    (appointmentId: string, status: 'Availed' | 'Not_Availed'): Command =>
    () => ({ kind: 'changeStatus', appointmentId, status, as: 'doctor' });
  const undoing =
    (appointmentId: string): Command =>
    (state) => {
      const mark = state.appointments.get(appointmentId)?.history.at(-1);
      return { kind: 'undo', appointmentId, eventId: mark?.id ?? '', status: 'Confirmed', as: 'doctor' };
    };

  /**
   * The doctor's marks in the evening: most patients came, some didn't, some marks were mistakes, a few are missing.
   */
  function marksOf(appointmentId: string): Command[] {
    if (random.chance(0.03)) return [];
    const mark = marking(appointmentId, random.chance(0.88) ? 'Availed' : 'Not_Availed');
    return random.chance(0.01) ? [mark, undoing(appointmentId), mark] : [mark];
  }

  for (let date = addDays(first, -leadDays); date <= dataToday; date = addDays(date, 1)) {
    clock.instant = Math.max(clock.instant, instantOf(date, '08:00'));
    const appends: Promise<void>[] = [];
    for (const { days: ahead, share } of leads) {
      const wanted = addDays(date, ahead);
      if (wanted < first || wanted > last) continue;
      for (const day of daysOn(wanted)) {
        const isLast = ahead === 0 || date === dataToday;
        const count = isLast ? shape.bookedOfDay - day.booked.length : Math.round(share * shape.bookedOfDay);
        const commands = Array.from({ length: Math.max(0, count) }, () => booking(day));
        const earlier = day.booked.filter(() => random.chance(0.02));
        const open = earlier.filter((id) => day.state.appointments.get(id)?.status === 'Confirmed');
        appends.push(perform(day, desk, [...commands, ...open.map(cancelling)]));
      }
    }
    await Promise.all(appends);
    if (date === dataToday) break;
    clock.instant = Math.max(clock.instant, instantOf(date, '18:00'));
    const marks = (days.get(date) ?? []).map((day) => {
      const open = day.booked.filter((id) => day.state.appointments.get(id)?.status === 'Confirmed');
      const doctor: Actor = { kind: 'doctor', id: day.doctor.pocId, name: 'Doctor' };
      return perform(day, doctor, open.flatMap(marksOf));
    });
    await Promise.all(marks);
    days.delete(date);
  }
  return { appointments, events };
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const left = [...list];
  const mixed: T[] = [];
  while (left.length > 0) mixed.push(...left.splice(random.below(left.length), 1));
  return mixed;
}
