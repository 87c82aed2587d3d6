import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandContext } from '@dayline/command-service/command-handler/command-context';
import type { Commands } from '@dayline/command-service/modules';
import type { PaymentMethod } from '@dayline/contracts/appointments';
import { addDays, clinicDate } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import { canonicalJson, type Json } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { EventLog } from '@dayline/event-log/port';
import { derivedId } from '@dayline/runtime/ids/derived';
import { type DemoClient, type DemoDay, type DemoPatient, demoClients, demoPassword, weeks } from './clients.ts';
import { demoPatients, demoSteps } from './plan.ts';
import type { DemoStep } from './steps.ts';
import type { Turns } from './turns.ts';

const day = 86_400_000;
const minute = 60_000;
const founder: Actor = { kind: 'system', id: 'demo', name: 'Dayline demo' };

/** The results of earlier steps that a client's later steps need. */
interface Founded {
  readonly client: DemoClient;
  readonly clientId: string;
  readonly doctorIds: readonly string[];
  /** By the account's index in the client's list. */
  readonly actors: readonly Actor[];
  readonly doctorActors: readonly (Actor | null)[];
  readonly patients: readonly DemoPatient[];
  /** Filled while the steps run. */
  readonly patientIds: string[];
  readonly bookings: Bookings;
  /** By booking. */
  readonly doctorDays: Map<number, string>;
}

/** Commands whose log appends in turns. */
export interface Seeding {
  readonly commands: Commands;
  readonly turns: Turns;
  readonly log: Pick<EventLog, 'head'>;
}

/**
 * Makes the demo data with the commands that the calls use, each at its own instant and in the order of these. `anchor`
 * (ms, UTC) is when the demo was first started; the same anchor makes the same data, and existing data is not made again.
 */
export async function seedDemo({ commands, ...seeding }: Seeding, anchor: number): Promise<void> {
  const clients: Founded[] = [];
  for (const [index, client] of demoClients.entries()) {
    clients.push(await found(commands, client, anchor - (40 - index) * day));
  }
  await runSteps({ commands, ...seeding }, clients, anchor);
}

/** A command's context at an instant; the key identifies the command within the demo. */
function at(instant: number, clientId: string, actor: Actor, call: string, key: string, body: Json): CommandContext {
  const commandId = derivedId('demo', call, key);
  // As older builds stored it: a demo that one of them began is continued.
  const formerDigest = createHash('sha256').update(canonicalJson(body)).digest('hex').slice(0, 16);
  return {
    commandId,
    commandDigest: '',
    formerDigest,
    correlationId: commandId,
    causationId: commandId,
    actor,
    clientId,
    channel: 'demo',
    traceparent: null,
    now: instant,
  };
}

