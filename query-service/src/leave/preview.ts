import { addDays, daysBetween } from '@dayline/contracts/clinic/clinic-time';
import { freePlaces, openSlots } from '@dayline/contracts/clinic/day/availability';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import { type Slot, spanOf } from '@dayline/contracts/clinic/slots';
import { overlaps, type Span, spanFrom, wholeDay } from '@dayline/contracts/clinic/spans';
import { type LeavePlace, type LeaveProposal, laterWithinDays } from '@dayline/contracts/endpoints/leave';
import { heldOf } from '@dayline/contracts/fields/visit-money';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { openDays, slotsOn } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { feeOfMove } from '../fees/fee-of-move.ts';

export interface LeaveSpan {
  readonly from: string;
  readonly to: string;
  /** Null: the whole days. */
  readonly hours: Span | null;
}

/** A class of patients; undefined: none. */
type PatientClass = AppointmentRow['patientClass'];

/** Free times, each with how many of its places no proposal has taken yet, and the classes that it is offered to. */
class FreeTimes {
  readonly #times = new Map<
    string,
    { readonly place: LeavePlace; readonly classes: Set<PatientClass>; left: number }
  >();

  add(
    { key: pocId, name: pocName }: DoctorRow,
    date: string,
    slots: readonly Slot[],
    patientClass: PatientClass,
  ): void {
    for (const { time, free } of openSlots(slots)) {
      if (free === 0) continue;
      const key = `${pocId} ${date} ${time}`;
      const entry = this.#times.get(key) ?? { place: { pocId, pocName, date, time }, classes: new Set(), left: free };
      entry.classes.add(patientClass);
      this.#times.set(key, entry);
    }
  }

