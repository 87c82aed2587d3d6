import { noIdentity } from '@dayline/contracts/clinic/identity';
import { emptyDayBook } from '@dayline/contracts/clinic/slots';
import { searchText } from '@dayline/contracts/fold';
import type { AppointmentRow, CountsRow, DoctorDayRow, VisitorRow } from '@dayline/contracts/views';
import type { DoctorRow, PatientRow } from '@dayline/contracts/views/directory';
import fc from 'fast-check';
import { recorded } from '../../testing/draft.ts';
import { randomHistory } from '../../testing/history.ts';
import { foldAll } from '../fold.ts';
import type { WorkingRows } from '../working-rows.ts';
import { countsKey, emptyCounts } from './counts.ts';
import { desk } from './projection.ts';

const seeds = fc.integer({ min: 0, max: 1_000_000 });
const foldHistory = (seed: number, size = 300): WorkingRows => foldAll(desk, recorded(randomHistory({ seed, size })));
// Cast is safe: a view's name fixes the type of its rows.
const rowsOf = <Row>(rows: WorkingRows, view: string): Row[] => rows.rows(view) as unknown as Row[];
const forAnyHistory = (check: (rows: WorkingRows) => void) =>
  fc.assert(
    fc.property(seeds, (seed) => check(foldHistory(seed))),
    { numRuns: 40 },
  );

/** Without those moved to another day or doctor. */
const appointmentsIn = (rows: WorkingRows) => rowsOf<AppointmentRow>(rows, 'appointments').filter(({ gone }) => !gone);

type Tally = Record<'byStatus' | 'byType' | 'byHour', Record<string, number>>;

/** The counts recomputed from the appointments. */
function recount(appointments: readonly AppointmentRow[]): Map<string, Tally> {
  const found = new Map<string, Tally>();
  const raise = (tally: Record<string, number>, name: string) => {
    tally[name] = (tally[name] ?? 0) + 1;
  };
  for (const { clientId, pocId, date, status, type, time } of appointments) {
    const totals = [countsKey.ofClient(clientId), countsKey.ofDoctor(pocId)];
    const days = [countsKey.ofClientDay(clientId, date), countsKey.ofDoctorDay(pocId, date)];
    for (const key of [...totals, ...days]) {
      const { byStatus, byType } = emptyCounts(key, clientId, '');
      const tally = found.get(key) ?? { byStatus: { ...byStatus }, byType: { ...byType }, byHour: {} };
      found.set(key, tally);
      raise(tally.byStatus, status);
      if (status === 'Cancelled') continue;
      raise(tally.byType, type);
      if (days.includes(key)) raise(tally.byHour, time.slice(0, 2));
    }
  }
  return found;
}

