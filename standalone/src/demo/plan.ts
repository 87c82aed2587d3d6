import type { AppointmentType } from '@dayline/contracts/appointments';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { plannedSlots, weekdayOf } from '@dayline/contracts/clinic/schedule';
import { closeOf } from '@dayline/contracts/clinic/sessions';
import { spanOf } from '@dayline/contracts/clinic/slots';
import { arrivalSteps } from './arrivals.ts';
import {
  type DemoClient,
  type DemoDoctor,
  type DemoPatient,
  familyNames,
  givenNames,
  towns,
  weeks,
} from './clients.ts';
import { deskSteps } from './desk.ts';
import { type Random, seededRandom } from './random.ts';
import { type DemoStep, isNight } from './steps.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const pastDays = 30;
const futureDays = 14;
/** Visits of one slot, fewer than any list takes. */
const mostDrawn = 6;

/** The UTC instant of a clinic's wall clock time. */
export function instantOf(date: string, time: string, zone: string): number {
  const asIfUtc = Date.parse(`${date}T${time}:00Z`);
  const seen = clinicNow(asIfUtc, zone);
  return asIfUtc - (Date.parse(`${seen.date}T${seen.time}:00Z`) - asIfUtc);
}

export function demoPatients(client: DemoClient): DemoPatient[] {
  const random = seededRandom(client.name.length * 7_919);
  const taken = new Set<string>();
  const patients: DemoPatient[] = [];
  while (patients.length < client.patients - client.known.length) {
    const name = `${random.pick(givenNames)} ${random.pick(familyNames)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const number = patients.length;
    patients.push({
      name,
      phone: `91${9_000_000_000 + client.key.length * 10_000_000 + number * 7_919}`,
      email: `${name.toLowerCase().replace(' ', '.')}@mail.example`,
      location: random.pick(towns),
    });
  }
  return [...patients, ...client.known];
}

interface Drawn {
  readonly booking: number;
  readonly doctor: number;
  readonly date: string;
  readonly time: string;
  readonly slotAt: number;
  readonly bookedAt: number;
  readonly hasLists: boolean;
}

/** Everything that happened in a client's last 30 days, happens today and is booked for the next 14. */
export function demoSteps(client: DemoClient, anchor: number): DemoStep[] {
  const random = seededRandom(client.key.length * 104_729);
  const today = clinicNow(anchor, client.zone).date;
  const begun = anchor - (pastDays + 6) * day;
  const steps: DemoStep[] = demoPatients(client).map((_, patient) => ({
    kind: 'register',
    at: begun + patient * minute,
    who: 0,
    patient,
  }));
  const blocks = blockSteps(client, today, begun);
  steps.push(...blocks);
  const isBlocked = (doctor: number, date: string, time: string): boolean =>
    blocks.some(
      (step) => step.doctor === doctor && step.date === date && (step.kind === 'blockDay' || step.times.includes(time)),
    );

  let booking = 0;
  /** Who has an appointment at a time, with whichever doctor. */
  const busy = new Set<string>();
  for (let offset = -pastDays; offset <= futureDays; offset += 1) {
    const date = addDays(today, offset);
    for (const [doctor, { hours }] of client.doctors.entries()) {
      const fill = fillOf(client, doctor, date, offset);
      for (const slot of plannedSlots(weeks[hours], date)) {
        const { time, session } = slot;
        const closes = closeOf(date, { time, end: spanOf(slot).to, session });
        const closesAt = closes ? instantOf(closes.date, closes.time, client.zone) : Infinity;
        for (let index = 0; index < Math.min(slot.capacity, mostDrawn); index += 1) {
          if (!random.chance(fill) || isBlocked(doctor, date, time)) continue;
          const slotAt = instantOf(date, time, client.zone);
          const latest = Math.min(Math.min(slotAt, closesAt) - 20 * minute, anchor - 40 * minute);
          const bookedAt = latest - Math.floor(random.next() * 4 * day);
          const drawn = { booking, doctor, date, time, slotAt, bookedAt, hasLists: session?.quota !== undefined };
          steps.push(bookStep(client, drawn, random, busy), ...lifeOf(client, drawn, offset, anchor, random));
          booking += 1;
        }
      }
    }
  }
  steps.push(...lateBlock(steps, today, anchor - 35 * minute));
  const life = enliven(client, steps, today, anchor);
  const arrivals = arrivalSteps(life, {
    ...{ date: today, began: instantOf(today, '00:00', client.zone), anchor },
    slotAt: ({ date, time }) => instantOf(date, time, client.zone),
  });
  const lively = [...life, ...arrivals];
  const desk = deskSteps(client, lively, {
    ...{ today, anchor },
    instantOf: (date, time) => instantOf(date, time, client.zone),
  });
  return [...lively, ...desk].sort((a, b) => a.at - b.at);
}

/** How full a doctor's day is: busier on Mondays, quiet on Sundays, emptier further ahead. */
function fillOf(client: DemoClient, doctor: number, date: string, offset: number): number {
  const weekday = weekdayOf(date);
  const byWeekday = weekday === 'Sunday' ? 0.55 : weekday === 'Monday' ? 1.2 : 1;
  const base = client.doctors[doctor]?.hours === 'emergencyNight' ? 0.3 : doctor === 0 ? 0.5 : 0.32;
  if (offset === 0) return base + 0.06;
  return offset < 0 ? base * byWeekday : base * byWeekday * Math.max(0.12, 0.75 - offset * 0.05);
}

function bookStep(client: DemoClient, drawn: Drawn, random: Random, busy: Set<string>): DemoStep {
  const isTele = random.chance(0.3) || isNight(drawn.time);
  const type: AppointmentType = isTele ? 'Tele Consultation' : 'Direct Consultation';
  const who = random.below(Math.min(2, adminsOf(client)));
  let patient = random.below(client.patients);
  const visit = () => `${patient} ${drawn.date} ${drawn.time}`;
  while (busy.has(visit())) patient = (patient + 1) % client.patients;
  busy.add(visit());
  return {
    kind: 'book',
    at: drawn.bookedAt,
    who,
    booking: drawn.booking,
    patient,
    doctor: drawn.doctor,
    date: drawn.date,
    time: drawn.time,
    type,
    payment: type === 'Tele Consultation' || random.chance(0.6) ? 'Paid' : 'Pay_later',
    ...(drawn.hasLists && { visit: random.chance(0.6) ? 'first' : 'again' }),
  };
}

const adminsOf = (client: DemoClient): number => client.accounts.filter(({ role }) => role === 'admin').length;
/** The doctor marks if the doctor has an account, else the desk. */
const marks = (client: DemoClient, doctor: number): number =>
  client.accounts.some((account) => account.doctor === client.doctors[doctor]?.name) ? -1 : 0;

function lifeOf(client: DemoClient, drawn: Drawn, offset: number, anchor: number, random: Random): DemoStep[] {
  const { booking } = drawn;
  if (random.chance(0.06)) {
    const at = Math.min(drawn.bookedAt + 3 * hour, drawn.slotAt - 5 * minute, anchor - 30 * minute);
    return [{ kind: 'mark', at: Math.max(at, drawn.bookedAt + minute), who: 0, booking, status: 'Cancelled' }];
  }
  const at = drawn.slotAt + (5 + random.below(20)) * minute;
  if (offset > 0 || at > anchor - minute) return [];
  // A few of today's passed appointments are still unmarked, and some of earlier days.
  if (random.chance(offset === 0 ? 0.12 : offset >= -3 ? 0.03 : 0)) return [];
  const who = marks(client, drawn.doctor);
  const missed = random.chance(0.085);
  const mark: DemoStep = { kind: 'mark', at, who, booking, status: missed ? 'Not_Availed' : 'Availed' };
  if (!random.chance(0.02)) return [mark];
  return [
    { kind: 'mark', at, who, booking, status: missed ? 'Availed' : 'Not_Availed' },
    { kind: 'undo', at: at + 4_000, who, booking },
    { ...mark, at: at + 12_000 },
  ];
}

type BlockStep = Extract<DemoStep, { kind: 'blockDay' | 'blockSlots' }>;

function blockSteps(client: DemoClient, today: string, begun: number): BlockStep[] {
  const at = begun + 12 * hour;
  const of = (name: string): number => client.doctors.findIndex((doctor: DemoDoctor) => doctor.name === name);
  if (client.key !== 'sunrise') {
    return [
      { kind: 'blockDay', at, who: 0, doctor: client.doctors.length - 1, date: addDays(today, 2), reason: 'On leave' },
    ];
  }
  return [
    { kind: 'blockDay', at, who: 0, doctor: of('Dr. George Thomas'), date: today, reason: 'On leave' },
    {
      kind: 'blockSlots',
      at,
      who: 0,
      doctor: of('Dr. Neha Joshi'),
      date: today,
      times: ['08:00', '08:20', '08:40'],
      reason: 'Ward round',
    },
    {
      kind: 'blockDay',
      at,
      who: -1,
      doctor: of('Dr. Asha Menon'),
      date: addDays(today, 5),
      reason: 'Cardiology congress',
    },
    {
      kind: 'blockSlots',
      at,
      who: -1,
      doctor: of('Dr. Asha Menon'),
      date: addDays(today, 3),
      times: ['08:00', '08:30', '09:00'],
      reason: 'Teaching',
    },
    { kind: 'blockDay', at, who: 0, doctor: of('Dr. Vikram Rao'), date: addDays(today, 4), reason: 'On leave' },
    {
      kind: 'blockSlots',
      at,
      who: 0,
      doctor: of('Dr. Leela Iyer'),
      date: addDays(today, 2),
      times: ['10:00', '10:20', '10:40', '11:00'],
      reason: 'Theatre',
    },
    { kind: 'blockDay', at, who: 0, doctor: of('Dr. Imran Qureshi'), date: addDays(today, 9), reason: 'On leave' },
  ];
}

/** A block of a time at which two are booked: they are people to call. */
function lateBlock(steps: readonly DemoStep[], today: string, at: number): DemoStep[] {
  const cancelled = new Set(
    steps.flatMap((step) => (step.kind === 'mark' && step.status === 'Cancelled' ? [step.booking] : [])),
  );
  const hasBlock = new Set(
    steps.flatMap((step) => (step.kind === 'blockSlots' ? [`${step.doctor} ${step.date}`] : [])),
  );
  const seen = new Set<string>();
  for (const step of steps) {
    if (step.kind !== 'book' || step.date <= today || cancelled.has(step.booking)) continue;
    const { doctor, date, time } = step;
    if (doctor === 0 || hasBlock.has(`${doctor} ${date}`)) continue;
    const slot = `${doctor} ${date} ${time}`;
    if (seen.has(slot))
      return [{ kind: 'blockSlots', at, who: 0, doctor, date, times: [time], reason: 'Called to theatre' }];
    seen.add(slot);
  }
  return [];
}

/**
 * Makes today show every status for the client's first doctor at any hour. Before the doctor's first hours are over not
 * every status has occurred, so a few are marked early; late in the evening the last ones stay unmarked.
 */
function enliven(client: DemoClient, steps: readonly DemoStep[], today: string, anchor: number): DemoStep[] {
  const todays = steps
    .flatMap((step) => (step.kind === 'book' && step.date === today && step.doctor === 0 ? [step] : []))
    .sort((a, b) => (a.time < b.time ? -1 : 1));
  const waiting = new Set(todays.slice(-3).map((step) => step.booking));
  const others = todays.filter(({ booking }) => !waiting.has(booking));
  const marked = new Map(steps.flatMap((step) => (step.kind === 'mark' ? [[step.booking, step.status] as const] : [])));
  const statuses = new Set(others.map(({ booking }) => marked.get(booking)));
  const wanted = (['Availed', 'Not_Availed', 'Cancelled'] as const).filter((status) => !statuses.has(status));
  // From those still open; else from the visited ones, of which there are many by then.
  const free = others.filter(({ booking }) => !marked.has(booking));
  const visited = others.filter(({ booking }) => marked.get(booking) === 'Availed');
  const chosen = [...free, ...visited.slice(1)].slice(0, wanted.length);
  const early = new Map(chosen.map(({ booking }, index) => [booking, wanted[index] ?? null]));
  const kept = steps.filter(
    (step) =>
      !((step.kind === 'mark' || step.kind === 'undo') && (early.has(step.booking) || waiting.has(step.booking))),
  );
  const dayBegan = instantOf(today, '00:00', client.zone);
  let order = 0;
  for (const [booking, status] of early) {
    order += 1;
    if (!status) continue;
    const book = todays.find((step) => step.booking === booking);
    const slotAt = book ? instantOf(book.date, book.time, client.zone) : dayBegan;
    const at = Math.max(dayBegan, Math.min(slotAt + 9 * minute, anchor - (10 - order) * 1_000));
    kept.push({ kind: 'mark', at, who: status === 'Cancelled' ? 0 : marks(client, 0), booking, status });
  }
  return kept;
}
