import {
  type AppointmentStatus,
  type AppointmentType,
  notRecorded,
  type Paid,
  type PaymentStatus,
  paymentMethods,
} from '@dayline/contracts/appointments';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import { streams } from '@dayline/contracts/events/categories';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import { appointmentId as idOfAppointment } from '@dayline/contracts/ids';
import { detailFields } from '@dayline/contracts/patients/person';
import { type Draft, testId, testPosition } from './draft.ts';
import { type Random, seededRandom } from './random.ts';

interface Doctor {
  readonly pocId: string;
  readonly clientId: string;
}
interface Patient {
  readonly patientId: string;
  readonly clientId: string;
  erased: boolean;
  details: PatientDetails;
  /** The open merge into another record. */
  merge?: { readonly mergeId: string; readonly into: Patient } | undefined;
}
interface Appointment {
  readonly id: string;
  readonly doctor: Doctor;
  readonly date: string;
  time: string;
  patientId: string;
  readonly type: AppointmentType;
  status: AppointmentStatus;
  statusBefore: AppointmentStatus;
  payment: PaymentStatus;
  presence?: 'arrived' | 'called' | undefined;
  /** Moved to another day or doctor, or about to be. */
  isMoving?: boolean;
}

const times = ['09:00', '09:15', '10:00', '11:30', '14:45'];
/** Every slot is 30 minutes, so that events with and without lengths mean the same. */
const minutes = 30;
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
export function randomHistory({ seed, size, doctors = 4, days = 5 }: HistoryOptions): Draft[] {
  return new HistoryGenerator({ seed, doctors, days }).draftsOf(size);
}

class HistoryGenerator {
  readonly #random: Random;
  readonly #days: number;
  readonly #drafts: Draft[] = [];
  readonly #clients: readonly string[];
  readonly #doctors: readonly Doctor[];
  readonly #patients: Patient[] = [];
  readonly #appointments: Appointment[] = [];
  #ids = 1000;

