import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { plannedSlots } from '@dayline/contracts/clinic/schedule';
import { demoClients, weeks } from './clients.ts';
import { demoSteps, instantOf } from './plan.ts';
import type { DemoStep } from './steps.ts';

const [sunrise, lakeside] = demoClients;
if (!sunrise || !lakeside) throw new Error('The demo has two clients.');
const zone = sunrise.zone;
const everyStatus = ['Availed', 'Cancelled', 'Confirmed', 'Not_Availed'];

/** A weekday and a Sunday. */
const days = ['2026-11-18', '2026-11-22'];
const hours = ['00:01', '03:30', '12:00', '23:50'];
const anchors = days.flatMap((date) => hours.map((time) => [date, time] as const));

type Booking = Extract<DemoStep, { kind: 'book' }>;
interface Told {
  readonly bookings: ReadonlyMap<number, Booking>;
  readonly status: ReadonlyMap<number, AppointmentStatus>;
}

/** Runs the plan by the rules. @throws Error if a step's precondition is missing */
function follow(steps: readonly DemoStep[]): Told {
  const bookings = new Map<number, Booking>();
  const status = new Map<number, AppointmentStatus>();
  for (const step of steps) {
    if (step.kind === 'book') {
      bookings.set(step.booking, step);
      status.set(step.booking, 'Confirmed');
    } else if (step.kind === 'mark') {
      if (status.get(step.booking) !== 'Confirmed') throw new Error(`Booking ${step.booking} can't be marked.`);
      status.set(step.booking, step.status);
    } else if (step.kind === 'undo') {
      if (status.get(step.booking) === 'Confirmed') throw new Error(`Booking ${step.booking} has nothing to undo.`);
      status.set(step.booking, 'Confirmed');
    }
  }
  return { bookings, status };
}

const statusesOf = ({ bookings, status }: Told, date: string, doctor?: number): string[] => {
  const those = [...bookings.values()].filter(
    (each) => each.date === date && (doctor === undefined || each.doctor === doctor),
  );
  return [...new Set(those.map(({ booking }) => status.get(booking) ?? 'none'))].sort();
};

const isIn = ({ doctor, date, time }: Booking, block: Extract<DemoStep, { kind: 'blockSlots' }>): boolean =>
  doctor === block.doctor && date === block.date && block.times.includes(time);