describe('the desk', () => {
  test('counts what a count over its appointments finds', () => {
    forAnyHistory((rows) => {
      const kept = new Map(rowsOf<CountsRow>(rows, 'counts').map((row) => [row.key, row]));
      const expected = recount(appointmentsIn(rows));
      expect(expected.size).toBeGreaterThan(0);
      for (const [key, counts] of expected) {
        const { byStatus, byType, byHour } = kept.get(key) ?? emptyCounts(key, '', '');
        const hoursLeft = Object.fromEntries(Object.entries(byHour).filter(([, count]) => count > 0));
        expect({ key, byStatus, byType, byHour: hoursLeft }).toEqual({ key, ...counts });
      }
    });
  });

  test('counts departments, doctors and patients', () => {
    forAnyHistory((rows) => {
      const doctors = rowsOf<DoctorRow>(rows, 'doctors');
      for (const { key } of rows.rows('clients')) {
        const row = rows.get('counts', countsKey.ofClient(key)) as CountsRow | null;
        expect(row?.departments).toBe(2);
        const patients = rowsOf<PatientRow>(rows, 'patients').filter((patient) => patient.clientId === key);
        expect(row?.patients).toBe(patients.filter((patient) => !patient.erased).length);
        expect(row?.doctors).toBe(doctors.filter((doctor) => doctor.clientId === key).length);
      }
      for (const { key } of rows.rows('departments')) {
        const row = rows.get('counts', countsKey.ofDepartment(key)) as CountsRow | null;
        expect(row?.doctors ?? 0).toBe(doctors.filter((doctor) => doctor.departmentId === key).length);
      }
    });
  });

  test('holds a row for everybody who visited a doctor, however often, and none once the visit was undone', () => {
    let undone = 0;
    let again = 0;
    forAnyHistory((rows) => {
      const visits = new Map<string, number>();
      for (const { pocId, patientId, bookedAs, status } of rowsOf<AppointmentRow>(rows, 'appointments')) {
        const key = `${pocId}_${bookedAs ?? patientId}`;
        if (status === 'Availed') visits.set(key, (visits.get(key) ?? 0) + 1);
      }
      const kept = rowsOf<VisitorRow>(rows, 'visitors');
      undone += kept.filter((row) => row.gone).length;
      again += kept.filter((row) => row.dates.length > 1).length;
      const present = kept.filter((row) => !row.gone);
      expect(new Map(present.map((row) => [`${row.pocId}_${row.patientId}`, row.dates.length]))).toEqual(visits);
    });
    expect([undone > 0, again > 0]).toEqual([true, true]);
  });

  test('keeps on each day the places that its appointments hold', () => {
    forAnyHistory((rows) => {
      const appointments = appointmentsIn(rows);
      for (const day of rowsOf<DoctorDayRow>(rows, 'doctorDays')) {
        const held: Record<string, number> = {};
        for (const { pocId, date, time, status } of appointments) {
          if (pocId === day.pocId && date === day.date && status !== 'Cancelled') held[time] = (held[time] ?? 0) + 1;
        }
        expect(Object.fromEntries(day.visits.map(({ from, count }) => [from, count]))).toEqual(held);
        expect(Object.keys(emptyDayBook).every((field) => field in day)).toBe(true);
      }
    });
  });

  test('copies a patient’s fields to the appointments, rewrites them with a correction, and scrubs them with an erasure', () => {
    let corrected = 0;
    let erased = 0;
    forAnyHistory((rows) => {
      for (const appointment of rowsOf<AppointmentRow>(rows, 'appointments')) {
        const patient = rows.get('patients', appointment.patientId) as PatientRow | null;
        if (patient?.name?.endsWith('corrected')) corrected += 1;
        if (patient?.erased) erased += 1;
        expect(appointment).toMatchObject({
          patientName: patient?.name,
          patientPhone: patient?.phone,
          patientEmail: patient?.email,
          patientLocation: patient?.location,
        });
        const { former } = patient ?? {};
        const search = searchText(patient?.name, patient?.phone, patient?.uhid);
        expect(appointment.patientSearch).toBe(former === undefined ? search : `${search}\n${former}`);
        const { uhid, sex, ageText, bornOn } = patient ?? noIdentity;
        if ((uhid ?? sex ?? ageText ?? bornOn) !== null)
          expect(appointment.patientIdentity).toMatchObject({ uhid, sex });
        else expect(appointment.patientIdentity).toBeNull();
        // Searching via patients finds the same as scanning appointments.
        expect(patient?.patientSearch).toBe(appointment.patientSearch);
      }
      for (const patient of rowsOf<PatientRow>(rows, 'patients').filter((row) => row.erased && !row.mergedInto)) {
        expect(patient).toMatchObject({
          name: null,
          phone: null,
          email: null,
          location: null,
          search: '',
          patientSearch: '',
        });
      }
    });
    expect([corrected > 0, erased > 0]).toEqual([true, true]);
  });

  test('a doctor’s weekly template carries the revision of its stream', () => {
    forAnyHistory((rows) => {
      for (const { schedule } of rowsOf<DoctorRow>(rows, 'doctors'))
        expect(schedule?.weeks[0]?.week[0]?.day).toBe('Monday');
    });
    const events = recorded(randomHistory({ seed: 3, size: 400 }));
    const last = events.findLast(({ type }) => type === 'WeeklyScheduleSet' || type === 'ScheduleChangeWithdrawn');
    const doctor = foldAll(desk, events).get('doctors', last?.stream.replace('doctorSchedule-', '') ?? '');
    expect(last?.revision).toBeGreaterThan(0);
    expect(doctor).toMatchObject({ schedule: { revision: last?.revision } });
  });

  test('a mark leaves the day’s row as it is, so that no slot card is sent again', () => {
    const events = recorded(randomHistory({ seed: 1, size: 400 }));
    const mark = events.findIndex((event) => event.type === 'AppointmentMarkedVisited');
    const after = foldAll(desk, events.slice(0, mark + 1));
    const key = events[mark]?.stream.replace('doctorDay-', '') ?? '';
    expect(after.get('doctorDays', key)?.at).not.toBe(events[mark]?.position);
    expect(after.get('doctorDays', key)).not.toBeNull();
  });

  test('folds a repeated event only once', () => {
    const events = recorded(randomHistory({ seed: 2, size: 300 }));
    const twice = foldAll(desk, [...events, ...events]);
    for (const { name } of desk.views) expect(twice.rows(name)).toEqual(foldAll(desk, events).rows(name));
  });
});
