import { readFileSync } from 'node:fs';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { plannedSlots, weekdayOf, weekdays } from '@dayline/contracts/clinic/schedule';
import { z } from 'zod';
import { type DemoClient, type DemoPatient, weeks } from './clients.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;
/** Days relative to the start's date that have visits. */
const [firstDay, lastDay] = [-30, 14];
/** Minimum time between the last booking and the start. */
const minSinceBooking = 40 * minute;

const commandNames = [
  ...(['savePatient', 'bookAppointment', 'changeAppointmentStatus', 'undoAppointmentStatus', 'arrive'] as const),
  ...(['callPatient', 'moveAppointment', 'walkIn', 'correctPayment', 'blockDay', 'blockSlots', 'closeDay'] as const),
] as const;

/** A visit: time, patient, type, payment, when it was booked, and what happened: `Availed 08:17`. */
const visitSchema = z.tuple(
  [z.string(), z.int(), z.enum(['Tele', 'Direct', 'First', 'Again']), z.enum(['Paid', 'Later']), z.string()],
  z.string(),
);
const placeSchema = z.object({ doctor: z.string(), day: z.int(), time: z.string(), patient: z.int() });
const commandSchema = z.looseObject({
  call: z.enum(commandNames),
  at: z.string(),
  by: z.union([z.int(), z.string()]).default(0),
  visit: placeSchema.optional(),
  patient: z.int().optional(),
  doctor: z.string().optional(),
  day: z.int().optional(),
});
const clientSchema = z.object({
  patients: z.array(z.tuple([z.string(), z.string(), z.string()])),
  days: z.array(
    z.object({ doctor: z.string(), day: z.union([z.int(), z.enum(weekdays)]), visits: z.array(visitSchema) }),
  ),
  commands: z.array(commandSchema),
});
/** The same path from the source and from the build. */
const file = new URL('../../demo/demo.json', import.meta.url);
const demoOf = z.record(z.string(), clientSchema).parse(JSON.parse(readFileSync(file, 'utf8')));

/** A command of the demo at its instant (ms, UTC). */
export interface DemoStep {
  readonly at: number;
  readonly call: (typeof commandNames)[number];
  /** Identifies the command among the client's. */
  readonly key: string;
  /** The doctor's day or patient concerned: steps for one subject run in sequence. */
  readonly subject: string;
  /** The index of a desk's account, or the name of a doctor with an account. */
  readonly by: number | string;
  /** The visit that it creates or concerns. */
  readonly visit?: string;
  readonly patient?: number | undefined;
  readonly doctor?: string | undefined;
  /** The command's other fields. */
  readonly request: Readonly<Record<string, unknown>>;
}

