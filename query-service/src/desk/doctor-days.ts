import { hospitalDaysOn } from '@dayline/contracts/clinic/calendar';
import { addDays, clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { skippedTimes } from '@dayline/contracts/clinic/clock-changes';
import { availabilityOf } from '@dayline/contracts/clinic/day/availability';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { isOfferedIn, type VisitKind } from '@dayline/contracts/clinic/sessions';
import { type DaySetting, daySlots, emptyDayBook, type Slot, slotCount, spanOf } from '@dayline/contracts/clinic/slots';
import { joined, type Span } from '@dayline/contracts/clinic/spans';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import { hasLeft } from '@dayline/contracts/doctors';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { DoctorDayRow } from '@dayline/contracts/views';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { DayDesk } from './desk.ts';
import type { Clinics, Snapshot } from './snapshot.ts';

export interface DayOfSlots {
  readonly date: string;
  readonly slots: readonly Slot[];
}

/** A day whose slots are computed on first use. */
export interface UpcomingDay {
  readonly date: string;
  /** Number of slots; at least 1. */
  readonly count: number;
  slots(): readonly Slot[];
}

interface DoctorDay {
  readonly clientId: string;
  readonly pocId: string;
  readonly date: string;
}

/** The data besides its row that the slots of a doctor's day depend on. */
export function settingOf(clinics: Clinics, { clientId, pocId, date }: DoctorDay): DaySetting {
  const { directory, horizonDays } = clinics;
  const clinic = clinics.clinicOf(clientId);
  const doctor = directory.doctor(pocId);
  const schedule = weekOn(doctor?.schedule ?? null, date);
  const hours = { branchId: doctor?.branchId ?? 0, week: schedule?.week ?? null };
  return {
    date,
    schedule,
    ...hospitalDaysOn(directory.calendar(clientId), date, hours),
    skipped: skippedTimes(directory.client(clientId)?.zone ?? defaultZone, date),
    clinic,
    hasLeft: doctor !== null && hasLeft(doctor, date),
    lastBookable: lastBookableDate(clinic.date, horizonDays),
  };
}

/** When the first held place of a slot is free again at the latest, by the clinic's clock: whole minutes. */
export function heldUntil(
  { directory }: Pick<Clinics, 'directory'>,
  clientId: string,
  { held }: Slot,
): { readonly heldUntil?: string } {
  if (!held) return {};
  const end = Math.ceil(Date.parse(held.until) / minuteMs) * minuteMs;
  return { heldUntil: clinicNow(end, directory.client(clientId)?.zone ?? defaultZone).time };
}
const minuteMs = 60_000;

/** The number of appointments that can be booked beyond the capacity of a slot; 0 on a date outside the horizon. */
export function overbookLimitOf(
  { directory, clinicOf, horizonDays }: Clinics,
  { clientId, date }: Pick<DoctorDay, 'clientId' | 'date'>,
): number {
  const isTooFar = date > lastBookableDate(clinicOf(clientId).date, horizonDays);
  return isTooFar ? 0 : (directory.client(clientId)?.overbookPerSlot ?? 0);
}

/** A doctor's days that have events, from the clinic's today to a date. */
export async function booksTo(
  snapshot: Snapshot<DayDesk>,
  { key, clientId }: DoctorRow,
  last: string,
): Promise<readonly DoctorDayRow[]> {
  const { rows } = await snapshot.desk.page({
    view: 'doctorDays',
    where: { pocId: key },
    range: { field: 'date', from: snapshot.clinicOf(clientId).date, to: last },
    order: [{ field: 'date' }],
  });
  return rows;
}

/** A doctor's dates with slots from the clinic's today to the horizon or another date, with or without events. */
export async function daysToCome(
  snapshot: Snapshot<DayDesk>,
  doctor: DoctorRow,
  to?: string,
  visits: Pick<DaySetting, 'visit' | 'patientClass'> = {},
): Promise<UpcomingDay[]> {
  const { key: pocId, clientId } = doctor;
  const today = snapshot.clinicOf(clientId).date;
  const last = to ?? lastBookableDate(today, snapshot.horizonDays);
  const books = new Map((await booksTo(snapshot, doctor, last)).map((row) => [row.date, row]));
  const days: UpcomingDay[] = [];
  for (let date = today; date <= last; date = addDays(date, 1)) {
    const setting = { ...settingOf(snapshot, { clientId, pocId, date }), ...visits };
    const book = books.get(date) ?? emptyDayBook;
    const count = slotCount(book, setting);
    if (count > 0) days.push({ date, count, slots: () => daySlots(book, setting) });
  }
  return days;
}

/** Which of a doctor's slots to return. */
export interface OfferedKind {
  /** Only those of this department's sessions. */
  readonly departmentId?: string | undefined;
  /** The capacity for such a visit; absent: for either kind. */
  readonly visit?: VisitKind | undefined;
  /** For a patient of this class; absent: of none. */
  readonly patientClass?: string | undefined;
}

/** The same days with all of their slots. */
export async function openDays(
  snapshot: Snapshot<DayDesk>,
  doctor: DoctorRow,
  { to, departmentId, visit, patientClass }: OfferedKind & { readonly to?: string | undefined } = {},
): Promise<DayOfSlots[]> {
  const days = await daysToCome(snapshot, doctor, to, { patientClass, ...(visit && { visit }) });
  return days.map(({ date, slots }) => ({ date, slots: ofDepartment(slots(), doctor, departmentId) }));
}

const ofDepartment = (slots: readonly Slot[], doctor: DoctorRow, departmentId: string | undefined): readonly Slot[] =>
  departmentId === undefined
    ? slots
    : slots.filter(({ session }) => isOfferedIn(session, departmentId, doctor.departmentId));

/** The slots of one date, past or future. */
export async function slotsOn(
  snapshot: Snapshot<DayDesk>,
  doctor: DoctorRow,
  { date, departmentId, visit, patientClass }: OfferedKind & { readonly date: string },
): Promise<readonly Slot[]> {
  const { key: pocId, clientId } = doctor;
  const book = await snapshot.desk.row('doctorDays', doctorDayKey(pocId, date));
  const setting = settingOf(snapshot, { clientId, pocId, date });
  return ofDepartment(
    daySlots(book ?? emptyDayBook, { ...setting, patientClass, ...(visit && { visit }) }),
    doctor,
    departmentId,
  );
}

export type SlotsByDoctor = ReadonlyMap<string, readonly Slot[]>;

/** Today's slots, by doctor. */
export async function todaysSlotsOf(
  snapshot: Snapshot<DayDesk>,
  doctors: readonly DoctorRow[],
): Promise<SlotsByDoctor> {
  const days = doctors.map(({ key: pocId, clientId }) => {
    const { date } = snapshot.clinicOf(clientId);
    return { clientId, pocId, date, key: doctorDayKey(pocId, date) };
  });
  const keys = days.map(({ key }) => key);
  const books = await snapshot.desk.rows('doctorDays', keys);
  return new Map(
    days.map((day) => [day.pocId, daySlots(books.get(day.key) ?? emptyDayBook, settingOf(snapshot, day))]),
  );
}

/** About how many minutes doctors are late today; without those who are not. */
export async function latenessOf(
  { desk, clinicOf }: Snapshot<DayDesk>,
  doctors: readonly Pick<DoctorRow, 'key' | 'clientId'>[],
): Promise<ReadonlyMap<string, number>> {
  const keys = doctors.map(({ key, clientId }) => doctorDayKey(key, clinicOf(clientId).date));
  const days = [...(await desk.rows('doctorDays', keys)).values()];
  return new Map(days.flatMap(({ pocId, lateBy }) => (lateBy ? [[pocId, lateBy] as const] : [])));
}

/** The hours of a day's slots, without gaps. */
export const hoursOf = (slots: readonly Slot[]): Span[] => joined(slots.filter(({ closed }) => !closed).map(spanOf));

/** Whether the whole day is blocked. */
export const isBlocked = (slots: readonly Slot[]): boolean => slots.length > 0 && availabilityOf(slots) === 'blocked';

/** Whether a date is within the booking horizon. */
export function isOpenForBooking(snapshot: Snapshot, clientId: string, date: string): boolean {
  const today = snapshot.clinicOf(clientId).date;
  return date >= today && date <= lastBookableDate(today, snapshot.horizonDays);
}
