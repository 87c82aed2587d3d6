import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { plannedSlots } from '@dayline/contracts/clinic/schedule';
import { demoClients, weeks } from './clients.ts';
import { type DemoStep, demoSteps, instantOf } from './plan.ts';

const [sunrise, lakeside] = demoClients;
if (!sunrise || !lakeside) throw new Error('The demo has two clients.');
const zone = sunrise.zone;
const everyStatus = ['Availed', 'Cancelled', 'Confirmed', 'Not_Availed'];
const bookings = ['bookAppointment', 'walkIn'];

/** A weekday and a Sunday. */
const days = ['2026-11-18', '2026-11-22'];
const hours = ['00:01', '03:30', '12:00', '23:50'];
const anchors = days.flatMap((date) => hours.map((time) => [date, time] as const));

interface Visit {
  readonly doctor: string;
  readonly date: string;
  readonly time: string;
  readonly type: string;
  status: string;
  readonly calls: string[];
}

/** Plays the plan by the rules. @throws Error if a step's precondition is missing */
function visitsOf(steps: readonly DemoStep[]): ReadonlyMap<string, Visit> {
  const visits = new Map<string, Visit>();
  for (const { call, visit: key = '', doctor = '', request } of steps) {
    const { date, time, type, status } = request;
    const visit = visits.get(key);
    if (bookings.includes(call)) {
      const place = { doctor, date: String(date), time: String(time), type: String(type) };
      visits.set(key, { ...place, status: 'Confirmed', calls: [] });
    } else if (visit) {
      visit.calls.push(call);
      if (status === undefined) continue;
      if ((visit.status === 'Confirmed') !== (call === 'changeAppointmentStatus')) throw new Error(`${call} of ${key}`);
      visit.status = String(status);
    } else if (
      ['arrive', 'callPatient', 'changeAppointmentStatus', 'moveAppointment', 'correctPayment'].includes(call)
    ) {
      throw new Error(`${key} was not booked.`);
    }
  }
  return visits;
}

const statusesOf = (visits: ReadonlyMap<string, Visit>, date: string, doctor?: string): string[] => {
  const matching = [...visits.values()].filter(
    (visit) => visit.date === date && (doctor === undefined || visit.doctor === doctor),
  );
  return [...new Set(matching.map(({ status }) => status))].sort();
};

describe.each(anchors)('started on %s at %s of the clinic', (date, time) => {
  const anchor = instantOf(date, time, zone);
  const steps = demoSteps(sunrise, anchor);
  const visits = visitsOf(steps);

  test("today shows all four statuses, the client's and Dr. Asha Menon's", () => {
    expect(clinicNow(anchor, zone)).toMatchObject({ date, time });
    expect(statusesOf(visits, date)).toEqual(everyStatus);
    expect(statusesOf(visits, date, 'Dr. Asha Menon')).toEqual(everyStatus);
  });

  test('nothing happens later than now, before its time, or out of order', () => {
    const wrong = steps.filter(({ at, call, visit: key = '', request }, index) => {
      if (at > anchor || at < (steps[index - 1]?.at ?? 0)) return true;
      if (call === 'bookAppointment') return at >= instantOf(String(request['date']), String(request['time']), zone);
      if (call !== 'changeAppointmentStatus' || request['status'] === 'Cancelled') return false;
      // "A mark is allowed on the appointment's day and after it, not before."
      return clinicNow(at, zone).date < (visits.get(key)?.date ?? '');
    });
    expect(wrong).toEqual([]);
  });

  test('who arrived was called or waits, and some were visited once the day has begun', () => {
    const outcomes = [...visits.values()]
      .map(({ calls }) => calls.join())
      .filter((calls) => calls.startsWith('arrive'));
    const visited = 'arrive,callPatient,changeAppointmentStatus';
    expect(outcomes.includes(visited)).toBe(time >= '09:00');
    for (const calls of new Set(outcomes)) expect(['arrive', 'arrive,callPatient', visited]).toContain(calls);
    // At noon, somebody is waiting.
    if (time === '12:00') expect(outcomes).toContain('arrive');
  });

  test('two who are booked at one time are people to call, since it was blocked afterwards', () => {
    const booked = steps.flatMap(({ call, doctor, request }) => {
      const times = request['times'];
      if (call !== 'blockSlots' || !Array.isArray(times)) return [];
      const isBlocked = (visit: Visit) =>
        visit.doctor === doctor && visit.date === request['date'] && times.includes(visit.time);
      return [[...visits.values()].filter((visit) => isBlocked(visit) && visit.status === 'Confirmed').length];
    });
    expect(Math.max(...booked)).toBeGreaterThanOrEqual(2);
  });

  test('two visits move, one is beyond the places of its time, and by day somebody comes without an appointment', () => {
    const calls = steps.map(({ call }) => call);
    expect(calls.filter((call) => call === 'moveAppointment')).toHaveLength(2);
    expect(steps.filter(({ request }) => request['overbooks'])).toHaveLength(1);
    expect(calls.includes('walkIn')).toBe(time >= '10:20');
  });

  test('today two desks take money by two methods, some is given back, and yesterday is closed', () => {
    const todays = steps.filter(({ at }) => clinicNow(at, zone).date === date);
    const paid = todays.filter(({ call }) => call === 'correctPayment');
    expect(paid.map(({ by, request }) => [by, request['method']])).toEqual([
      [0, 'cash'],
      [1, 'upi'],
    ]);
    expect(todays.filter(({ request }) => request['money'] === 'refunded')).toHaveLength(1);
    expect(steps.at(-1)).toMatchObject({ call: 'closeDay', request: { date: addDays(date, -1) } });
  });

  test('nobody comes to the clinic by night', () => {
    const direct = [...visits.values()].filter(({ type }) => type === 'Direct Consultation');
    expect(direct.filter(({ time: slot }) => slot < '06:00' || slot >= '22:00')).toEqual([]);
  });

  test('no slot takes more than it has places, but by the one overbooking', () => {
    const booked = steps.filter(({ call, request }) => call === 'bookAppointment' && !request['overbooks']);
    const taken = new Map<string, number>();
    for (const { doctor, request } of booked) {
      const key = [doctor, request['date'], request['time']].join('|');
      taken.set(key, (taken.get(key) ?? 0) + 1);
    }
    const overfull = [...taken].filter(([key, count]) => {
      const [doctor, day = '', slot] = key.split('|');
      const week = weeks[sunrise.doctors.find(({ name }) => name === doctor)?.hours ?? 'none'];
      return count > (plannedSlots(week, day).find((planned) => planned.time === slot)?.capacity ?? 0);
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
  const nightAppointments = sunrise.doctors.filter(({ hours: name }) =>
    plannedSlots(weeks[name], '2026-11-18').some(({ time }) => time < '06:00'),
  );
  expect(nightAppointments.map(({ name }) => name)).toEqual(['Dr. Nisha Verma']);
});

test('the last 30 days and the next 14 have appointments, of both clients', () => {
  const date = '2026-11-18';
  for (const client of [sunrise, lakeside]) {
    const visits = visitsOf(demoSteps(client, instantOf(date, '12:00', client.zone)));
    const dates = new Set([...visits.values()].map((visit) => visit.date));
    for (let offset = -30; offset <= 14; offset += 1) expect(dates).toContain(addDays(date, offset));
  }
});