  /** Takes a place of the first day that has one, nearest to the visit's time of day; null if none is left. */
  takeNearest({ time, patientClass }: AppointmentRow): LeavePlace | null {
    const distance = (place: LeavePlace) => Math.abs(minutesOf(place.time) - minutesOf(time));
    const open = [...this.#times.values()].filter(({ left, classes }) => left > 0 && classes.has(patientClass));
    const first = open.reduce((date, { place }) => (date === '' || place.date < date ? place.date : date), '');
    const [nearest] = open
      .filter(({ place }) => place.date === first)
      .sort((a, b) => distance(a.place) - distance(b.place) || b.left - a.left);
    if (!nearest) return null;
    nearest.left -= 1;
    return nearest.place;
  }
}

/** Later times with the same doctor: after the leave's hours on its last day, and on the days that follow. */
async function laterTimes(
  snapshot: Snapshot,
  doctor: DoctorRow,
  { to, hours }: LeaveSpan,
  classes: readonly PatientClass[],
): Promise<FreeTimes> {
  const times = new FreeTimes();
  const horizon = lastBookableDate(snapshot.clinicOf(doctor.clientId).date, snapshot.horizonDays);
  const lastDate = addDays(to, laterWithinDays);
  const last = lastDate < horizon ? lastDate : horizon;
  if (doctor.onRequest !== null || to > last) return times;
  for (const patientClass of classes) {
    for (const { date, slots } of await openDays(snapshot, doctor, { to: last, patientClass })) {
      if (date < to || (date === to && hours === null)) continue;
      const later = date === to ? slots.filter(({ time }) => time >= (hours?.to ?? '')) : slots;
      times.add(doctor, date, later, patientClass);
    }
  }
  return times;
}

/** Other doctors of the department, or the one asked for. */
const colleaguesOf = ({ directory }: Snapshot, doctor: DoctorRow, only: string | undefined): DoctorRow[] =>
  directory
    .doctorsOf(doctor.clientId)
    .filter(({ key, departmentId }) => (only === undefined ? departmentId === doctor.departmentId : key === only))
    .filter(({ key, onRequest }) => key !== doctor.key && onRequest === null);

async function timesOfColleagues(
  snapshot: Snapshot,
  colleagues: readonly DoctorRow[],
  date: string,
  classes: readonly PatientClass[],
) {
  const times = new FreeTimes();
  const free: { pocId: string; pocName: string; free: number }[] = [];
  for (const colleague of colleagues) {
    const { key: pocId, name: pocName } = colleague;
    for (const patientClass of classes) {
      const slots = await slotsOn(snapshot, colleague, { date, patientClass });
      times.add(colleague, date, slots, patientClass);
      if (patientClass === undefined) free.push({ pocId, pocName, free: freePlaces(openSlots(slots)) });
    }
  }
  const byFreeCapacity = free.filter((colleague) => colleague.free > 0).sort((a, b) => b.free - a.free);
  return { times, free: byFreeCapacity };
}

/** The confirmed appointments in a leave, by date and time. */
export async function bookingsIn(
  snapshot: Snapshot,
  pocId: string,
  { from, to, hours }: LeaveSpan,
  limit: number,
): Promise<AppointmentRow[]> {
  const { rows } = await snapshot.desk.page({
    view: 'appointments',
    where: { pocId, status: 'Confirmed' },
    range: { field: 'date', from, to },
    order: [{ field: 'date' }, { field: 'time' }, { field: 'key' }],
    limit,
  });
  const isIn = ({ time, minutes }: AppointmentRow) => overlaps(spanFrom(time, minutes ?? 1), hours ?? wholeDay);
  return rows.filter(isIn);
}

const bookingOf = (row: AppointmentRow) => ({
  appointmentId: row.key,
  date: row.date,
  time: row.time,
  userId: row.patientId,
  patientName: row.patientName,
  patientPhone: row.patientPhone,
  type: row.type,
});

/** The visit's amount now and at each proposed time, for the desk's decision about the differences. */
async function feesOf(
  snapshot: Snapshot,
  row: AppointmentRow,
  { later, colleague }: Pick<LeaveProposal, 'later' | 'colleague'>,
): Promise<LeaveProposal['fees']> {
  const feeAt = async (place: LeavePlace | null) => place && ((await feeOfMove(snapshot, row, place))?.after ?? null);
  const [feeLater, feeOfColleague] = await Promise.all([feeAt(later), feeAt(colleague)]);
  return { due: row.due, paid: heldOf(row.payments), later: feeLater, colleague: feeOfColleague };
}

/** Each day of a leave with its appointments and, for each of them, where it could be moved. */
export async function previewOf(
  snapshot: Snapshot,
  {
    doctor,
    leave,
    rows,
    colleague,
  }: {
    readonly doctor: DoctorRow;
    readonly leave: LeaveSpan;
    readonly rows: readonly AppointmentRow[];
    /** The only other doctor to propose; null: nobody, undefined: any of the department. */
    readonly colleague: string | null | undefined;
  },
) {
  const classes = [...new Set([undefined, ...rows.map(({ patientClass }) => patientClass)])];
  const later = await laterTimes(snapshot, doctor, leave, classes);
  const dates = Array.from({ length: daysBetween(leave.from, leave.to) + 1 }, (_, index) => addDays(leave.from, index));
  const books = await snapshot.desk.rows(
    'doctorDays',
    dates.map((date) => doctorDayKey(doctor.key, date)),
  );
  const colleagues = colleague === null ? [] : colleaguesOf(snapshot, doctor, colleague);
  const days = [];
  for (const date of dates) {
    const ofDay = rows.filter((row) => row.date === date);
    const slots = await slotsOn(snapshot, doctor, { date });
    const others = await timesOfColleagues(snapshot, ofDay.length > 0 ? colleagues : [], date, classes);
    const proposals = ofDay.map((row) => ({
      row,
      places: { later: later.takeNearest(row), colleague: others.times.takeNearest(row) },
    }));
    const bookings = await Promise.all(
      proposals.map(
        async ({ row, places }): Promise<LeaveProposal> => ({
          ...bookingOf(row),
          paymentStatus: row.payment ?? 'Pay_later',
          ...places,
          // A doctor doesn't decide about fees.
          fees: colleague === null ? null : await feesOf(snapshot, row, places),
        }),
      ),
    );
    const isInHours = (slot: Slot) => overlaps(spanOf(slot), leave.hours ?? wholeDay);
    const at = books.get(doctorDayKey(doctor.key, date))?.at ?? null;
    days.push({ date, hasHours: openSlots(slots).some(isInHours), at, bookings, colleagues: others.free });
  }
  return days;
}
