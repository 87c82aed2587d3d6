import type {
  AppointmentStatus,
  AppointmentType,
  PaymentStatus,
  RecordedMethod,
} from '@dayline/contracts/appointments';
import { noDetails } from '@dayline/contracts/clinic/identity';
import { plannedSlots, recordedPlan, type Week, weekdays } from '@dayline/contracts/clinic/schedule';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { streams } from '@dayline/contracts/events/categories';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Actor } from '@dayline/contracts/events/metadata';
import { appointmentId } from '@dayline/contracts/ids';
import { personOf } from '@dayline/http/caller';
import type { CallContext, SignedInContext } from '@dayline/http/handler';
import { openTestClinic, type TestClinic } from './clinic.ts';
import { testId } from './ids.ts';

/** Two clients, each with a name that the other must never see. */
export const sunrise = {
  clientId: testId(1),
  cardiology: testId(11),
  asha: testId(21),
  vikram: testId(22),
  rohan: testId(31),
  meera: testId(32),
} as const;
export const lakeside = { clientId: testId(2), dental: testId(12), leela: testId(23), canary: testId(33) } as const;
export const canaryName = 'Lakeside Canary';

export const frontDesk: Actor = { kind: 'admin', id: testId(41), name: 'Front Desk 1' };
export const drAsha: Actor = { kind: 'doctor', id: testId(42), name: 'Dr. Asha Menon' };
const system: Actor = { kind: 'system', id: 'system', name: 'Dayline' };

/** Every day, 09:00 to 11:00 in slots of 30 minutes with a capacity of two each. */
export const mornings: Week = weekdays.map((day) => ({
  day,
  timeIntervals: [{ startTime: '09:00', endTime: '11:00', appointmentsPerSlot: 2, slotDuration: 30 }],
}));

/** Saturday, November 21 2026, 9:40 AM in Kolkata. */
export const saturdayMorning = '2026-11-21T04:10:00.000Z';
export const today = '2026-11-21';

/** Opens both clients, with doctors, schedules and patients, and projects them. */
export async function openSunrise(): Promise<TestClinic> {
  const clinic = await openTestClinic(saturdayMorning);
  await openClient(clinic, sunrise.clientId, 'Sunrise Multispeciality Hospital');
  await openClient(clinic, lakeside.clientId, 'Lakeside Clinic');
  await addDepartment(clinic, sunrise.clientId, sunrise.cardiology, 'Cardiology');
  await addDepartment(clinic, lakeside.clientId, lakeside.dental, 'Dental');
  await addDoctor(clinic, sunrise.clientId, sunrise.cardiology, sunrise.asha, 'Dr. Asha Menon');
  await addDoctor(clinic, sunrise.clientId, sunrise.cardiology, sunrise.vikram, 'Dr. Vikram Rao');
  await addDoctor(clinic, lakeside.clientId, lakeside.dental, lakeside.leela, 'Dr. Leela Iyer');
  await addPatient(clinic, sunrise.clientId, sunrise.rohan, 'Rohan Kulkarni', '919876543210');
  await addPatient(clinic, sunrise.clientId, sunrise.meera, 'Meera Nair', '919876543211');
  await addPatient(clinic, lakeside.clientId, lakeside.canary, canaryName, '919876543210');
  await clinic.project();
  return clinic;
}

const openClient = (clinic: TestClinic, clientId: string, name: string) =>
  clinic.append(streams.client(clientId), clientId, system, {
    type: 'ClientOnboarded',
    data: {
      name,
      zone: 'Asia/Kolkata',
      meetingLinkHost: 'https://meet.google.com',
      branches: [
        { id: 1, name: 'Main Branch' },
        { id: 2, name: null },
      ],
    },
  });

const addDepartment = (clinic: TestClinic, clientId: string, id: string, name: string) =>
  clinic.append(streams.department(id), clientId, system, { type: 'DepartmentOpened', data: { clientId, name } });

export async function addDoctor(
  clinic: TestClinic,
  clientId: string,
  departmentId: string,
  pocId: string,
  name: string,
  externalId: string | null = null,
) {
  await clinic.append(streams.doctor(pocId), clientId, system, {
    type: 'DoctorAdded',
    data: {
      clientId,
      departmentId,
      name,
      specialization: 'Cardiology',
      contactNumber: '919000000000',
      email: 'doctor@example.org',
      meetingLink: null,
      consultationFee: null,
      externalId,
      branchId: 0,
    },
  });
  await setSchedule(clinic, clientId, pocId, mornings);
}

