import type { AppointmentStatus, AppointmentType, PaymentStatus } from '@dayline/contracts/appointments';
import { addDays } from '@dayline/contracts/clinic-time';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import { appointmentId, streams } from '@dayline/contracts/ids';
import { type Draft, testId } from './draft.ts';
import { type Random, seededRandom } from './random.ts';

interface Doctor {
  readonly pocId: string;
  readonly clientId: string;
}
interface Patient {
  readonly patientId: string;
  readonly clientId: string;
  erased: boolean;
}
interface Appointment {
  readonly id: string;
  readonly doctor: Doctor;
  readonly date: string;
  readonly time: string;
  readonly patientId: string;
  readonly type: AppointmentType;
  status: AppointmentStatus;
  statusBefore: AppointmentStatus;
  payment: PaymentStatus;
}

const times = ['09:00', '09:15', '10:00', '11:30', '14:45'];
const names = ['Asha Rao', 'Ravi Menon', 'Neha Iyer', "Sean O'Brien", 'Zoë Ünal'];
const week = [
  {
    day: 'Monday',
    timeIntervals: [{ startTime: '09:00', endTime: '15:00', appointmentsPerSlot: 3, slotDuration: 15 }],
  },
] as const;

export interface HistoryOptions {
  readonly seed: number;
  /** Approximate number of events. */
  readonly size: number;
  readonly doctors?: number;
  readonly days?: number;
}

/** A plausible history: two clients with doctors, patients, bookings and their outcomes. */
export function randomHistory({ seed, size, doctors: doctorCount = 4, days = 5 }: HistoryOptions): Draft[] {
  const random = seededRandom(seed);
  const drafts: Draft[] = [];
  let ids = 1000;
  const newId = () => testId(ids++);
  const add = (stream: string, clientId: string, event: DaylineEvent) => drafts.push({ stream, clientId, event });

  const clients = [newId(), newId()];
  const doctors = beginClinics({ clients, doctorCount, newId, add, random });
  const patients: Patient[] = [];
  const appointments: Appointment[] = [];

  const register = () => {
    const clientId = random.pick(clients) ?? '';
    const patient = { patientId: newId(), clientId, erased: false };
    patients.push(patient);
    const name = `${random.pick(names)} ${patients.length}`;
    const data = {
      clientId,
      name,
      phone: `9198${patients.length}`,
      email: `p${patients.length}@x.example`,
      location: 'Kochi',
    };
    add(streams.patient(patient.patientId), clientId, { type: 'PatientRegistered', data });
  };

  const correct = () => {
    const patient = random.pick(patients.filter(({ erased }) => !erased));
    if (!patient) return;
    const data = {
      name: `${random.pick(names)} corrected`,
      email: 'new@x.example',
      location: random.pick(['Pune', null]) ?? null,
    };
    add(streams.patient(patient.patientId), patient.clientId, { type: 'PatientDetailsCorrected', data });
  };

  const erase = () => {
    const patient = random.pick(patients.filter(({ erased }) => !erased));
    if (!patient) return;
    patient.erased = true;
    add(streams.patient(patient.patientId), patient.clientId, { type: 'PatientErased', data: {} });
  };

  const book = () => {
    const doctor = random.pick(doctors);
    const patient = random.pick(patients.filter((one) => !one.erased && one.clientId === doctor?.clientId));
    if (!doctor || !patient) return register();
    const date = addDays('2026-11-21', random.below(days));
    const time = random.pick(times) ?? '';
    const type = random.chance(0.7) ? 'Direct Consultation' : 'Tele Consultation';
    const id = appointmentId(doctor.pocId, date, newId());
    const { patientId } = patient;
    const payment = random.chance(0.5) ? 'Paid' : 'Pay_later';
    const made = { id, doctor, date, time, patientId, type, status: 'Confirmed', statusBefore: 'Confirmed' } as const;
    appointments.push({ ...made, payment });
    const stream = streams.doctorDay(doctor.pocId, date);
    const data = {
      appointmentId: id,
      patientId,
      time,
      type,
      statusBefore: null,
      statusAfter: 'Confirmed',
      branchId: 0,
    } as const;
    add(stream, doctor.clientId, { type: 'AppointmentBooked', data });
    const paid = { appointmentId: id, patientId, payment } as const;
    add(stream, doctor.clientId, { type: 'AppointmentPaymentRecorded', data: paid });
  };

  const changeStatus = () => {
    const appointment = random.pick(appointments);
    if (!appointment) return;
    const { id, doctor, date, time, patientId, type, status } = appointment;
    const move = (statusAfter: AppointmentStatus) => {
      appointment.statusBefore = status;
      appointment.status = statusAfter;
      return { appointmentId: id, patientId, time, type, statusBefore: status, statusAfter };
    };
    const say = (event: DaylineEvent) => add(streams.doctorDay(doctor.pocId, date), doctor.clientId, event);
    if (status === 'Confirmed') {
      const way = random.below(3);
      if (way === 0) return say({ type: 'AppointmentMarkedVisited', data: move('Availed') });
      if (way === 1) return say({ type: 'AppointmentMarkedNotVisited', data: move('Not_Availed') });
      return say({ type: 'AppointmentCancelled', data: move('Cancelled') });
    }
    if (random.chance(0.3)) {
      const data = {
        ...move(random.pick(['Confirmed', 'Availed', 'Not_Availed', 'Cancelled'] as const) ?? 'Availed'),
        reason: null,
      };
      return say({ type: 'AppointmentStatusCorrected', data });
    }
    const undone = { undoneEventId: testId(5) };
    if (status === 'Cancelled') {
      return say({ type: 'AppointmentCancellationUndone', data: { ...move('Confirmed'), ...undone } });
    }
    return say({ type: 'AppointmentMarkUndone', data: { ...move(appointment.statusBefore), ...undone } });
  };

  const correctPayment = () => {
    const appointment = random.pick(appointments);
    if (!appointment) return;
    const { id, doctor, date, patientId, payment: paymentBefore } = appointment;
    const paymentAfter: PaymentStatus = paymentBefore === 'Paid' ? 'Pay_later' : 'Paid';
    appointment.payment = paymentAfter;
    const data = { appointmentId: id, patientId, paymentBefore, paymentAfter, reason: null, undoneEventId: null };
    add(streams.doctorDay(doctor.pocId, date), doctor.clientId, { type: 'AppointmentPaymentCorrected', data });
  };

  const block = () => {
    const doctor = random.pick(doctors);
    if (!doctor) return;
    const stream = streams.doctorDay(doctor.pocId, addDays('2026-11-21', random.below(days)));
    const chosen = times.filter(() => random.chance(0.4));
    const events: DaylineEvent[] = [
      { type: 'DayBlocked', data: { reason: 'Leave' } },
      { type: 'SlotsBlocked', data: { times: chosen, reason: null } },
      { type: 'DayUnblocked', data: {} },
      { type: 'SlotsUnblocked', data: { times: chosen } },
      { type: 'SlotsPlanned', data: { slots: times.map((time) => ({ time, capacity: 3 })), scheduleRevision: 0 } },
    ];
    const event = random.pick(events);
    if (event) add(stream, doctor.clientId, event);
  };

  const signIn = () => add(streams.account(testId(7)), clients[0] ?? '', { type: 'SignedIn', data: { role: 'admin' } });
  const weekAgain = () => {
    const doctor = random.pick(doctors);
    if (doctor) add(streams.doctorSchedule(doctor.pocId), doctor.clientId, weekSet());
  };

  const acts: [weight: number, act: () => unknown][] = [
    [10, register],
    [40, book],
    [35, changeStatus],
    [4, correct],
    [4, correctPayment],
    [1, erase],
    [5, block],
    [3, signIn],
    [2, weekAgain],
  ];
  const lots = acts.flatMap(([weight, act]) => Array<() => unknown>(weight).fill(act));
  while (drafts.length < size) random.pick(lots)?.();
  return drafts;
}

