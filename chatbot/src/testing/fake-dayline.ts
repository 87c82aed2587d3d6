import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { appointmentId, slotId, slotOf } from '@dayline/contracts/ids';
import { holdMs } from '@dayline/contracts/partner/holds';
import type { Clock } from '@dayline/runtime/clock';
import type { Partner } from '../chat/worker.ts';
import type { Answer, Command } from '../conversation/commands.ts';

export const testId = (number: number): string => `01J0000000000000000${String(number).padStart(7, '0')}`;
const position = (count: number): string => String(count).padStart(16, '0');

interface HeldPlace {
  readonly appointmentId: string;
  readonly slotId: string;
  readonly phone: string;
  readonly until: number;
}
interface Patient {
  readonly patientId: string;
  readonly name: string;
  readonly phone: string;
}
export interface Visit {
  appointmentId: string;
  patientId: string;
  slotId: string;
  status: 'Confirmed' | 'Cancelled';
}
export const doctors = [
  { pocId: testId(1), pocName: 'Dr. Asha Menon', departmentId: testId(11), departmentName: 'Cardiology' },
  {
    pocId: testId(2),
    pocName: 'Dr. Bartholomew Venkataraghavan',
    departmentId: testId(11),
    departmentName: 'Cardiology',
  },
  {
    pocId: testId(3),
    pocName: 'Dr. C',
    departmentId: testId(12),
    departmentName: 'Obstetrics and Gynaecology Outpatients',
  },
];
/** The first doctor has a room and a fee; the others have neither. */
const priced = (pocId: string) => (pocId === testId(1) ? { room: 'Room 3', fee: 50_000 } : { room: null, fee: null });
const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'];