async function found(commands: Commands, client: DemoClient, from: number): Promise<Founded> {
  let instant = from;
  const next = (): number => {
    instant += minute;
    return instant;
  };
  const { key, name, zone, branches } = client;
  const settings = { name, zone, branches: [...branches] };
  const { clientId } = made(
    await commands.onboardClient(settings, at(next(), '', founder, 'client', key, settings)),
    `client ${name}`,
  );
  const by = (call: string, own: string, body: Json): CommandContext =>
    at(next(), clientId, founder, call, `${key} ${own}`, body);

  const departmentIds = new Map<string, string>();
  for (const department of client.departments) {
    const opened = await commands.openDepartment({ name: department }, by('department', department, department));
    departmentIds.set(department, made(opened, department).departmentId);
  }

  const doctorIds: string[] = [];
  for (const [index, doctor] of client.doctors.entries()) {
    const details = {
      ...(doctor.kind && { kind: doctor.kind }),
      departmentId: departmentIds.get(doctor.department) ?? '',
      name: doctor.name,
      contactNumber: `91${9_800_000_000 + key.length * 1_000 + index}`,
      email: doctor.kind === 'unit' ? null : emailOf(client, doctor.name),
      meetingLink: doctor.meetingLink,
      consultationFee: doctor.fee,
      branchId: doctor.branchId,
    };
    const { pocId } = made(await commands.addDoctor(details, by('doctor', doctor.name, details)), doctor.name);
    const week = weeks[doctor.hours];
    if (week.length > 0) {
      made(await commands.setWeeklySchedule({ pocId, week }, by('schedule', doctor.name, week)), doctor.name);
    }
    const { onRequest: sentence } = doctor;
    if (sentence)
      made(await commands.setOnRequest({ pocId, sentence }, by('on request', doctor.name, sentence)), doctor.name);
    const room = `Room ${index + 1}`;
    made(await commands.setRoom({ pocId, room }, by('room', doctor.name, room)), doctor.name);
    doctorIds.push(pocId);
    if (doctor.kind === 'unit') continue;
    const profile = {
      name: doctor.name,
      qualification: doctor.qualification,
      location: 'Pune',
      experienceYears: doctor.experienceYears,
      contactNumber: details.contactNumber,
    };
    made(await commands.reviseDoctor({ pocId, ...profile }, by('profile', doctor.name, profile)), doctor.name);
  }

  const actors: Actor[] = [];
  const doctorActors: (Actor | null)[] = client.doctors.map(() => null);
  for (const account of client.accounts) {
    const index = client.doctors.findIndex((doctor) => doctor.name === account.doctor);
    const details = {
      email: account.email,
      role: account.role,
      name: account.name,
      pocId: doctorIds[index] ?? null,
      password: demoPassword,
    };
    const opened = await commands.openAccount(details, by('account', account.email, account.email));
    const actor: Actor = { kind: account.role, id: made(opened, account.email).accountId, name: account.name };
    if (account.role === 'admin') actors.push(actor);
    if (index >= 0) doctorActors[index] = actor;
  }
  for (const each of client.days) {
    const day = dayAhead(each, clinicDate(from, zone));
    const by = at(next(), clientId, actors[0] ?? founder, 'hospital day', `${key} ${day.name}`, day.name);
    made(await commands.setHospitalDay(day, by), day.name);
  }
  const { waitingHall } = client;
  if (waitingHall !== undefined) {
    // Nobody knows the token: a new link pairs its screen.
    const display = { name: waitingHall, pocIds: doctorIds.slice(0, 6), linkHash: '' };
    const by = at(next(), clientId, actors[0] ?? founder, 'display', `${key} ${waitingHall}`, waitingHall);
    made(await commands.addDisplay(display, by), waitingHall);
  }
  return {
    client,
    clientId,
    doctorIds,
    actors,
    doctorActors,
    patients: demoPatients(client),
    patientIds: [],
    bookings: new Map(),
    doctorDays: new Map(),
  };
}

/** More than can be booked after the demo's start: no visit of the demo, or of its first weeks, is on such a day. */
const untilDays = 105;

/** The day's first date by which the demo's visits are over; of weekdays, each from then on. */
function dayAhead({ on, ...rest }: DemoDay, begun: string) {
  const earliest = addDays(begun, untilDays);
  if (typeof on !== 'string') return { ...rest, on, from: earliest };
  const year = earliest.slice(0, 4);
  const date = `${year}-${on}`;
  return { ...rest, on: { date: date < earliest ? `${Number(year) + 1}-${on}` : date } };
}

/** A doctor with an account has its e-mail address; the others have generated ones. */
function emailOf(client: DemoClient, doctor: string): string {
  const account = client.accounts.find((candidate) => candidate.doctor === doctor);
  return account?.email ?? `${doctor.replace('Dr. ', '').toLowerCase().replace(' ', '.')}@${client.key}.example`;
}

/** Most commands in flight at once; those of one booking run in sequence. */
const mostAtOnce = 64;

/** A step and its client. */
interface Due {
  readonly founded: Founded;
  readonly step: DemoStep;
}

/** Both clients' steps by time: what is known at an instant is what stands before a position. */
async function runSteps({ commands, turns, log }: Seeding, clients: readonly Founded[], anchor: number): Promise<void> {
  const due = clients
    .flatMap((founded) => demoSteps(founded.client, anchor).map((step): Due => ({ founded, step })))
    .sort((a, b) => a.step.at - b.step.at);
  let done = 0;
  while (done < due.length) {
    const window = independentSteps(due, done);
    await Promise.all(window.map(({ founded, step }) => turns.take(() => runStep({ commands, log }, founded, step))));
    done += window.length;
  }
}

/**
 * The next consecutive steps that are independent: each concerns its own doctor-day. Two of one would wait for each
 * other, one for the stream and one for its turn.
 */