describe.each(anchors)('started on %s at %s of the clinic', (date, time) => {
  const anchor = instantOf(date, time, zone);
  const steps = demoSteps(sunrise, anchor);
  const told = follow(steps);

  test("today shows all four statuses, the client's and Dr. Asha Menon's", () => {
    expect(clinicNow(anchor, zone)).toMatchObject({ date, time });
    expect(sunrise.doctors[0]?.name).toBe('Dr. Asha Menon');
    expect(statusesOf(told, date)).toEqual(everyStatus);
    expect(statusesOf(told, date, 0)).toEqual(everyStatus);
  });

  test('nothing happens later than now, before its time, or out of order', () => {
    const wrong = steps.filter((step, index) => {
      if (step.at > anchor || step.at < (steps[index - 1]?.at ?? 0)) return true;
      if (step.kind === 'book') return step.at >= instantOf(step.date, step.time, zone);
      if (step.kind !== 'mark' || step.status === 'Cancelled') return false;
      // "A mark is allowed on the appointment's day and after it, not before."
      return clinicNow(step.at, zone).date < (told.bookings.get(step.booking)?.date ?? '');
    });
    expect(wrong).toEqual([]);
  });

  test('who was visited had arrived and been called, and some wait now if anybody is due', () => {
    const visits = new Map<number, string[]>();
    for (const step of steps) {
      if (step.kind !== 'arrive' && step.kind !== 'call' && step.kind !== 'mark') continue;
      visits.set(step.booking, [...(visits.get(step.booking) ?? []), step.kind]);
    }
    const came = [...visits.values()].filter((kinds) => kinds.includes('arrive')).map((kinds) => kinds.join());
    // Nobody comes before the day begins.
    expect(came.includes('arrive,call,mark') || time < '09:00').toBe(true);
    for (const kinds of new Set(came)) expect(['arrive', 'arrive,call', 'arrive,call,mark']).toContain(kinds);
  });

  test('two who are booked at one time are people to call, since it was blocked afterwards', () => {
    const booked = steps.flatMap((block) =>
      block.kind === 'blockSlots' && block.date > date
        ? [
            [...told.bookings.values()].filter(
              (each) => isIn(each, block) && told.status.get(each.booking) === 'Confirmed',
            ),
          ]
        : [],
    );
    expect(Math.max(...booked.map(({ length }) => length))).toBeGreaterThanOrEqual(2);
  });

  test('two visits move, one is beyond the places of its time, and somebody comes without one unless it is night', () => {
    const kinds = steps.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'move')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'overbook')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'walkIn')).toHaveLength(time === '23:50' ? 0 : 1);
  });

  test('today two desks take money by two methods, some is given back, and yesterday is closed', () => {
    const todays = steps.filter(({ at }) => clinicNow(at, zone).date === date);
    const paid = todays.flatMap((step) => (step.kind === 'pay' ? [`${step.who} ${step.method}`] : []));
    expect(paid).toEqual(['0 cash', '1 upi']);
    expect(todays.filter((step) => step.kind === 'mark' && step.refunded)).toHaveLength(1);
    expect(steps.at(-1)).toMatchObject({ kind: 'closeDay', date: addDays(date, -1) });
  });

  test('nobody comes to the clinic by night', () => {
    const direct = [...told.bookings.values()].filter(({ type }) => type === 'Direct Consultation');
    expect(direct.filter(({ time: slot }) => slot < '06:00' || slot >= '22:00')).toEqual([]);
  });

  test('no slot takes more than it has places', () => {
    const taken = new Map<string, number>();
    for (const { doctor, date: day, time: slot } of told.bookings.values()) {
      const key = `${doctor} ${day} ${slot}`;
      taken.set(key, (taken.get(key) ?? 0) + 1);
    }
    const overfull = [...taken].filter(([key, count]) => {
      const [doctor, day = '', slot] = key.split(' ');
      const week = weeks[sunrise.doctors[Number(doctor)]?.hours ?? 'cardiology'];
      return count > (plannedSlots(week, day).find((each) => each.time === slot)?.capacity ?? 0);
    });
    expect(overfull).toEqual([]);
  });
});

test('every department is open on every day of the week, has a break, and one doctor of the client is there by night', () => {
  for (const client of [sunrise, lakeside]) {
    for (const department of client.departments) {
      const doctors = client.doctors.filter((doctor) => doctor.department === department);
      for (let offset = 0; offset < 7; offset += 1) {
        const slots = doctors.flatMap(({ hours: name }) => plannedSlots(weeks[name], addDays('2026-11-16', offset)));
        expect({ department, offset, isOpen: slots.length > 0 }).toMatchObject({ isOpen: true });
      }
    }
  }
  const atNight = sunrise.doctors.filter(({ hours: name }) =>
    plannedSlots(weeks[name], '2026-11-18').some(({ time }) => time < '06:00'),
  );
  expect(atNight.map(({ name }) => name)).toEqual(['Dr. Nisha Verma']);
});

test('the last 30 days and the next 14 have appointments, of both clients', () => {
  const date = '2026-11-18';
  for (const client of [sunrise, lakeside]) {
    const { bookings } = follow(demoSteps(client, instantOf(date, '12:00', client.zone)));
    const dates = new Set([...bookings.values()].map((each) => each.date));
    for (let offset = -30; offset <= 14; offset += 1) expect(dates).toContain(addDays(date, offset));
  }
});

test('the same start makes the same demo, another start another', () => {
  const anchor = instantOf('2026-11-18', '12:00', zone);
  expect(demoSteps(sunrise, anchor)).toEqual(demoSteps(sunrise, anchor));
  expect(demoSteps(sunrise, anchor + 86_400_000)).not.toEqual(demoSteps(sunrise, anchor));
});
