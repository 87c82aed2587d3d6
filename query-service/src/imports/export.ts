import type { HospitalDay } from '@dayline/contracts/clinic/calendar';
import { ageOn } from '@dayline/contracts/clinic/identity';
import { type Interval, inOrder, sortedHours } from '@dayline/contracts/clinic/schedule';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { exportedFields, type ImportField, type ListKind, labelOf } from '@dayline/contracts/imports/kinds';
import { canonicalJson } from '@dayline/contracts/json';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { DoctorRow, PatientRow } from '@dayline/contracts/views/directory';
import type { DeskQuery } from '../desk/desk.ts';
import type { Snapshot } from '../desk/snapshot.ts';

type Cells = Partial<Record<ImportField, string | number | null>>;

/** Rows per chunk. */
const atOnce = 500;

/** The lines of a list that can be imported again, the header row first. */
export async function* linesOf(kind: ListKind, from: string | null, snapshot: Snapshot): AsyncGenerator<string[]> {
  const fields = exportedFields(kind);
  const line = (cells: Cells): string => `${fields.map((field) => cellOf(cells[field] ?? null)).join(',')}\r\n`;
  // With a byte order mark, so that spreadsheets recognise UTF-8.
  yield [`\uFEFF${fields.map(labelOf).join(',')}\r\n`];
  for await (const rows of lists[kind](snapshot, from)) yield rows.map(line);
}

const lists: Readonly<Record<ListKind, (snapshot: Snapshot, from: string | null) => AsyncIterable<Cells[]>>> = {
  async *patients(snapshot) {
    const { clientId } = snapshot;
    const { date } = snapshot.clinicOf(clientId);
    const order = [{ field: 'search' }, { field: 'key' }];
    for await (const rows of pagesOf(snapshot, { view: 'patients', where: { clientId, erased: false }, order })) {
      yield rows.map((row) => patientOf(row, date));
    }
  },

  async *doctors({ directory, clientId }) {
    yield directory.doctorsOf(clientId).map((doctor) => ({
      kind: doctor.kind === 'unit' ? 'Unit' : 'Doctor',
      name: doctor.name,
      department: directory.department(doctor.departmentId)?.name ?? null,
      phone: phoneOf(doctor.contactNumber),
      email: doctor.email,
      meetingLink: doctor.meetingLink,
      fee: doctor.consultationFee === null ? null : rupeesOf(doctor.consultationFee),
      externalId: doctor.externalId,
    }));
  },

  async *hours(snapshot, from) {
    const { directory, clientId } = snapshot;
    for (const doctor of directory.doctorsOf(clientId)) yield await hoursOf(doctor, snapshot, from);
  },

  async *hospitalDays({ directory, clientId, clinicOf }) {
    const { date: today } = clinicOf(clientId);
    const calendar = directory.calendar(clientId);
    const branches = new Map(directory.client(clientId)?.branches.map(({ id, name }) => [id, name]));
    // Of two equal ones the later is in force, and only that one is exported.
    const inForce = new Map<string, HospitalDay>();
    for (const day of calendar?.days ?? []) {
      const isOver = day.liftedFrom !== null || (day.to !== null && day.to < today);
      if (!isOver) inForce.set(canonicalJson([day.on, day.branchId]), day);
    }
    yield [...inForce.values()].map(({ on, from, to, name, open, branchId, bookUntil = null }) => ({
      ...('date' in on ? { date: on.date } : { weekday: on.weekday, weeks: on.weeks.join(', '), from, to }),
      name,
      hours: open.length === 0 ? 'closed' : open.map((span) => `${span.from}-${span.to}`).join(', '),
      branch: branchId === null ? null : (branches.get(branchId) ?? null),
      bookUntil,
    }));
  },

  async *pastVisits(snapshot, from) {
    const { clientId, desk, directory } = snapshot;
    const order = [{ field: 'date' }, { field: 'key' }];
    const range = from === null ? {} : { range: { field: 'date', from } };
    for await (const rows of pagesOf(snapshot, { view: 'pastVisits', where: { clientId }, order, ...range })) {
      const people = await desk.rows('patients', [...new Set(rows.map(({ patientId }) => patientId))]);
      yield rows.flatMap((visit) => {
        const patient = people.get(visit.patientId);
        const doctor = directory.doctor(visit.pocId);
        if (!patient || patient.erased) return [];
        return [
          {
            ...{ visitId: visit.visitId, uhid: patient.uhid, name: patient.name, phone: phoneOf(patient.phone) },
            ...{ doctor: doctor?.name ?? null, doctorEmail: doctor?.email ?? null },
            ...{ date: visit.date, time: visit.time, outcome: outcomes[visit.outcome] },
            paid: visit.paid === null ? null : visit.paid ? 'yes' : 'no',
          },
        ];
      });
    }
  },
};

const outcomes = { Availed: 'Completed', Not_Availed: 'No-show', Cancelled: 'Cancelled' } as const;
/** With its plus, so that spreadsheets don't treat it as a number and round it. */
const phoneOf = (phone: string | null): string | null => (phone === null ? null : `+${phone}`);
const unitOf = { years: '', months: ' M', days: ' D' } as const;