function independentSteps(due: readonly Due[], from: number): Due[] {
  const window: Due[] = [];
  const concerned = new Set<string>();
  for (const next of due.slice(from, from + mostAtOnce)) {
    // A registration appends several times, a move on several days, and closing a day sums what was appended.
    const kinds = [next.step.kind, window[0]?.step.kind];
    if (window.length > 0 && alone.some((kind) => kinds.includes(kind))) break;
    const subject = subjectOf(next);
    if (isBooking(next.step)) next.founded.doctorDays.set(next.step.booking, subject);
    if (concerned.has(subject)) break;
    concerned.add(subject);
    window.push(next);
  }
  return window;
}

const alone = ['register', 'move', 'closeDay'] as const;
const isBooking = (step: DemoStep) => step.kind === 'book' || step.kind === 'overbook' || step.kind === 'walkIn';

/** The doctor-day that a step concerns, or the patient. */
function subjectOf({ founded, step }: Due): string {
  const { key } = founded.client;
  if (step.kind === 'register') return `${key} patient ${step.patient}`;
  if (step.kind === 'closeDay') return `${key} ${step.date}`;
  // A booking's day, known since it was booked.
  if (!('doctor' in step)) return founded.doctorDays.get(step.booking) ?? '';
  return `${key} ${step.doctor} ${step.date}`;
}

/** By phone nobody pays in cash. */
function methodOf({ booking, type }: Pick<Extract<DemoStep, { kind: 'book' }>, 'booking' | 'type'>): PaymentMethod {
  if (type === 'Tele Consultation') return booking % 3 === 0 ? 'card' : 'upi';
  return (['cash', 'upi', 'cash', 'card', 'cash'] as const)[booking % 5] ?? 'other';
}

type Bookings = Map<number, { readonly appointmentId: string; latestEvent: string | null }>;

async function runStep({ commands, log }: Omit<Seeding, 'turns'>, founded: Founded, step: DemoStep): Promise<void> {
  const { client, clientId, doctorIds, patients, patientIds, bookings } = founded;
  const by = (actor: Actor, own: string): CommandContext =>
    at(step.at, clientId, actor, step.kind, `${client.key} ${own}`, { ...step });
  const receptionist = (): Actor => founded.actors[Math.max(0, step.who)] ?? founder;
  const doctorOf = (doctor: number): Actor => (step.who < 0 ? founded.doctorActors[doctor] : null) ?? receptionist();
  const doctorId = (doctor: number): string => doctorIds[doctor] ?? '';

  switch (step.kind) {
    case 'register': {
      const patient = patients[step.patient];
      if (!patient) throw new RangeError(`There is no demo patient ${step.patient}.`);
      const saved = await commands.savePatient(patient, by(receptionist(), `${step.patient}`));
      patientIds[step.patient] = made(saved, `patient ${step.patient}`).patientId;
      return;
    }
    case 'book': {
      const { date, time, type, payment } = step;
      const request = {
        patientId: patientIds[step.patient] ?? '',
        pocId: doctorId(step.doctor),
        date,
        time,
        type,
        payment,
        method: methodOf(step),
        ...(step.visit && { visit: step.visit }),
      };
      const { appointmentId } = made(
        await commands.bookAppointment(request, by(receptionist(), `${step.booking}`)),
        'booking',
      );
      bookings.set(step.booking, { appointmentId, latestEvent: null });
      return;
    }
    case 'overbook':
    case 'walkIn':
    case 'move':
      return runDeskStep(commands, founded, step);
    case 'mark': {
      const booking = bookingOf(bookings, step.booking);
      const { status } = step;
      const doctor = doctorIds.findIndex((pocId) => booking.appointmentId.startsWith(pocId));
      const actor = doctorOf(doctor);
      const request = {
        appointmentId: booking.appointmentId,
        status,
        as: actor.kind === 'doctor' ? 'doctor' : 'admin',
        ...(step.refunded && ({ money: 'refunded', method: step.refunded } as const)),
      } as const;
      const changed = made(
        await commands.changeAppointmentStatus(request, by(actor, `${step.booking} ${step.at}`)),
        'mark',
      );
      booking.latestEvent = changed.eventId;
      return;
    }
    case 'undo': {
      const booking = bookingOf(bookings, step.booking);
      const actor = doctorOf(doctorIds.findIndex((pocId) => booking.appointmentId.startsWith(pocId)));
      const request = {
        appointmentId: booking.appointmentId,
        status: 'Confirmed',
        as: actor.kind === 'doctor' ? 'doctor' : 'admin',
        eventId: booking.latestEvent ?? '',
      } as const;
      made(await commands.undoAppointmentStatus(request, by(actor, `${step.booking} ${step.at}`)), 'undo');
      return;
    }
    case 'pay':
    case 'closeDay':
      return runMoneyStep({ commands, log }, founded, step);
    case 'arrive':
    case 'call': {
      const { appointmentId } = bookingOf(bookings, step.booking);
      const own = by(receptionist(), `${step.booking}`);
      made(
        step.kind === 'arrive'
          ? await commands.arrive({ appointmentId }, own)
          : await commands.callPatient({ appointmentId }, own),
        step.kind,
      );
      return;
    }
    case 'blockDay':
    case 'blockSlots': {
      const block = { pocId: doctorId(step.doctor), date: step.date, reason: step.reason };
      const own = `${step.doctor} ${step.date}`;
      const blocked =
        step.kind === 'blockDay'
          ? await commands.blockDay(block, by(doctorOf(step.doctor), own))
          : await commands.blockSlots({ ...block, times: step.times }, by(doctorOf(step.doctor), own));
      made(blocked, 'block');
      return;
    }
    default:
      return unreachable(step);
  }
}