export function demoPatients(client: DemoClient): DemoPatient[] {
  const patients = (demoOf[client.key]?.patients ?? []).map(([name, phone, location]) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@mail.example`;
    return { name, phone, email, location };
  });
  return [...patients, ...client.known];
}

/** The UTC instant of a clinic's wall clock time. */
export function instantOf(date: string, time: string, zone: string): number {
  const utcInstant = Date.parse(`${date}T${time}:00Z`);
  const moment = clinicNow(utcInstant, zone);
  return utcInstant - (Date.parse(`${moment.date}T${moment.time}:00Z`) - utcInstant);
}

/**
 * The client's commands of 30 days before the start (`anchor`, ms, UTC), in time order. demo.json has their times
 * relative to the date of the start.
 */
export function demoSteps(client: DemoClient, anchor: number): DemoStep[] {
  const today = clinicNow(anchor, client.zone).date;
  const timesOf = timesRelativeTo(client, anchor);
  const demo = demoOf[client.key] ?? { days: [], commands: [] };
  const registrations = demoPatients(client).map((patient, index): DemoStep => {
    const at = anchor - 36 * day + index * minute;
    const key = `patient ${index}`;
    return { at, call: 'savePatient', key, subject: key, by: 0, patient: index, request: { ...patient } };
  });
  const visits = demo.days.flatMap(({ doctor, day: when, visits: ofDay }) =>
    datesOf(when, today).flatMap((date) => {
      const times = new Set(plannedSlots(weekOf(client, doctor), date).map(({ time }) => time));
      // A doctor without hours on this weekday has no visits.
      return ofDay
        .filter(([time]) => times.has(time))
        .flatMap((visit, index) => visitSteps({ client, doctor, date, index, anchor, timesOf }, visit));
    }),
  );
  const commands = demo.commands.map((command): DemoStep => {
    const { call, at: moment, by, visit, patient, doctor, day: offset, ...rest } = command;
    const at = timesOf(moment, today);
    const date = addDays(today, offset ?? visit?.day ?? 0);
    const visitKey = visit && keyOf({ ...visit, date: addDays(today, visit.day) });
    const key = `${doctor ?? visitKey} ${date} ${patient} ${moment}`;
    return {
      ...{ at, call, by, key, visit: visitKey ?? key, patient, doctor },
      subject: `${doctor ?? visit?.doctor} ${date}`,
      request: { ...rest, ...(offset !== undefined && call !== 'walkIn' && { date }) },
    };
  });
  return [...registrations, ...visits, ...commands].filter(({ at }) => at <= anchor).sort((a, b) => a.at - b.at);
}

const weekOf = ({ doctors }: DemoClient, name: string) =>
  weeks[doctors.find((doctor) => doctor.name === name)?.hours ?? 'none'];

/** The date of a day relative to today, or every date of a weekday. */
function datesOf(when: number | (typeof weekdays)[number], today: string): string[] {
  if (typeof when === 'number') return [addDays(today, when)];
  const dates = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => addDays(today, firstDay + index));
  return dates.filter((date) => weekdayOf(date) === when);
}

interface VisitKey {
  readonly doctor: string;
  readonly date: string;
  readonly time: string;
  readonly patient: number;
}
const keyOf = ({ doctor, date, time, patient }: VisitKey): string => `${doctor} ${date} ${time} ${patient}`;

const momentPattern = /^(?:([+-]?\d+) )?(\d\d:\d\d)(?::(\d\d))?(?: -(\d+)s)?$/;
type TimesOf = (moment: string, date: string) => number;

/**
 * Reads `-1 08:17:04 -40s`: on the day before `date` at this time at the clinic, and at the latest 40 s before the
 * start, but on that day.
 */
function timesRelativeTo({ zone }: DemoClient, anchor: number): TimesOf {
  return (moment, date) => {
    const [, offset = '0', time = '', seconds = '0', latest] = momentPattern.exec(moment) ?? [];
    if (time === '') throw new Error(`${moment} is no time of the demo.`);
    const visitDate = addDays(date, Number(offset));
    const at = instantOf(visitDate, time, zone) + Number(seconds) * second;
    if (latest === undefined) return at;
    return Math.min(at, Math.max(instantOf(visitDate, '00:00', zone), anchor - Number(latest) * second));
  };
}

interface VisitDay {
  readonly client: DemoClient;
  readonly doctor: string;
  readonly date: string;
  /** The visit's index on its day. */
  readonly index: number;
  readonly anchor: number;
  readonly timesOf: TimesOf;
}

/** The booking of a visit and what happened to it. */
function visitSteps(
  { client, doctor, date, index, anchor, timesOf }: VisitDay,
  [time, patient, type, payment, bookingMoment, ...happenings]: z.infer<typeof visitSchema>,
): DemoStep[] {
  const visit = keyOf({ doctor, date, time, patient });
  const eventContext = { subject: `${doctor} ${date}`, visit };
  const admins = client.accounts.filter(({ role }) => role === 'admin').length;
  let bookedAt = timesOf(bookingMoment, date);
  // A booking that would fall after the start is dated on an earlier day.
  while (bookedAt > anchor - minSinceBooking) bookedAt -= day;
  const hasAccount = client.accounts.some((account) => account.doctor === doctor);
  return [
    {
      ...{ ...eventContext, at: bookedAt, call: 'bookAppointment', key: visit, by: index % admins, patient, doctor },
      request: {
        ...{ date, time, type: type === 'Tele' ? 'Tele Consultation' : 'Direct Consultation' },
        ...{ payment: payment === 'Paid' ? 'Paid' : 'Pay_later', method: methodOf(type, index) },
        ...((type === 'First' || type === 'Again') && { visit: type.toLowerCase() }),
      },
    },
    ...happenings.map((demoEvent): DemoStep => {
      const [action = ''] = demoEvent.split(' ');
      const at = timesOf(demoEvent.slice(action.length + 1), date);
      const step = { ...eventContext, at, key: `${visit} ${demoEvent}` };
      if (action === 'Arrived') return { ...step, call: 'arrive', by: 0, request: {} };
      if (action === 'Called') return { ...step, call: 'callPatient', by: 0, request: {} };
      const isByDoctor = hasAccount && action !== 'Cancelled';
      const [as, by] = isByDoctor ? ['doctor', doctor] : ['admin', 0];
      if (action === 'Undone')
        return { ...step, call: 'undoAppointmentStatus', by, request: { status: 'Confirmed', as } };
      return { ...step, call: 'changeAppointmentStatus', by, request: { status: action, as } };
    }),
  ];
}

/** No payment in cash for a booking by phone. */
function methodOf(type: string, index: number): string {
  if (type === 'Tele') return index % 3 === 0 ? 'card' : 'upi';
  return ['cash', 'upi', 'cash', 'card', 'cash'][index % 5] ?? 'other';
}
