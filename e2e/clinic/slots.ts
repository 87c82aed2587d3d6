import { clinicNow, defaultZone, hasPassed } from '@dayline/contracts/clinic/clinic-time';
import type { APIRequestContext } from '@playwright/test';
import { ask } from './http-calls.ts';

export interface Slot {
  readonly date: string;
  readonly time: string;
  readonly free: number;
  readonly capacity: number;
}

/** The clinic's current date, yyyy-mm-dd. */
export const clinicDate = (): string => clinicNow(Date.now(), defaultZone).date;

/** A doctor's bookable slots of a date, in order; today's exclude those too soon for a story to reach. */
export async function freeSlots(request: APIRequestContext, pocId: string, date: string): Promise<Slot[]> {
  const nextMinutes = clinicNow(Date.now() + 120_000, defaultZone);
  const times = await ask(request, 'listTimesWithAvailability', { pocId, date });
  return times
    .filter(({ active_status, free }) => active_status !== 'blocked' && free > 0)
    .map(({ appointment_time: time, free, capacity }) => ({ date, time, free, capacity }))
    .filter(({ time }) => !hasPassed(date, time, nextMinutes));
}

export interface Doctor {
  readonly pocId: string;
  readonly name: string;
  readonly departmentId: string;
  readonly department: string;
}

/** A client's doctor by name, with the department that the wizard requires first. */
export async function doctorNamed(request: APIRequestContext, clientId: string, name: string): Promise<Doctor> {
  for (const { departmentId, Value_name: department } of await ask(request, 'listDepartments', { clientId })) {
    const found = (await ask(request, 'listDoctorsOfDepartment', { departmentId, clientId })).find(
      (doctor) => doctor.POC_Name === name,
    );
    if (found) return { pocId: found.POC_ID, name, departmentId, department };
  }
  throw new Error(`There is no doctor ${name}.`);
}

/** The first date after today on which the doctor's slots satisfy `fits`, with those slots. */
export async function laterSlots(
  request: APIRequestContext,
  pocId: string,
  fits: (slots: readonly Slot[]) => boolean,
): Promise<Slot[]> {
  const today = clinicDate();
  for (const date of await ask(request, 'listAvailableDates', { pocId })) {
    if (date === today) continue;
    const slots = await freeSlots(request, pocId, date);
    if (fits(slots)) return slots;
  }
  throw new Error('No later date of the doctor fits.');
}

/** A doctor by name, and the first free slot of the first later date with `atLeast` of them. */
export async function doctorWithSlot(
  request: APIRequestContext,
  clientId: string,
  name: string,
  atLeast = 1,
): Promise<{ doctor: Doctor; slot: Slot }> {
  const doctor = await doctorNamed(request, clientId, name);
  const [slot] = await laterSlots(request, doctor.pocId, (slots) => slots.length >= atLeast);
  if (!slot) throw new Error('Nothing is free.');
  return { doctor, slot };
}

let patients = 0;
/** A new patient, different each time. */
export function newPerson() {
  patients += 1;
  const word = ['Amrita', 'Bela', 'Chitra', 'Devika', 'Esha', 'Falguni', 'Gauri', 'Harini', 'Indira', 'Juhi'];
  const number = `${Date.now() % 100_000}${patients}`.padStart(8, '0').slice(-8);
  const name = `${word[patients % word.length]} Story${patients}`;
  return { name, phone: `81${number}`, email: `story${patients}@mail.example`, location: 'Pune' };
}
export type NewPerson = ReturnType<typeof newPerson>;

/** Books over HTTP; returns the appointment's id. */
export async function bookByCall(
  request: APIRequestContext,
  clientId: string,
  pocId: string,
  { date, time }: Pick<Slot, 'date' | 'time'>,
  who: NewPerson = newPerson(),
): Promise<string> {
  const { name, phone, email, location } = who;
  const { userId } = await ask(request, 'saveUser', { name, phone: `91${phone}`, email, location, clientId });
  const visit = { type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const booking = { clientId, pocId, userId, date, time, ...visit };
  const { appointmentId } = await ask(request, 'createAppointment', booking);
  return appointmentId;
}