/** Beside booking and marking. */
async function runDeskStep(
  commands: Commands,
  { client, clientId, actors, doctorIds, patientIds, bookings }: Founded,
  step: Extract<DemoStep, { kind: 'overbook' | 'walkIn' | 'move' }>,
): Promise<void> {
  const pocId = doctorIds[step.doctor] ?? '';
  const by = at(step.at, clientId, actors[step.who] ?? founder, step.kind, `${client.key} ${step.booking}`, {
    ...step,
  });
  if (step.kind === 'move') {
    const { date, time, reason } = step;
    const { appointmentId } = bookingOf(bookings, step.booking);
    // Where the other doctor's fee is another one, it is taken.
    const to = { pocId, date, time, reason, fee: { difference: 'taken' as const } };
    const moved = made(await commands.moveAppointment({ appointmentId, ...to }, by), 'move');
    bookings.set(step.booking, { appointmentId: moved.appointmentId, latestEvent: null });
    return;
  }
  const who = { pocId, patientId: patientIds[step.patient] ?? '' };
  const { appointmentId } =
    step.kind === 'walkIn'
      ? made(await commands.walkIn({ ...who, payment: step.payment, method: 'cash' }, by), 'walk-in')
      : made(await commands.bookAppointment({ ...who, ...overbooking(step) }, by), 'overbooking');
  bookings.set(step.booking, { appointmentId, latestEvent: null });
}

/** In ms. Views that don't get on leave the demo without a closed day. */
const longestWait = 30_000;

async function runMoneyStep(
  { commands, log }: Omit<Seeding, 'turns'>,
  { client, clientId, actors, bookings }: Founded,
  step: Extract<DemoStep, { kind: 'pay' | 'closeDay' }>,
): Promise<void> {
  const own = step.kind === 'pay' ? step.booking : step.date;
  const by = at(step.at, clientId, actors[step.who] ?? founder, step.kind, `${client.key} ${own}`, { ...step });
  if (step.kind === 'pay') {
    const { appointmentId } = bookingOf(bookings, step.booking);
    made(await commands.correctPayment({ appointmentId, payment: 'Paid', method: step.method }, by), 'payment');
    return;
  }
  const position = await log.head();
  for (let waited = 0; waited < longestWait; waited += 20) {
    const closed = await commands.closeDay({ date: step.date, position, closings: 0 }, by);
    if (!isRefusal(closed) || closed.refused !== 'views.behind') {
      made(closed, 'closing');
      return;
    }
    await pause(20);
  }
}

const overbooking = ({ date, time, reason }: Extract<DemoStep, { kind: 'overbook' }>) =>
  ({ date, time, type: 'Direct Consultation', payment: 'Pay_later', overbooks: { reason } }) as const;

function bookingOf(bookings: Bookings, booking: number) {
  const found = bookings.get(booking);
  if (!found) throw new RangeError(`Booking ${booking} of the demo was not made.`);
  return found;
}

/** The demo plans nothing that a rule refuses: a refusal here is a bug in the plan. */
function made<Result extends object>(result: Result | Refusal, what: string): Result {
  if (isRefusal(result)) throw new Error(`The demo's ${what} was refused: ${result.refused}`);
  return result;
}