  constructor({ seed, doctors, days }: Required<Omit<HistoryOptions, 'size'>>) {
    this.#random = seededRandom(seed);
    this.#days = days;
    this.#clients = [this.#newId(), this.#newId()];
    this.#doctors = beginClinics({
      clients: this.#clients,
      doctorCount: doctors,
      newId: () => this.#newId(),
      add: (...draft) => this.#add(...draft),
      random: this.#random,
    });
  }

  draftsOf(size: number): Draft[] {
    const acts: [weight: number, act: () => void][] = [
      [10, () => this.#register()],
      [40, () => this.#book()],
      [35, () => this.#changeStatus()],
      [4, () => this.#reschedule()],
      [12, () => this.#changePresence()],
      [2, () => this.#contact()],
      [4, () => this.#moveElsewhere()],
      [4, () => this.#correct()],
      [4, () => this.#correctPayment()],
      [3, () => this.#merge()],
      [1, () => this.#split()],
      [1, () => this.#decideDuplicate()],
      [1, () => this.#erase()],
      [5, () => this.#block()],
      [3, () => this.#signIn()],
      [2, () => this.#setWeekAgain()],
      [2, () => this.#setHospitalDay()],
      [1, () => this.#setOnRequest()],
      [1, () => this.#showOnWall()],
      [1, () => this.#closeAccount()],
      [1, () => this.#closeDay()],
    ];
    const lots = acts.flatMap(([weight, act]) => Array<() => void>(weight).fill(act));
    while (this.#drafts.length < size) this.#random.pick(lots)?.();
    return this.#drafts;
  }

  #newId(): string {
    return testId(this.#ids++);
  }

  #add(stream: string, clientId: string, event: DaylineEvent): void {
    this.#drafts.push({ stream, clientId, event });
  }

  #register() {
    const clientId = this.#random.pick(this.#clients) ?? '';
    const patientId = this.#newId();
    const number = this.#patients.length + 1;
    const details = {
      ...noDetails,
      name: `${this.#random.pick(names)} ${number}`,
      phone: `9198${number}`,
      email: `p${number}@x.example`,
      location: 'Kochi',
      ...this.#ofKnown(clientId),
    };
    this.#patients.push({ patientId, clientId, erased: false, details });
    this.#add(streams.patient(patientId), clientId, { type: 'PatientRegistered', data: { ...details, clientId } });
  }

  /** Details that make somebody a possible duplicate of a known patient, now and then. */
  #ofKnown(clientId: string): Partial<PatientDetails> {
    const bornOn = this.#random.pick([null, null, '1990-01-01', '1985-05-20']) ?? null;
    const known = this.#random.pick(this.#patients.filter((patient) => patient.clientId === clientId));
    if (!known || !this.#random.chance(0.3)) return { bornOn };
    const { name, phone } = known.details;
    return this.#random.chance(0.5) ? { name, phone } : { name, bornOn: known.details.bornOn };
  }

  /** Somebody decides about two records, or takes a decision back. */
  #decideDuplicate() {
    const person = this.#random.pick(this.#persons());
    const other = this.#random.pick(
      this.#persons().filter((one) => one !== person && one.clientId === person?.clientId),
    );
    if (!person || !other) return;
    const [first = '', second = ''] = [person.patientId, other.patientId].sort();
    const type = this.#random.chance(0.7) ? 'DuplicateDismissed' : 'DuplicateReopened';
    this.#add(streams.patient(first), person.clientId, { type, data: { otherId: second } });
  }

  /** The records that stand for their persons. */
  #persons(): Patient[] {
    return this.#patients.filter(({ erased, merge }) => !erased && !merge);
  }

  #recordsIn(person: Patient): Patient[] {
    return this.#patients.filter(({ merge }) => merge?.into === person);
  }

  #merge() {
    const into = this.#random.pick(this.#persons());
    const others = this.#persons().filter((one) => one !== into && one.clientId === into?.clientId);
    const record = this.#random.pick(others.filter((one) => this.#recordsIn(one).length === 0));
    if (!into || !record) return;
    const { patientId, clientId, details } = record;
    const [first, second] = [patientId, into.patientId].sort();
    const chosen = detailFields.filter(() => this.#random.below(3) === 0);
    const merge = { mergeId: this.#newId(), patientId, into: into.patientId };
    const add = (to: string | undefined, event: DaylineEvent) => this.#add(streams.patient(to ?? ''), clientId, event);
    add(first, { type: 'PatientMergeProposed', data: { ...merge, chosen, reason: 'Same person' } });
    if (this.#random.below(5) === 0) {
      const data = { mergeId: merge.mergeId, code: 'patient.erased' };
      for (const id of [second, first]) add(id, { type: 'PatientMergeAbandoned', data });
      return;
    }
    for (const id of [second, first]) {
      if (id === first && this.#random.chance(0.3)) this.#book();
      add(id, { type: 'PatientMerged', data: { ...merge, chosen, ...(id === into.patientId && details) } });
    }
    record.merge = { mergeId: merge.mergeId, into };
  }

  #split() {
    const record = this.#random.pick(this.#patients.filter(({ erased, merge }) => merge && !erased));
    if (!record?.merge) return;
    const { mergeId, into } = record.merge;
    record.merge = undefined;
    const data = { mergeId, patientId: record.patientId, into: into.patientId };
    const reason = this.#random.pick(['Two people', null]) ?? null;
    for (const id of [record.patientId, into.patientId]) {
      if (id === into.patientId && this.#random.chance(0.3)) this.#book();
      if (id === into.patientId && this.#random.chance(0.5)) this.#reassign(record, into, mergeId);
      this.#add(streams.patient(id), record.clientId, {
        type: 'PatientUnmerged',
        data: { ...data, reason: id === record.patientId ? reason : null },
      });
    }
  }

  /** Gives appointments of the one that stood to the record that is split from it. */
  #reassign({ patientId }: Patient, into: Patient, mergeId: string) {
    const own = this.#appointments.filter((booked) => booked.patientId === into.patientId && !booked.isMoving);
    for (const appointment of own.filter(() => this.#random.chance(0.5))) {
      const { id: appointmentId, doctor, date, status } = appointment;
      const data = { appointmentId, patientId, patientBefore: into.patientId, status, mergeId };
      appointment.patientId = patientId;
      this.#add(streams.doctorDay(doctor.pocId, date), doctor.clientId, { type: 'AppointmentReassigned', data });
    }
  }

  #correct() {
    const patient = this.#random.pick(this.#persons());
    if (!patient) return;
    const data = {
      name: `${this.#random.pick(names)} corrected`,
      email: 'new@x.example',
      location: this.#random.pick(['Pune', null]) ?? null,
      ...this.#random.pick([{}, { uhid: `H${this.#drafts.length}` }, { sex: 'female', ageText: '29 y on 2026-11-25' }]),
    };
    patient.details = { ...patient.details, ...data };
    this.#add(streams.patient(patient.patientId), patient.clientId, { type: 'PatientDetailsCorrected', data });
  }

  #erase() {
    const patient = this.#random.pick(this.#persons());
    if (!patient) return;
    const stream = streams.patient(patient.patientId);
    const removed = this.#random.pick(['at once', 'after a look', 'kept']);
    if (removed !== 'at once') this.#add(stream, patient.clientId, { type: 'PatientRemovalStarted', data: {} });
    if (removed === 'kept') return this.#add(stream, patient.clientId, { type: 'PatientKept', data: {} });
    patient.erased = true;
    this.#add(stream, patient.clientId, { type: 'PatientErased', data: {} });
    for (const record of this.#recordsIn(patient)) {
      record.erased = true;
      const data = { into: patient.patientId };
      this.#add(streams.patient(record.patientId), patient.clientId, { type: 'PatientErased', data });
    }
  }

  #book() {
    const doctor = this.#random.pick(this.#doctors);
    const patient = this.#random.pick(
      this.#patients.filter((patient) => !patient.erased && patient.clientId === doctor?.clientId),
    );
    if (!doctor || !patient) return this.#register();
    const date = addDays('2026-11-21', this.#random.below(this.#days));
    const time = this.#random.pick(times) ?? '';
    const type = this.#random.chance(0.7) ? 'Direct Consultation' : 'Tele Consultation';
    const id = idOfAppointment(doctor.pocId, date, this.#newId());
    const { patientId } = patient;
    const payment = this.#random.chance(0.5) ? 'Paid' : 'Pay_later';
    const made = { id, doctor, date, time, patientId, type, status: 'Confirmed', statusBefore: 'Confirmed' } as const;
    this.#appointments.push({ ...made, payment });
    const stream = streams.doctorDay(doctor.pocId, date);
    const data = {
      appointmentId: id,
      patientId,
      time,
      minutes,
      type,
      statusBefore: null,
      statusAfter: 'Confirmed',
      branchId: 0,
    } as const;
    this.#add(stream, doctor.clientId, { type: 'AppointmentBooked', data });
    const paid = { appointmentId: id, patientId, payment, ...this.#paid() } as const;
    this.#add(stream, doctor.clientId, { type: 'AppointmentPaymentRecorded', data: paid });
    if (this.#random.chance(0.3)) this.#add(stream, doctor.clientId, this.#feeOf(id, patientId));
  }

  #feeOf(appointmentId: string, patientId: string) {
    const rule = this.#random.pick(['Follow-up within 8 days', null]) ?? null;
    const data = { appointmentId, patientId, paise: 100 * this.#random.below(3), rule, registration: 0, reason: null };
    return { type: 'FeeDecided', data } as const;
  }

  /** An amount and a method, or neither. */
  #paid(): Paid {
    const method = this.#random.pick(paymentMethods) ?? 'cash';
    return this.#random.chance(0.3) ? notRecorded : { amount: 100 * this.#random.below(1_000), method };
  }

  #changeStatus() {
    const appointment = this.#random.pick(this.#appointments.filter(({ isMoving }) => !isMoving));
    if (!appointment) return;
    const { id, doctor, date, time, patientId, type, status } = appointment;
    const move = (statusAfter: AppointmentStatus) => {
      appointment.statusBefore = status;
      appointment.status = statusAfter;
      return { appointmentId: id, patientId, time, minutes, type, statusBefore: status, statusAfter };
    };
    const append = (event: DaylineEvent) => this.#add(streams.doctorDay(doctor.pocId, date), doctor.clientId, event);
    if (status === 'Confirmed') {
      const way = this.#random.below(3);
      if (way === 0) return append({ type: 'AppointmentMarkedVisited', data: move('Availed') });
      if (way === 1) return append({ type: 'AppointmentMarkedNotVisited', data: move('Not_Availed') });
      return append({ type: 'AppointmentCancelled', data: move('Cancelled') });
    }
    if (this.#random.chance(0.3)) {
      const data = {
        ...move(this.#random.pick(['Confirmed', 'Availed', 'Not_Availed', 'Cancelled'] as const) ?? 'Availed'),
        reason: null,
      };
      return append({ type: 'AppointmentStatusCorrected', data });
    }
    const undone = { undoneEventId: testId(5) };
    if (status === 'Cancelled') {
      return append({ type: 'AppointmentCancellationUndone', data: { ...move('Confirmed'), ...undone } });
    }
    return append({ type: 'AppointmentMarkUndone', data: { ...move(appointment.statusBefore), ...undone } });
  }

  #reschedule() {
    const appointment = this.#random.pick(
      this.#appointments.filter(({ status, isMoving }) => status === 'Confirmed' && !isMoving),
    );
    const time = this.#random.pick(times);
    if (!appointment || !time || time === appointment.time) return;
    const { id: appointmentId, doctor, date, patientId, type, time: timeBefore } = appointment;
    appointment.time = time;
    const to = { time, minutes, branchId: 0, ...(this.#random.chance(0.3) && { session: { room: 'Room 4' } }) };
    const data = { appointmentId, patientId, type, timeBefore, minutesBefore: minutes, ...to };
    this.#add(streams.doctorDay(doctor.pocId, date), doctor.clientId, {
      type: 'AppointmentRescheduled',
      data: { ...data, reason: null, undoneEventId: null },
    });
  }

  #contact() {
    const appointment = this.#random.pick(this.#appointments.filter(({ status }) => status === 'Confirmed'));
    if (!appointment) return;
    const { id: appointmentId, doctor, date, patientId } = appointment;
    const reached = this.#random.chance(0.5);
    const data = { appointmentId, patientId, reached, note: this.#random.pick(['rang out', null]) ?? null };
    this.#add(streams.doctorDay(doctor.pocId, date), doctor.clientId, { type: 'PatientContacted', data });
  }

  #changePresence() {
    const present = this.#appointments.filter(({ status, isMoving }) => status === 'Confirmed' && !isMoving);
    const appointment = this.#random.pick(present);
    if (!appointment) return;
    const { id: appointmentId, doctor, date, patientId, presence } = appointment;
    const of = { appointmentId, patientId };
    const append = (event: DaylineEvent, after: Appointment['presence']) => {
      appointment.presence = after;
      this.#add(streams.doctorDay(doctor.pocId, date), doctor.clientId, event);
    };
    const undone = { undoneEventId: testId(5) };
    if (!presence) {
      return append({ type: 'PatientArrived', data: { ...of, token: this.#ids++, arrivedAt: '09:05' } }, 'arrived');
    }
    if (this.#random.chance(0.2)) return append({ type: 'ArrivalWithdrawn', data: { ...of, ...undone } }, undefined);
    if (presence === 'arrived' || this.#random.chance(0.3)) {
      return append(
        { type: 'PatientCalled', data: { ...of, room: this.#random.pick(['Room 4', null]) ?? null } },
        'called',
      );
    }
    return append({ type: 'CallWithdrawn', data: { ...of, call: null, ...undone } }, 'arrived');
  }

  /** Moves to another doctor of the client and another day; some are refused, stay open, or are undone. */
  #moveElsewhere() {
    const movable = this.#appointments.filter(({ status, isMoving }) => status === 'Confirmed' && !isMoving);
    const from = this.#random.pick(movable);
    const doctor = this.#random.pick(this.#doctors.filter(({ clientId }) => clientId === from?.doctor.clientId));
    const time = this.#random.pick(times);
    if (!from || !doctor || !time) return;
    const { clientId } = doctor;
    const { id: appointmentId, patientId, type, payment } = from;
    const date = addDays('2026-11-21', this.#random.below(this.#days));
    const [moveId, to] = [this.#newId(), idOfAppointment(doctor.pocId, date, this.#newId())];
    const [origin, destination] = [
      streams.doctorDay(from.doctor.pocId, from.date),
      streams.doctorDay(doctor.pocId, date),
    ];
    const move = { moveId, appointmentId, patientId };
    const toTime = { to, toTime: time };
    const started = { ...move, ...toTime, reason: null, undoneEventId: null };
    this.#add(origin, clientId, { type: 'AppointmentMoveStarted', data: started });
    if (this.#random.chance(0.2)) {
      const code = 'slot.full';
      this.#add(destination, clientId, {
        type: 'MoveRefused',
        data: { moveId, patientId, from: appointmentId, to, code },
      });
      return this.#add(origin, clientId, { type: 'AppointmentMoveAbandoned', data: { ...move, to, code } });
    }
    const made = {
      id: to,
      doctor,
      date,
      time,
      patientId,
      type,
      status: 'Confirmed',
      statusBefore: 'Confirmed',
    } as const;
    this.#appointments.push({ ...made, payment });
    const booked = { appointmentId: to, patientId, time, minutes, type, branchId: 0 };
    const data = { ...booked, statusBefore: null, statusAfter: 'Confirmed' } as const;
    this.#add(destination, clientId, { type: 'AppointmentBooked', data });
    const paid = { status: payment, due: null, payments: payment === 'Paid' ? [notRecorded] : [] };
    const movedIn = {
      moveId,
      appointmentId: to,
      patientId,
      from: appointmentId,
      visitId: appointmentId,
      payment: paid,
    };
    this.#add(destination, clientId, { type: 'AppointmentMovedIn', data: movedIn });
    from.isMoving = true;
    if (this.#random.chance(0.2)) return;
    const change = { appointmentId, patientId, time: from.time, minutes, type, moveId };
    const away = { ...change, to, visitId: appointmentId, undoneEventId: null };
    const moved = { ...away, statusBefore: 'Confirmed', statusAfter: 'Moved' } as const;
    this.#add(origin, clientId, { type: 'AppointmentMovedAway', data: moved });
    if (!this.#random.chance(0.3)) return;
    const undone = { ...change, undoneEventId: testId(5), statusBefore: 'Moved', statusAfter: 'Confirmed' } as const;
    this.#add(origin, clientId, { type: 'AppointmentMoveUndone', data: undone });
    from.isMoving = false;
  }

  #correctPayment() {
    const appointment = this.#random.pick(this.#appointments.filter(({ isMoving }) => !isMoving));
    if (!appointment) return;
    const { id, doctor, date, patientId, payment: paymentBefore } = appointment;
    const paymentAfter: PaymentStatus = paymentBefore === 'Paid' ? 'Pay_later' : 'Paid';
    appointment.payment = paymentAfter;
    const paid = this.#paid();
    const money = { status: paymentAfter, due: null, payments: paymentAfter === 'Paid' ? [paid] : [] };
    const payments = { paymentBefore, paymentAfter, ...paid, money };
    const data = { appointmentId: id, patientId, ...payments, reason: null, undoneEventId: null };
    this.#add(streams.doctorDay(doctor.pocId, date), doctor.clientId, { type: 'AppointmentPaymentCorrected', data });
  }

  #block() {
    const doctor = this.#random.pick(this.#doctors);
    if (!doctor) return;
    const stream = streams.doctorDay(doctor.pocId, addDays('2026-11-21', this.#random.below(this.#days)));
    const chosen = times.filter(() => this.#random.chance(0.4));
    const spans = chosen.map((time) => ({ from: time, to: spanFrom(time, minutes).to }));
    const slots = times.map((time) => ({ time, minutes, capacity: 3, session: null }));
    const events: DaylineEvent[] = [
      { type: 'DayHoursSet', data: { intervals: [...week[0].timeIntervals], reason: 'Camp' } },
      { type: 'DayHoursCleared', data: {} },
      { type: 'DoctorLatenessSet', data: { lateBy: this.#random.chance(0.5) ? 30 : null } },
      { type: 'DayBlocked', data: { reason: 'Leave' } },
      { type: 'SlotsBlocked', data: { spans, reason: null } },
      { type: 'DayUnblocked', data: {} },
      { type: 'SlotsUnblocked', data: { spans } },
      { type: 'SlotsPlanned', data: { sessions: [], slots, weekRevision: 0, calendarRevision: null } },
    ];
    const event = this.#random.pick(events);
    if (event) this.#add(stream, doctor.clientId, event);
  }

  #signIn() {
    this.#add(streams.account(testId(7)), this.#clients[0] ?? '', { type: 'SignedIn', data: { role: 'admin' } });
  }

  #setHospitalDay() {
    const clientId = this.#random.pick(this.#clients) ?? '';
    const stream = streams.clientCalendar(clientId);
    const from = addDays('2026-11-21', this.#random.below(this.#days));
    const [dayId, name] = [this.#newId(), 'Founders'];
    const weekly = { weekday: 'Monday' as const, weeks: this.#random.chance(0.5) ? [] : [4 as const, 'last' as const] };
    const data = {
      dayId,
      name,
      from,
      ...(this.#random.chance(0.5) ? { on: { date: from }, to: from } : { on: weekly, to: null }),
      branchId: this.#random.chance(0.2) ? 1 : null,
      open: this.#random.chance(0.5) ? [] : [{ from: '09:00', to: '11:30' }],
    };
    this.#add(stream, clientId, { type: 'HospitalDaySet', data });
    if (this.#random.chance(0.4)) {
      this.#add(stream, clientId, { type: 'HospitalDayLifted', data: { dayId, from, name } });
    }
  }

  #closeDay() {
    const clientId = this.#random.pick(this.#clients) ?? '';
    const date = addDays('2026-11-21', this.#random.below(this.#days));
    const sums = { taken: 100 * this.#random.below(1_000), corrected: 0, refunded: 0, withoutAmount: 0 };
    const totals = [{ actorId: testId(1), name: 'Desk 1', method: 'cash' as const, ...sums }];
    const cashCount = sums.taken % 200 === 0 ? { countedCash: sums.taken } : {};
    const data = { totals, position: testPosition(this.#drafts.length), ...cashCount };
    this.#add(streams.clientDay(clientId, date), clientId, { type: 'DayClosed', data });
  }

  #showOnWall() {
    const doctor = this.#random.pick(this.#doctors);
    if (!doctor) return;
    const { clientId, pocId } = doctor;
    const stream = streams.display(this.#newId());
    const name = 'Waiting Hall';
    const link = { hash: 'hash', until: '2026-11-30T04:30:00.000Z' };
    const events: DaylineEvent[] = [
      { type: 'DisplayAdded', data: { clientId, name, pocIds: [pocId], link } },
      { type: 'DisplayPaired', data: { name, sessionHash: 'hash' } },
      { type: 'DisplayLinkMade', data: { name, link } },
      { type: 'DisplayRevoked', data: { name } },
    ];
    for (const event of events.slice(0, 1 + this.#random.below(4))) this.#add(stream, clientId, event);
  }

  #closeAccount() {
    const clientId = this.#random.pick(this.#clients);
    if (!clientId) return;
    const data = { accountId: this.#newId(), name: 'Desk 1', role: 'admin' } as const;
    this.#add(streams.people(clientId), clientId, { type: 'AccountDeactivated', data });
    if (this.#random.chance(0.5)) this.#add(streams.people(clientId), clientId, { type: 'AccountReactivated', data });
  }

  #setOnRequest() {
    const doctor = this.#random.pick(this.#doctors);
    if (!doctor) return;
    const sentence = this.#random.pick(['Call the ward: 0484 270 1234', null]) ?? null;
    this.#add(streams.doctor(doctor.pocId), doctor.clientId, { type: 'DoctorOnRequestSet', data: { sentence } });
    const left: DaylineEvent =
      sentence === null ? { type: 'DoctorReturned', data: {} } : { type: 'DoctorLeft', data: { from: '2099-01-01' } };
    this.#add(streams.doctor(doctor.pocId), doctor.clientId, left);
    const feeRules = sentence === null ? null : { rules: [], registration: { paise: 10_000, days: 365 } };
    this.#add(streams.doctor(doctor.pocId), doctor.clientId, { type: 'FeeRulesSet', data: { feeRules } });
    this.#add(streams.doctor(doctor.pocId), doctor.clientId, { type: 'RoomSet', data: { room: sentence && 'Room 4' } });
  }

  #setWeekAgain() {
    const doctor = this.#random.pick(this.#doctors);
    if (!doctor) return;
    const stream = streams.doctorSchedule(doctor.pocId);
    const from = addDays('2026-11-21', this.#random.below(this.#days));
    this.#add(stream, doctor.clientId, weekSet(from));
    if (this.#random.chance(0.3)) {
      this.#add(stream, doctor.clientId, { type: 'ScheduleChangeWithdrawn', data: { from } });
    }
  }
}

const weekSet = (from = '2026-01-01'): DaylineEvent => ({
  type: 'WeeklyScheduleSet',
  data: { week: week.map((day) => ({ ...day, timeIntervals: [...day.timeIntervals] })), from, name: null },
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
    const linkHost = { meetingLinkHost: 'https://meet.clinic.example' };
    add(streams.client(clientId), clientId, { type: 'BranchAdded', data: { id: 1, name: 'East wing' } });
    add(streams.client(clientId), clientId, { type: 'ClientZoneChanged', data: { zone: 'Asia/Colombo' } });
    add(streams.client(clientId), clientId, { type: 'ClientRenamed', data: { name: `Hospital ${clientId}` } });
    add(streams.client(clientId), clientId, { type: 'ClientLinkHostChanged', data: linkHost });
    add(streams.client(clientId), clientId, { type: 'BranchAdded', data: { id: 2, name: null } });
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