/** The partner API in memory: three doctors with six times a day and one place each. */
export class FakeDayline {
  readonly patients: Patient[] = [];
  readonly visits: Visit[] = [];
  readonly holds: HeldPlace[] = [];
  readonly commands: Command[] = [];
  /** Thrown by the next calls, after their effect. */
  readonly faults: Error[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #clock: Clock;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get today(): string {
    return new Date(this.#clock.now()).toISOString().slice(0, 10);
  }

  add(name: string, phone: string): Patient {
    const patient = { patientId: testId(100 + this.patients.length), name, phone };
    this.patients.push(patient);
    return patient;
  }

  book(patientId: string, slot: string): Visit {
    const { pocId, date } = slotOf(slot);
    this.#count += 1;
    const visit: Visit = {
      ...{ appointmentId: appointmentId(pocId, date, testId(1_000 + this.#count)), patientId },
      ...{ slotId: slot, status: 'Confirmed' },
    };
    this.visits.push(visit);
    return visit;
  }

  readonly partner: Partner = async (command, key) => {
    const isCommand = /^(?:save|create|release|book|move|cancel)/.test(command.name);
    const answer = (isCommand && this.#answers.get(key)) || this.#answer(command);
    if (isCommand) this.#answers.set(key, answer);
    const fault = this.faults.shift();
    if (fault) throw fault;
    return answer;
  };

  /** @param holdId a hold that doesn't count */
  isFree(slot: string, holdId?: string): boolean {
    const isHeld = this.holds.some(
      (hold) => hold.slotId === slot && hold.appointmentId !== holdId && this.#clock.now() < hold.until,
    );
    return !isHeld && !this.visits.some((visit) => visit.slotId === slot && visit.status === 'Confirmed');
  }

  #isPast(slot: string): boolean {
    const { date, time } = slotOf(slot);
    return Date.parse(`${date}T${time}:00Z`) <= this.#clock.now();
  }

  #end(holdId: string | undefined): HeldPlace | undefined {
    const index = this.holds.findIndex(({ appointmentId }) => appointmentId === holdId);
    return index < 0 ? undefined : this.holds.splice(index, 1)[0];
  }

  #answer(command: Command): Answer {
    this.commands.push(command);
    const done = { success: true as const, message: 'ok', position: position(this.commands.length) };
    switch (command.name) {
      case 'lookUpPatients': {
        const { phone } = command.request as { phone: string };
        const found = this.patients.filter((patient) => `+${patient.phone}` === phone);
        return { patients: found.map(({ patientId, name }) => ({ patientId, firstName: name.split(' ')[0] ?? '' })) };
      }
      case 'savePartnerPatient': {
        const { name, phone } = command.request as { name: string; phone: string };
        return { ...done, patientId: this.add(name, phone.slice(1)).patientId };
      }
      case 'listPartnerSlots':
        return this.#slots(command.request as Parameters<FakeDayline['slots']>[0]);
      case 'listPartnerAppointments':
        return this.#appointments(command.request as { patientId: string; from?: string });
      case 'createHold': {
        const { slotId, phone } = command.request as { slotId: string; phone: string };
        if (this.#isPast(slotId)) return { refused: 'slot.passed' };
        if (!this.isFree(slotId)) return { refused: 'slot.full' };
        const now = this.#clock.now();
        if (this.holds.some((hold) => hold.phone === phone && now < hold.until)) return { refused: 'hold.phone' };
        const { pocId, date } = slotOf(slotId);
        this.#count += 1;
        const held = { appointmentId: appointmentId(pocId, date, testId(1_000 + this.#count)), slotId, phone };
        this.holds.push({ ...held, until: now + holdMs });
        return { ...done, appointmentId: held.appointmentId, until: new Date(now + holdMs).toISOString() };
      }
      case 'releaseHold': {
        const { appointmentId: id } = command.request as { appointmentId: string };
        return this.#end(id) ? { ...done, appointmentId: id } : { refused: 'hold.ended' };
      }
      case 'bookPartnerAppointment': {
        const { patientId, slotId, holdId } = command.request as { patientId: string; slotId: string; holdId?: string };
        if (!this.isFree(slotId, holdId)) return { refused: holdId === undefined ? 'slot.full' : 'hold.lapsed' };
        this.#end(holdId);
        return { ...done, appointmentId: this.book(patientId, slotId).appointmentId };
      }
      case 'movePartnerAppointment': {
        const { appointmentId: id, slotId } = command.request as { appointmentId: string; slotId: string };
        const visit = this.visits.find((each) => each.appointmentId === id);
        if (visit?.status !== 'Confirmed') return { refused: 'appointment.not-confirmed' };
        if (!this.isFree(slotId)) return { refused: 'slot.full' };
        const { pocId, date, time } = slotOf(slotId);
        Object.assign(visit, { slotId, appointmentId: appointmentId(pocId, date, id.slice(-26)) });
        return { ...done, appointmentId: visit.appointmentId, pocId, date, time };
      }
      case 'cancelPartnerAppointment': {
        const { appointmentId: id } = command.request as { appointmentId: string };
        const visit = this.visits.find((each) => each.appointmentId === id);
        if (visit?.status !== 'Confirmed') return { refused: 'appointment.not-confirmed' };
        visit.status = 'Cancelled';
        return { ...done, appointmentId: id };
      }
    }
  }

  slots({ pocId, departmentId, from, to }: { pocId?: string; departmentId?: string; from?: string; to?: string }) {
    const first = from === undefined || from < this.today ? this.today : from;
    const last = to ?? addDays(first, 6);
    const dates = Array.from({ length: 31 }, (_, day) => addDays(first, day)).filter((date) => date <= last);
    const wanted = doctors.filter(
      (each) => (pocId ?? each.pocId) === each.pocId && (departmentId ?? each.departmentId) === each.departmentId,
    );
    return dates.flatMap((date) =>
      times.flatMap((time) =>
        wanted.flatMap((doctor) => {
          const slot = slotId(doctor.pocId, date, time);
          return this.#isPast(slot) || !this.isFree(slot)
            ? []
            : [{ ...doctor, ...priced(doctor.pocId), slotId: slot, date, time, minutes: 30, free: 1 }];
        }),
      ),
    );
  }

  #slots(request: Parameters<FakeDayline['slots']>[0]): Answer {
    return { zone: 'UTC', from: request.from ?? this.today, to: request.to ?? this.today, slots: this.slots(request) };
  }

  #appointments({ patientId, from = this.today }: { patientId: string; from?: string }): Answer {
    const appointments = this.visits
      .filter((visit) => visit.patientId === patientId)
      .map((visit) => {
        const { pocId, date, time } = slotOf(visit.slotId);
        const { pocName, departmentId } = doctors.find((each) => each.pocId === pocId) ?? {
          pocName: '',
          departmentId: null,
        };
        const { appointmentId: id, status } = visit;
        return {
          ...{
            appointmentId: id,
            patientId,
            pocId,
            pocName,
            departmentId,
            type: 'Direct Consultation' as const,
            status,
          },
          ...{ date, time, minutes: 30, ...priced(pocId) },
        };
      })
      .filter(({ date }) => date >= from)
      .sort((one, other) => `${one.date} ${one.time}`.localeCompare(`${other.date} ${other.time}`));
    return { zone: 'UTC', appointments };
  }
}