export const setSchedule = (clinic: TestClinic, clientId: string, pocId: string, week: Week) =>
  clinic.append(streams.doctorSchedule(pocId), clientId, system, {
    type: 'WeeklyScheduleSet',
    data: { week, from: '2026-01-01', name: null },
  });

export const addPatient = (clinic: TestClinic, clientId: string, id: string, name: string, phone: string) =>
  clinic.append(streams.patient(id), clientId, system, {
    type: 'PatientRegistered',
    data: { ...noDetails, clientId, name, phone, email: 'patient@example.org', location: 'Pune' },
  });

export interface Booking {
  readonly appointmentId: string;
  readonly change: {
    readonly appointmentId: string;
    readonly patientId: string;
    readonly time: string;
    readonly minutes: number;
    readonly type: AppointmentType;
  };
  readonly stream: string;
  readonly clientId: string;
}

interface BookingDraft {
  readonly clientId?: string;
  readonly pocId?: string;
  readonly patientId?: string;
  readonly date?: string;
  readonly time?: string;
  readonly type?: AppointmentType;
  readonly payment?: PaymentStatus;
  /** Not recorded if absent. */
  readonly amount?: number;
  readonly method?: RecordedMethod;
  readonly branchId?: number;
}

/** Books as the command side does: the plan, the booking and its payment in one append. Doesn't project. */
export async function book(clinic: TestClinic, draft: BookingDraft = {}): Promise<Booking> {
  const { clientId = sunrise.clientId, pocId = sunrise.asha, date = today, time = '10:00', branchId = 0 } = draft;
  const { patientId = sunrise.rohan, type = 'Direct Consultation', payment = 'Pay_later' } = draft;
  const { amount = null, method = 'unknown' } = draft;
  const id = appointmentId(pocId, date, clinic.newId());
  const stream = streams.doctorDay(pocId, date);
  const change = { appointmentId: id, patientId, time, minutes: 30, type };
  const plan: DoctorDayEvent = {
    type: 'SlotsPlanned',
    data: { ...recordedPlan(plannedSlots(mornings, date)), weekRevision: 0, calendarRevision: null },
  };
  const isNewDay = (await clinic.sealedLog.readStream(stream, { limit: 1 })).length === 0;
  await clinic.append(
    stream,
    clientId,
    frontDesk,
    ...(isNewDay ? [plan] : []),
    { type: 'AppointmentBooked', data: { ...change, statusBefore: null, statusAfter: 'Confirmed', branchId } },
    { type: 'AppointmentPaymentRecorded', data: { appointmentId: id, patientId, payment, amount, method } },
  );
  return { appointmentId: id, change, stream, clientId };
}

const markTypes = {
  Availed: 'AppointmentMarkedVisited',
  Not_Availed: 'AppointmentMarkedNotVisited',
  Cancelled: 'AppointmentCancelled',
} as const;

/** Sets the status of a Confirmed appointment; returns the event's id, for an undo. Doesn't project. */
export async function mark(
  clinic: TestClinic,
  { change, stream, clientId }: Booking,
  statusAfter: Exclude<AppointmentStatus, 'Confirmed'>,
  actor: Actor = drAsha,
): Promise<string> {
  const data = { ...change, statusBefore: 'Confirmed' as const, statusAfter };
  const [marked] = await clinic.append(stream, clientId, actor, { type: markTypes[statusAfter], data });
  return marked?.id ?? '';
}

export const undo = (
  clinic: TestClinic,
  { change, stream, clientId }: Booking,
  undoneEventId: string,
  statusBefore: AppointmentStatus,
) =>
  clinic.append(stream, clientId, drAsha, {
    type: statusBefore === 'Cancelled' ? 'AppointmentCancellationUndone' : 'AppointmentMarkUndone',
    data: { ...change, statusBefore, statusAfter: 'Confirmed', undoneEventId },
  });

/** Callers: an administrator, an auditor or a doctor of a client. */
export function identity(role: Identity['role'], clientId: string, pocId: string | null = null): Identity {
  const accountId = testId(500 + Number(clientId) * 10 + Number(pocId ?? 0) + role.length * 1000);
  return { accountId, role, name: role, clientId, clientName: '', zone: '', hasBranches: false, pocId, pocName: null };
}

export function contextFor(who: Identity | null, now: number): CallContext | SignedInContext {
  const context: CallContext = {
    caller: null,
    requestId: 'request',
    channel: 'web',
    causationId: 'request',
    correlationId: 'request',
    traceparent: null,
    commandId: testId(9),
    commandDigest: '',
    now,
    address: '127.0.0.1',
  };
  if (who === null) return context;
  const caller = personOf({ identity: who, tokenHash: 'session' });
  return { ...context, caller, actor: caller.actor, clientId: who.clientId };
}
