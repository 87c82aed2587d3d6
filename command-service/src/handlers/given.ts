import { clinicNow, defaultZone } from '@dayline/contracts/clinic-time';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/ids';
import type { Kernels } from '../kernels.ts';
import type { DoctorState } from '../slices/doctor/doctor.ts';
import type { DoctorDayContext } from '../slices/doctor-day/places.ts';
import type { PatientState } from '../slices/patient/patient.ts';

/** Where a person's e-mail address is reserved: a doctor's from being added on, anybody's with an account. */
export const addressScope = 'doctorEmail';

export interface DayRules {
  /** `BOOKING_HORIZON_DAYS`. */
  readonly horizonDays: number;
  /** `UNDO_WINDOW_SECONDS`, in ms. */
  readonly undoWindowMs: number;
}

/** Where a command about a doctor's day is to be decided: the doctor, the date, whose client, and the instant. */
export interface DayQuestion {
  readonly pocId: string;
  readonly date: string;
  readonly clientId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
}

/** What a doctor-day is decided by besides its own stream: the schedule as it stands and the clinic's wall clock. */
export async function dayGiven(kernels: Kernels, rules: DayRules, question: DayQuestion): Promise<DoctorDayContext> {
  const { pocId, date, clientId, now } = question;
  const [client, schedule] = await Promise.all([
    kernels.clients.load(streams.client(clientId)),
    kernels.schedules.load(streams.doctorSchedule(pocId)),
  ]);
  const clinic = clinicNow(now, client.state?.zone ?? defaultZone);
  return { pocId, date, schedule: schedule.state, now, clinic, ...rules };
}

/** The doctor, if it is one of the client's. */
export async function doctorOf(kernels: Kernels, pocId: string, clientId: string): Promise<DoctorState | Refusal> {
  const { state } = await kernels.doctors.load(streams.doctor(pocId));
  if (!state) return refuse('doctor.unknown');
  return state.clientId === clientId ? state : refuse('access.foreign');
}

/** The patient, if it is one of the client's and not erased. */
export async function patientOf(
  kernels: Kernels,
  patientId: string,
  clientId: string,
): Promise<PatientState | Refusal> {
  const { state } = await kernels.patients.load(streams.patient(patientId));
  if (!state) return refuse('patient.unknown');
  if (state.clientId !== clientId) return refuse('access.foreign');
  return state.isErased ? refuse('patient.erased') : state;
}