const weekSet = (): DaylineEvent => ({
  type: 'WeeklyScheduleSet',
  data: { week: week.map((day) => ({ ...day, timeIntervals: [...day.timeIntervals] })) },
});

interface Beginning {
  readonly clients: readonly string[];
  readonly doctorCount: number;
  readonly newId: () => string;
  readonly add: (stream: string, clientId: string, event: DaylineEvent) => void;
  readonly random: Random;
}

function beginClinics({ clients, doctorCount, newId, add, random }: Beginning): Doctor[] {
  const departments = clients.flatMap((clientId) => {
    const settings = {
      name: `Clinic ${clientId}`,
      zone: 'Asia/Kolkata',
      meetingLinkHost: 'https://meet.google.com',
      branches: [],
    };
    add(streams.client(clientId), clientId, { type: 'ClientOnboarded', data: settings });
    return ['Cardiology', 'Dermatology'].map((name) => {
      const departmentId = newId();
      add(streams.department(departmentId), clientId, { type: 'DepartmentOpened', data: { clientId, name } });
      return { departmentId, clientId, name };
    });
  });
  return Array.from({ length: doctorCount }, (_, index) => {
    const pocId = newId();
    // The first client always gets a doctor.
    const department = (index === 0 ? departments[0] : random.pick(departments)) ?? {
      departmentId: '',
      clientId: '',
      name: '',
    };
    const { departmentId, clientId, name: specialization } = department;
    const contact = {
      contactNumber: `91${index}`,
      email: `d${index}@x.example`,
      meetingLink: null,
      consultationFee: null,
    };
    const data = {
      clientId,
      departmentId,
      name: `Dr. ${index}`,
      specialization,
      ...contact,
      externalId: null,
      branchId: 0,
    };
    add(streams.doctor(pocId), clientId, { type: 'DoctorAdded', data });
    add(streams.doctorSchedule(pocId), clientId, weekSet());
    return { pocId, clientId };
  });
}