function patientOf(row: PatientRow, today: string): Cells {
  const age = row.bornOn === null ? ageOn(today, row) : null;
  const { uhid, name, sex, bornOn, phoneNote, email, location, guardianRelation, guardianName } = row;
  return {
    ...{
      uhid,
      name,
      sex,
      bornOn,
      phone: phoneOf(row.phone),
      phoneNote,
      email,
      location,
      guardianRelation,
      guardianName,
    },
    age: age && `${age.count}${unitOf[age.unit]}`,
  };
}

/**
 * The present weekly hours without a date, so that they apply from the day of their import; later ones with their
 * dates, and likewise those that apply on a requested later date.
 */
async function hoursOf(doctor: DoctorRow, snapshot: Snapshot, from: string | null): Promise<Cells[]> {
  const { date: today } = snapshot.clinicOf(doctor.clientId);
  const startDate = from !== null && from > today ? from : today;
  const current = weekOn(doctor.schedule, startDate);
  const weeks = doctor.schedule?.weeks.filter((week) => week === current || week.from > startDate) ?? [];
  const who = { doctor: doctor.name, doctorEmail: doctor.email };
  const cellsOf = cellsIn(snapshot);
  const weekRows = weeks.flatMap((week) =>
    inOrder(week.week).flatMap(({ day, timeIntervals }) =>
      timeIntervals.map((interval) => ({
        ...{
          ...who,
          from: week !== current ? week.from : startDate > today ? startDate : null,
          weekName: week.name,
          weekday: day,
        },
        ...cellsOf(interval),
      })),
    ),
  );
  const range = { field: 'date', from: startDate };
  const dateEvents: Cells[] = [];
  for await (const rows of pagesOf(snapshot, {
    view: 'doctorDays',
    where: { pocId: doctor.key },
    range,
    order: byDate,
  })) {
    for (const { date, hours } of rows) {
      if (!hours) continue;
      dateEvents.push(
        ...sortedHours(hours.intervals).map((interval) => ({
          ...who,
          date,
          ...cellsOf(interval),
          reason: hours.reason,
        })),
      );
    }
  }
  return [...weekRows, ...dateEvents];
}

const byDate = [{ field: 'date' }];

/** `first: 2; Procedure: 3`; null without longer visits. */
function lengthsIn({ slotsPerVisit }: Interval): string | null {
  if (!slotsPerVisit) return null;
  const { classes = [], ...kinds } = slotsPerVisit;
  const ofClasses = classes.map(({ patientClass, slots }) => [patientClass, slots]);
  return [...Object.entries(kinds), ...ofClasses].map(([name, slots]) => `${name}: ${slots}`).join('; ');
}

/** The optional fields of hours, by name. */
function cellsIn({ directory, clientId }: Snapshot): (interval: Interval) => Cells {
  const branches = directory.client(clientId)?.branches ?? [];
  return (interval) => {
    const { startTime, endTime, slotDuration, appointmentsPerSlot } = interval;
    const { name, weeks, every, bookFrom, bookUntil, firstUntil, closesBefore, openEnd, onRequest = null } = interval;
    const onlyFor = interval.onlyFor?.join('; ') ?? null;
    const { quota, departmentId, alsoIn, branchId, room } = interval;
    return {
      ...{ start: startTime, end: endTime, minutes: slotDuration, places: appointmentsPerSlot },
      endsNextDay: interval.endsNextDay ? 'yes' : null,
      ...{ sessionName: name ?? null, weeks: weeks?.join(', ') ?? null, room: room ?? null },
      ...{ everyWeeks: every?.weeks ?? null, everyFrom: every?.from ?? null },
      bookFrom: bookFrom ? `${bookFrom.daysBefore} days before, ${bookFrom.time}` : null,
      bookUntil: bookUntil ? `${bookUntil.daysBefore} days before, ${bookUntil.time}` : null,
      firstUntil: firstUntil ? `${firstUntil.daysBefore} days before, ${firstUntil.time}` : null,
      slotsPerVisit: lengthsIn(interval),
      ...{ closesBefore: closesBefore ?? null, openEnd: openEnd ? 'yes' : null, onRequest, onlyFor },
      ...{
        firstPlaces: quota?.first ?? null,
        againPlaces: quota?.again ?? null,
        totalPlaces: quota?.total ?? null,
        sameDayPlaces: quota?.sameDay ?? null,
      },
      department: departmentId === undefined ? null : (directory.department(departmentId)?.name ?? null),
      alsoIn: alsoIn?.flatMap((id) => directory.department(id)?.name ?? []).join('; ') ?? null,
      branch: branches.find(({ id }) => id === branchId)?.name ?? null,
    };
  };
}

async function* pagesOf<View extends DeskView>(
  { desk }: Snapshot,
  query: DeskQuery<View>,
): AsyncGenerator<readonly DeskViews[View][]> {
  for (let after: string | null = ''; after !== null; ) {
    const page: { rows: readonly DeskViews[View][]; next: string | null } = await desk.page({
      ...query,
      limit: atOnce,
      ...(after !== '' && { after }),
    });
    yield page.rows;
    after = page.next;
  }
}
